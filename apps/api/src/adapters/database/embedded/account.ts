import { execFile } from 'node:child_process'
import { realpath, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { promisify } from 'node:util'
import { DatabaseStartError, messageOf } from '../connection.js'
import { USE_A_SERVER, type Binaries } from './binaries.js'

const execute = promisify(execFile)

/**
 * The account that PostgreSQL's programs run as: that of this process, unless it is root, as which they
 * refuse to run.
 */
export interface Account {
  readonly uid: number | undefined
  readonly gid: number | undefined
  /** Words before a program's path that start it as this account; usually empty. */
  readonly prefix: readonly string[]
}

/** The files of a database cluster, and the programs that work on them. */
export interface Cluster {
  readonly folder: string
  readonly data: string
  readonly account: Account
  readonly binaries: Binaries
}

/** A program of PostgreSQL with its arguments, in the shape that child_process wants. */
export interface Launch {
  readonly file: string
  readonly args: string[]
  readonly options: { uid?: number; gid?: number; cwd: string; env: NodeJS.ProcessEnv }
}

export function launch(account: Account, cwd: string, program: string, args: readonly string[]): Launch {
  const [file = program, ...rest] = [...account.prefix, program, ...args]
  const { uid, gid } = account
  const asOther = account.prefix.length === 0 && uid !== undefined && gid !== undefined ? { uid, gid } : {}
  return { file, args: rest, options: { ...asOther, cwd, env: bareEnvironment() } }
}

/**
 * Chooses the account to run PostgreSQL as: for root the owner of the database's folder, or else `nobody`.
 */
export async function chooseAccount(folder: string): Promise<Account> {
  const self: Account = { uid: undefined, gid: undefined, prefix: [] }
  if (process.getuid?.() !== 0) return self
  const owner = await stat(folder)
  if (owner.uid !== 0) return { ...self, uid: owner.uid, gid: owner.gid }
  return { ...self, uid: await idOfNobody('-u'), gid: await idOfNobody('-g') }
}

async function idOfNobody(flag: '-u' | '-g'): Promise<number> {
  const { stdout } = await execute('id', [flag, 'nobody']).catch(() => {
    throw new DatabaseStartError(
      'PostgreSQL refuses to run as root, and there is no user "nobody" to run it as. ' +
        `Start the API as an ordinary user. ${USE_A_SERVER}`,
    )
  })
  return Number(stdout)
}

/**
 * Proves that the programs run as this account and answers the account they do run as, with PostgreSQL's
 * major version (the `18` of 18.4). Throws DatabaseStartError where they do not.
 */
export async function proveAccount(
  account: Account,
  binaries: Binaries,
  folder: string,
): Promise<{ account: Account; major: string }> {
  const barred = await barredFolder(account, [folder, binaries.folder])
  const ways = barred === undefined ? [account] : throughBars(account)
  let fault = ''
  for (const way of ways) {
    try {
      const { file, args, options } = launch(way, folder, binaries.postgres, ['--version'])
      const { stdout } = await execute(file, args, options)
      return { account: way, major: /\d+/.exec(stdout)?.[0] ?? '' }
    } catch (error) {
      fault = messageOf(error).trim()
    }
  }
  if (barred === undefined) {
    throw new DatabaseStartError(
      `The embedded PostgreSQL does not run on this system (it needs glibc on Linux): ${fault}. ${USE_A_SERVER}`,
    )
  }
  throw new DatabaseStartError(
    `PostgreSQL refuses to run as root and so runs as user ${account.uid}, who may not pass the folder ${barred}. ` +
      `Move the project and DATA_DIR to where every user may pass, or chmod o+x ${barred}, ` +
      `or start the API as an ordinary user. ${USE_A_SERVER}`,
  )
}

/** The first folder above the given ones that the account may not pass. */
async function barredFolder({ uid, gid }: Account, folders: string[]): Promise<string | undefined> {
  if (uid === undefined) return undefined
  for (const folder of folders) {
    for (let path = await realpath(folder); path !== dirname(path); path = dirname(path)) {
      const { mode, uid: owner, gid: group } = await stat(path)
      const bit = owner === uid ? 0o100 : group === gid ? 0o010 : 0o001
      if ((mode & bit) === 0) return path
    }
  }
  return undefined
}

/**
 * Root's home is closed to other users, and a project often lies there. On Linux the account can be given the one
 * capability of passing closed folders; a container may lack the narrow one and have the wide one.
 */
function throughBars(account: Account): Account[] {
  if (process.platform !== 'linux') return []
  return ['dac_read_search', 'dac_override'].map((capability) => ({
    ...account,
    prefix: [
      'setpriv',
      `--reuid=${account.uid}`,
      `--regid=${account.gid}`,
      '--clear-groups',
      `--inh-caps=-all,+${capability}`,
      `--ambient-caps=+${capability}`,
      `--bounding-set=-all,+${capability}`,
      // Without this the kernel's access(2), which PostgreSQL finds its own files with, ignores the capability.
      '--securebits=+no_setuid_fixup',
      '--',
    ],
  }))
}

/**
 * Environment without PG… variables, which would change what the programs do, and without the API's secrets.
 */
function bareEnvironment(): NodeJS.ProcessEnv {
  const passed = ['PATH', 'LD_LIBRARY_PATH', 'TMPDIR', 'TEMP', 'TMP', 'SystemRoot']
  const env: NodeJS.ProcessEnv = { LC_ALL: 'C' }
  for (const name of passed) if (process.env[name] !== undefined) env[name] = process.env[name]
  return env
}
