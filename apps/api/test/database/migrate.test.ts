import { cp, readdir, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createHash, randomBytes } from 'node:crypto'
import { dirname, join } from 'node:path'
import { Client } from 'pg'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { findMigrations, migrate } from '../../src/adapters/database/migrate.js'
import { differenceTo } from '../../load/src/migrations/schema-engine.js'
import { createTestDatabase, type TestDatabase } from '../database.js'
import { silentLog } from '../silent-log.js'
import { temporaryFolder } from '../temporary-folder.js'

let database: TestDatabase
let folder: string
let client: Client

beforeEach(async () => {
  database = await createTestDatabase({ empty: true })
  client = new Client(database.connection)
  await client.connect()
  folder = await temporaryFolder()
  await writeFile(join(folder, 'migration_lock.toml'), 'provider = "postgresql"\n')
})

afterEach(async () => {
  await client.end()
  await database.drop()
})

const write = async (name: string, sql: string) => {
  await mkdir(join(folder, name), { recursive: true })
  await writeFile(join(folder, name, 'migration.sql'), sql)
}

const run = () => migrate({ connection: database.connection, migrationsDir: folder, log: silentLog })

const recorded = async () => {
  const { rows } = await client.query<{ migration_name: string; checksum: string; steps: number }>(
    `SELECT migration_name, checksum, applied_steps_count AS steps FROM _prisma_migrations
      WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL ORDER BY migration_name`,
  )
  return rows
}

it('applies what is missing, in the order of names, and then nothing more', async () => {
  await write('2_second', 'ALTER TABLE a ADD COLUMN y int;')
  await write('1_first', 'CREATE TABLE a (x int);')

  expect(await run()).toEqual(['1_first', '2_second'])
  expect(await run()).toEqual([])

  await write('3_third', 'ALTER TABLE a ADD COLUMN z int;')
  expect(await run()).toEqual(['3_third'])
  expect(await client.query('SELECT x, y, z FROM a')).toMatchObject({ rowCount: 0 })
})

it('records what `prisma migrate deploy` would: the name, the checksum of the file, one step', async () => {
  const sql = 'CREATE TABLE a (x int); -- and a comment; with a semicolon\n'
  await write('1_first', sql)

  await run()

  const checksum = createHash('sha256').update(sql).digest('hex')
  expect(await recorded()).toEqual([{ migration_name: '1_first', checksum, steps: 1 }])
})

it('takes a history whose files were checked out with other line ends', async () => {
  await write('1_first', 'CREATE TABLE a (x int);\n')
  await run()

  await write('1_first', 'CREATE TABLE a (x int);\r\n')

  expect(await run()).toEqual([])
})

it('runs functions whole, semicolons and all', async () => {
  await write(
    '1_first',
    `CREATE FUNCTION f() RETURNS int LANGUAGE plpgsql AS $$ BEGIN PERFORM 1; RETURN 2; END; $$;`,
  )

  await run()

  expect((await client.query('SELECT f() AS f')).rows).toEqual([{ f: 2 }])
})

it('eight at once apply everything once', async () => {
  await cp(findMigrations(), folder, { recursive: true })

  const applied = await Promise.all(Array.from({ length: 8 }, run))

  const all = (await readdir(findMigrations(), { withFileTypes: true })).filter((each) => each.isDirectory())
  expect(applied.flat().sort()).toEqual(all.map(({ name }) => name).sort())
  expect(await recorded()).toHaveLength(all.length)
})

it('undoes a migration that fails, says why, and applies it once it is right', async () => {
  await write('1_first', 'CREATE TABLE a (x int);')
  await write('2_second', 'CREATE TABLE b (x int); SELECT 1 / 0;')

  await expect(run()).rejects.toThrow(/^The migration 2_second failed and was undone: .*division by zero$/s)
  expect((await client.query(`SELECT to_regclass('b') AS b`)).rows).toEqual([{ b: null }])
  expect((await recorded()).map((row) => row.migration_name)).toEqual(['1_first'])

  await write('2_second', 'CREATE TABLE b (x int);')
  expect(await run()).toEqual(['2_second'])
})

it('refuses a database that a newer release has migrated', async () => {
  await write('1_first', 'CREATE TABLE a (x int);')
  await write('2_second', 'CREATE TABLE b (x int);')
  await run()

  await rm(join(folder, '2_second'), { recursive: true })

  await expect(run()).rejects.toThrow('holds the migration 2_second, which this release does not know')
})

it('refuses to go on when an applied migration was changed', async () => {
  await write('1_first', 'CREATE TABLE a (x int);')
  await run()

  await write('1_first', 'CREATE TABLE a (x bigint);')

  await expect(run()).rejects.toThrow('The migration 1_first was changed after the database had applied it')
})

it('refuses to go on over a migration that another tool left half-done', async () => {
  await write('1_first', 'CREATE TABLE a (x int);')
  await run()
  await client.query('UPDATE _prisma_migrations SET finished_at = NULL')

  await expect(run()).rejects.toThrow('The migration 1_first was begun by another tool and never finished')

  await client.query('UPDATE _prisma_migrations SET rolled_back_at = now()')
  await client.query('DROP TABLE a')
  expect(await run()).toEqual(['1_first'])
})

it('the migrations lead to schema.prisma, and Prisma sees what was added by hand as no difference', async () => {
  await migrate({ connection: database.connection, log: silentLog })
  const schema = await readFile(join(dirname(findMigrations()), 'schema.prisma'), 'utf8')

  expect(await differenceTo(schema, database.connection)).toBeUndefined()
  expect(
    await differenceTo(
      schema.replace(/^model Organization \{\n/m, '$&  phone String?\n'),
      database.connection,
    ),
  ).toBe('-- AlterTable\nALTER TABLE "organizations" ADD COLUMN     "phone" TEXT;\n')
})

it('says what to do when the user may not create the extension, and goes on once it exists', async () => {
  const user = `migrator_${randomBytes(4).toString('hex')}`
  await client.query(`CREATE ROLE ${user} LOGIN PASSWORD 'migrator'; GRANT ALL ON SCHEMA public TO ${user}`)
  const url = new URL(database.url)
  url.username = user
  url.password = 'migrator'
  const asUser = { connection: { connectionString: url.href }, log: silentLog }
  try {
    await expect(migrate(asUser)).rejects.toThrow(
      /failed and was undone: .*extension "pg_trgm".*execute CREATE EXTENSION pg_trgm in this database.*start again\.$/s,
    )

    await client.query('CREATE EXTENSION pg_trgm')
    expect(await migrate(asUser)).not.toHaveLength(0)
    expect(await migrate(asUser)).toHaveLength(0)
  } finally {
    await client.query(`REASSIGN OWNED BY ${user} TO CURRENT_USER; DROP OWNED BY ${user}; DROP ROLE ${user}`)
  }
})
