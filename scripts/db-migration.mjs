// npm run db:migration NAME: writes the SQL that leads from the migrations so far to prisma/schema.prisma, into
// prisma/migrations/<time>_NAME/migration.sql. It needs no network and no database of yours: the migrations are
// applied to a throw-away embedded PostgreSQL, and Prisma's schema engine compares that with the schema.
import './lib/node-version.mjs'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Fault, main } from './lib/fault.mjs'
import { run } from './lib/processes.mjs'
import { program, root } from './lib/workspace.mjs'

const api = join(root, 'apps/api')
const migrationsDir = join(root, 'prisma/migrations')
const nothing = () => {}
const log = { debug: nothing, info: nothing, warn: nothing, error: nothing, child: () => log }

await main(async () => {
  const [name = '', ...rest] = process.argv.slice(2)
  if (rest.length > 0 || !/^[a-z][a-z0-9]*(_[a-z0-9]+)*$/.test(name) || name.length > 60) {
    throw new Fault(
      'Usage: npm run db:migration NAME\nNAME says what changes, in lower-case words joined by _, e.g. add_module_search',
    )
  }
  const sql = await difference()
  if (sql === undefined) {
    console.log('Nothing to do: the migrations already lead to prisma/schema.prisma.')
    return
  }
  const time = new Date().toISOString().replaceAll(/\D/g, '').slice(0, 14)
  const folder = join(migrationsDir, `${time}_${name}`)
  await mkdir(folder)
  await writeFile(join(folder, 'migration.sql'), sql)
  console.log(`Written: ${join(folder, 'migration.sql')}`)
  console.log('Read it, and add what Prisma cannot express (see prisma/migrations/README.md).')
})

/** The SQL that is missing; undefined when nothing is. */
async function difference() {
  const { startEmbeddedPostgres, migrate, differenceTo } = await databaseParts()
  const schema = await readFile(join(root, 'prisma/schema.prisma'), 'utf8')
  const dataDir = await mkdtemp(join(tmpdir(), 'engine-migration-'))
  try {
    const { connection, stop } = await startEmbeddedPostgres({ dataDir, log, settings: { fsync: 'off' } })
    try {
      await migrate({ connection, migrationsDir, log })
      return await differenceTo(schema, connection)
    } finally {
      await stop()
    }
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
}

/** The database parts are TypeScript. The compiler writes them even while other code lags behind the schema. */
async function databaseParts() {
  for (const project of ['tsconfig.build.json', join('load', 'tsconfig.json')])
    await run(process.execPath, [program('typescript', 'tsc'), '-p', join(api, project)])
  const files = [
    'dist/adapters/database/embedded.js',
    'dist/adapters/database/migrate.js',
    'load/dist/migrations/schema-engine.js',
  ]
  const urls = files.map((file) => pathToFileURL(join(api, file)).href)
  return Object.assign({}, ...(await Promise.all(urls.map((url) => import(url)))))
}
