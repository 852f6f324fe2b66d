import { resolve } from 'node:path'
import { defineConfig } from 'prisma/config'

// Prisma's command downloads a schema engine before whatever it does. These never run it, so that any program that
// exists will do, and nothing is downloaded.
const withoutEngine = ['format', 'generate', 'studio', 'validate']
if (withoutEngine.includes(process.argv[2] ?? ''))
  process.env['PRISMA_SCHEMA_ENGINE_BINARY'] ??= process.execPath

// Where the client is written: `scripts/make.mjs` names a folder beside.
process.env['PRISMA_CLIENT_FOLDER'] ??= resolve(
  'apps/api',
  process.env['BUILD_FOLDER'] ?? 'src/generated',
  'prisma',
)

export default defineConfig({
  schema: 'prisma/schema.prisma',
  datasource: { url: process.env['DATABASE_URL'] ?? '' },
})
