// npm run db:migration NAME: writes the SQL that leads from the migrations so far to prisma/schema.prisma, into
// prisma/migrations/<time>_NAME/migration.sql. It needs no network and no database of yours: the migrations are
// applied to a throw-away embedded PostgreSQL, and Prisma's schema engine compares that with the schema.
import { spawnSync } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const api = join(root, 'apps', 'api')
const migrations = join(root, 'prisma', 'migrations')
const nothing = () => {}
const silent = { debug: nothing, info: nothing, warn: nothing, error: nothing, child: () => silent }

const [name, ...rest] = process.argv.slice(2)
if (
  name === undefined ||
  rest.length > 0 ||
  !/^[a-z][a-z0-9]*(_[a-z0-9]+)*$/.test(name) ||
  name.length > 60
) {
  fail(
    'Usage: npm run db:migration NAME\nNAME says what changes, in lower-case words joined by _, e.g. add_module_search',
  )
}

try {
  const sql = await difference()
  console.log(
    sql === undefined
      ? 'Nothing to do: the migrations already lead to prisma/schema.prisma.'
      : await write(sql),
  )
} catch (error) {
  fail(error.message)
}

async function write(sql) {
  const folder = join(migrations, `${timestamp(new Date())}_${name}`)
  const file = join(folder, 'migration.sql')
  await mkdir(folder)
  await writeFile(file, sql)
  return `Written: ${file}\nRead it, and add what Prisma cannot express (see prisma/migrations/README.md).`
}

/** The SQL that is missing; undefined when nothing is. */
async function difference() {
  const { startEmbeddedPostgres, migrate, differenceTo } = await databaseParts()
  const schema = await readFile(join(root, 'prisma', 'schema.prisma'), 'utf8')
  const dataDir = await mkdtemp(join(tmpdir(), 'engine-migration-'))
  try {
    const { connection, stop } = await startEmbeddedPostgres({
      dataDir,
      log: silent,
      settings: { fsync: 'off' },
    })
    try {
      await migrate({ connection, migrationsDir: migrations, log: silent })
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
  const typescript = createRequire(import.meta.url).resolve('typescript/package.json')
  const { bin } = JSON.parse(await readFile(typescript, 'utf8'))
  const tsc = fileURLToPath(new URL(bin.tsc, pathToFileURL(typescript)))
  spawnSync(process.execPath, [tsc, '-p', join(api, 'tsconfig.build.json')], { stdio: 'ignore' })
  const part = (file) => import(pathToFileURL(join(api, 'dist', 'adapters', 'database', file)).href)
  const parts = await Promise.all([part('embedded.js'), part('migrate.js'), part('schema-engine.js')])
  return Object.assign({}, ...parts)
}

function timestamp(date) {
  return date.toISOString().replaceAll(/\D/g, '').slice(0, 14)
}

function fail(message) {
  console.error(message)
  process.exit(1)
}
