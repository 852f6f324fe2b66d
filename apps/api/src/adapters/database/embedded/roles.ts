import { execFile } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { open, readFile, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseStartError } from '../connection.js'
import { launch, type Cluster } from './account.js'
import { DATABASE } from './endpoint.js'
import type { RolePasswords } from './passwords.js'

/** Starts the server, migrates, backs up and restores. */
export const OWNER = 'postgres'

/** Role of the running API: it owns nothing. */
export const RUNTIME = 'engine'

interface RolesOptions extends Cluster {
  readonly passwords: RolePasswords
}

/** Tells whether the cluster has these two roles with these passwords, and rejects all others. */
export async function hasRoles({ data, passwords }: RolesOptions): Promise<boolean> {
  return (await readFile(accessFileIn(data), 'utf8').catch(() => '')) === accessRules(passwords)
}

/**
 * Gives the cluster its two roles: a new one, one of a release that asked for no password, and one whose passwords were
 * lost. PostgreSQL's single-user mode does it, in which no other process can connect. Call only while no server runs on it.
 */
export async function makeRoles(options: RolesOptions): Promise<void> {
  const { owner, runtime } = options.passwords
  await inSingleUserMode(options, [
    `ALTER ROLE ${OWNER} PASSWORD '${owner}'`,
    `DO $$ BEGIN IF to_regrole('${RUNTIME}') IS NULL THEN CREATE ROLE ${RUNTIME}; END IF; END $$`,
    `ALTER ROLE ${RUNTIME} LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOREPLICATION NOBYPASSRLS PASSWORD '${runtime}'`,
  ])
  await writeAccessRules(options)
}

const accessFileIn = (data: string): string => join(data, 'pg_hba.conf')

/** The first line is a hash of the passwords of these rules; they are random, so it reveals nothing. */
function accessRules({ owner, runtime }: RolePasswords): string {
  const mark = createHash('sha256').update(`${owner} ${runtime}`).digest('hex')
  const rules = [`all ${OWNER}`, `${DATABASE} ${RUNTIME}`].flatMap((rule) => [
    `local ${rule} scram-sha-256`,
    `host ${rule} 127.0.0.1/32 scram-sha-256`,
  ])
  return [`# ${mark}`, ...rules, ''].join('\n')
}

/** The folder belongs to the account: what root writes there follows no link that the account has laid. */
async function writeAccessRules({ data, account, passwords }: RolesOptions): Promise<void> {
  const draft = `${accessFileIn(data)}.${randomBytes(4).toString('hex')}`
  const handle = await open(draft, 'wx', 0o600)
  try {
    await handle.writeFile(accessRules(passwords))
    if (account.uid !== undefined && account.gid !== undefined) await handle.chown(account.uid, account.gid)
    await handle.sync()
  } finally {
    await handle.close()
  }
  await rename(draft, accessFileIn(data))
}

/** One statement a line, ended by the first that fails. */
async function inSingleUserMode(options: RolesOptions, statements: readonly string[]): Promise<void> {
  const { folder, data, account, binaries } = options
  const settings = ['exit_on_error=true', 'io_method=sync', 'log_min_messages=fatal', 'log_statement=none']
  const args = ['--single', '-D', data, ...settings.flatMap((each) => ['-c', each]), 'postgres']
  const postgres = launch(account, folder, binaries.postgres, args)
  await new Promise<void>((resolve, reject) => {
    const child = execFile(postgres.file, postgres.args, postgres.options, (error, _, stderr) => {
      if (!error) return resolve()
      // Its own words alone: the statements hold the passwords.
      const words = stderr.split('\n').filter((line) => /(FATAL|PANIC):/.test(line))
      reject(
        new DatabaseStartError(
          `The database in ${data} could not be given its roles. ${words.join(' ')}`.trim(),
        ),
      )
    })
    child.stdin?.on('error', () => {})
    child.stdin?.end(statements.map((each) => `${each}\n`).join(''))
  })
}
