import { execFile } from 'node:child_process'
import { chown, mkdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { rule } from '@engine/shared/rule'
import { Client } from 'pg'
import { expect, it } from 'vitest'
import type { ConnectionSettings } from '../../src/adapters/database/connection.js'
import { chooseAccount, launch, type Account } from '../../src/adapters/database/embedded/account.js'
import { findBinaries, type Binaries } from '../../src/adapters/database/embedded/binaries.js'
import { openDatabase } from '../../src/adapters/database/open.js'
import { silentLog } from '../silent-log.js'
import { embeddedDatabases, isRoot, query } from './embedded-harness.js'
import { isFull } from '../full-run.js'

const databases = embeddedDatabases()

const outcome = async (connection: ConnectionSettings): Promise<string> => {
  const client = new Client(connection)
  client.on('error', () => {})
  return client.connect().then(
    () => client.end().then(() => 'let in'),
    (error: Error) => error.message,
  )
}

const who = `SELECT rolname AS name, rolsuper AS super, rolcreaterole AS roles, rolcreatedb AS databases
  FROM pg_roles WHERE rolname = current_user`

rule('§10 database role', 'The embedded database has both roles, and no `trust`')
it('no role gets in without its password, and no other role at all', async () => {
  const { connection, runtime } = await databases.start()
  for (const user of ['postgres', 'engine', 'nobody', 'root']) {
    const stranger = { ...connection, user, password: 'guessed' }
    expect(await outcome(stranger), user).toMatch(/password authentication failed|no pg_hba.conf entry/)
  }
  expect(await outcome({ ...runtime, database: 'postgres' })).toMatch(/no pg_hba.conf entry/)
  const rules = await readFile(join(databases.dataDir, 'postgres/data/pg_hba.conf'), 'utf8')
  expect(rules).not.toContain('trust')
})

it.runIf(isRoot)('a process of the user nobody is asked for the password too', async () => {
  const { connection } = await databases.start()
  const psql = `
    const { Client } = require('pg')
    const client = new Client({ host: process.argv[1], port: 5432, user: 'postgres', database: 'engine', password: '' })
    client.on('error', () => {})
    client.connect().then(() => console.log('let in'), (error) => console.log(error.message)).finally(() => process.exit())`
  const args = ['-e', psql, String(connection.host)]
  const { uid } = await stat(join(databases.dataDir, 'postgres'))
  const { stdout } = await promisify(execFile)(process.execPath, args, { uid, gid: uid, env: {} })
  expect(uid).toBe(65534)
  expect(stdout).not.toContain('let in')
})

it('the running API is a role that may do nothing to the server, and the owner another one', async () => {
  const { connection, runtime } = await databases.start()
  const plain = { name: 'engine', super: false, roles: false, databases: false }
  expect(await query(runtime, who)).toEqual([plain])
  expect(await query(connection, who)).toMatchObject([{ name: 'postgres', super: true }])
})

it('the passwords are random, for the eyes of the user who starts it, and stay over starts', async () => {
  const first = await databases.start()
  const file = join(databases.dataDir, 'database-passwords.json')
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  expect((await stat(file)).uid).toBe(process.getuid?.())
  expect(first.connection.password).toMatch(/^[0-9a-f]{48}$/)
  expect(first.connection.password).not.toBe(first.runtime.password)
  await first.stop()
  const second = await databases.start()
  expect([second.connection.password, second.runtime.password]).toEqual([
    first.connection.password,
    first.runtime.password,
  ])
})

it.runIf(isFull)('passwords that were lost are made anew, and nothing else is', async () => {
  const first = await databases.start()
  await query(first.connection, `CREATE TABLE kept AS SELECT 'yes' AS answer`)
  await first.stop()
  await rm(join(databases.dataDir, 'database-passwords.json'))

  const { connection, runtime } = await databases.start()

  expect(connection.password).not.toBe(first.connection.password)
  expect(await query(connection, 'SELECT answer FROM kept')).toEqual([{ answer: 'yes' }])
  expect(await query(runtime, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
  expect(await outcome(first.connection)).toMatch(/password authentication failed/)
})

rule('§10 database role', 'A folder of an earlier release gets both at its next start')
it('a folder of a release without roles and passwords gets them at the next start, and keeps all that it holds', async () => {
  await makeOldFolder(databases.dataDir)

  const database = await openDatabase({ dataDir: databases.dataDir, log: silentLog })
  try {
    expect(await database.prisma.$queryRaw`SELECT current_user::text AS name`).toEqual([{ name: 'engine' }])
    expect(await database.prisma.user.count()).toBe(0)
  } finally {
    await database.close()
  }

  const { connection } = await databases.start()
  expect(await query(connection, 'SELECT answer FROM old.kept')).toEqual([{ answer: 'yes' }])
  expect(await outcome({ ...connection, password: '' })).not.toBe('let in')
  expect(await outcome({ ...connection, user: 'engine', password: 'guessed' })).toMatch(/password/)
})

/** Creates a folder as releases before the roles did: initdb with trust, one superuser, the database `engine`. */
async function makeOldFolder(dataDir: string): Promise<void> {
  const binaries = await findBinaries()
  const folder = join(dataDir, 'postgres')
  await mkdir(folder, { mode: 0o700 })
  const account = await chooseAccount(folder)
  if (account.uid !== undefined && account.gid !== undefined) await chown(folder, account.uid, account.gid)
  const data = join(folder, 'data')
  const { file, args, options } = launch(account, folder, binaries.initdb, [
    ...[
      '--pgdata',
      data,
      '--username',
      'postgres',
      '--encoding=UTF8',
      '--locale=C',
      '--locale-provider=builtin',
    ],
    ...['--builtin-locale=C.UTF-8', '--auth-local=trust', '--auth-host=scram-sha-256', '--no-instructions'],
  ])
  await promisify(execFile)(file, args, options)
  expect(await readFile(join(data, 'pg_hba.conf'), 'utf8')).toMatch(/^local\s+all\s+all\s+trust$/m)
  const old = { binaries, account, folder, data }
  await alone(old, 'postgres', 'CREATE DATABASE engine')
  await alone(old, 'engine', `CREATE SCHEMA old`)
  await alone(old, 'engine', `CREATE TABLE old.kept AS SELECT 'yes' AS answer`)
}

async function alone(
  { binaries, account, folder, data }: { binaries: Binaries; account: Account; folder: string; data: string },
  database: string,
  statement: string,
): Promise<void> {
  const { file, args, options } = launch(account, folder, binaries.postgres, [
    '--single',
    '-D',
    data,
    database,
  ])
  const running = promisify(execFile)(file, args, options)
  running.child.stdin?.end(`${statement}\n`)
  await running
}

it('writes its rules through no link that the server’s user has laid', async () => {
  await (await databases.start()).stop()
  const target = join(databases.dataDir, 'target')
  await writeFile(target, 'untouched')
  const rules = join(databases.dataDir, 'postgres/data/pg_hba.conf')
  await rm(rules)
  await symlink(target, rules)

  const { connection } = await databases.start()

  expect(await query(connection, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
  expect(await readFile(target, 'utf8')).toBe('untouched')
})
