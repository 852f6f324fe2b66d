// Writes the Prisma client from prisma/schema.prisma, without the network: the command insists on a schema
// engine that it would download, yet never runs it to generate, so any executable that exists will do.
import { spawnSync } from 'node:child_process'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'

const prisma = createRequire(import.meta.url).resolve('prisma/build/index.js')
const schema = fileURLToPath(new URL('../prisma/schema.prisma', import.meta.url))

const { status, error, stdout, stderr } = spawnSync(
  process.execPath,
  [prisma, 'generate', '--schema', schema, '--no-hints'],
  {
    cwd: fileURLToPath(new URL('..', import.meta.url)),
    encoding: 'utf8',
    env: {
      ...process.env,
      PRISMA_SCHEMA_ENGINE_BINARY: process.execPath,
      PRISMA_HIDE_UPDATE_MESSAGE: '1',
      CHECKPOINT_DISABLE: '1',
    },
  },
)

if (status !== 0) {
  console.error(
    `${stdout ?? ''}${stderr ?? ''}${error ? `${error.message}\n` : ''}The Prisma client was not generated.`,
  )
  process.exit(1)
}
