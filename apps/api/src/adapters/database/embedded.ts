import { chown, mkdir, realpath, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { escapeIdentifier } from 'pg'
import type { Log } from '../../kernel/log.js'
import {
  connected,
  DatabaseStartError,
  messageOf,
  unwritable,
  type ConnectionSettings,
} from './connection.js'
import { chooseAccount, proveAccount, type Account } from './embedded/account.js'
import { findBinaries } from './embedded/binaries.js'
import { prepareCluster } from './embedded/cluster.js'
import { chooseEndpoint, DATABASE } from './embedded/endpoint.js'
import { lockFolder } from './embedded/folder-lock.js'
import { clearLeftover } from './embedded/leftover.js'
import { storedPasswords, readPasswords } from './embedded/passwords.js'
import { hasRoles, makeRoles, OWNER, RUNTIME } from './embedded/roles.js'
import { startServer, type Server, type ServerOptions } from './embedded/server.js'
import { noteRelease, refuseNewer } from './embedded/written-by.js'

export interface EmbeddedOptions {
  /** The folder of all the product's data; the database lies in `postgres` within. */
  readonly dataDir: string
  readonly log: Log
  /** Called with what takes longer than a moment. */
  readonly onProgress?: (text: string) => void
  /** Called each time the server ends without being asked to. It is started again by itself. */
  readonly onLost?: (reason: string) => void
  readonly settings?: Readonly<Record<string, string>>
  /** The release that starts it; absent: whether a newer one has written the database is not looked at. */
  readonly release?: string | undefined
}

export interface EmbeddedPostgres {
  /** Connection as the role that owns everything. */
  readonly connection: ConnectionSettings
  /** Connection as the role of the running API, which owns nothing. */
  readonly runtime: ConnectionSettings
  /** Notes that this release has migrated it. */
  migrated(): Promise<void>
  /** Stops the server and lets go of the folder. */
  stop(): Promise<void>
}

/**
 * Starts the PostgreSQL that npm installed, as a child of this process and for it alone. Throws
 * DatabaseStartError, with a message that says what to do, when another process has the folder, when it cannot
 * be written, when its data is another version's or a newer release's, or when PostgreSQL does not run here.
 */
export async function startEmbeddedPostgres(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const { log, onProgress = () => {}, onLost = () => {}, settings = {}, release } = options
  const binaries = await findBinaries()
  const folder = await makeFolder(options.dataDir)
  const chosen = await chooseAccount(folder)
  await handOver(folder, chosen)
  const { account, major } = await proveAccount(chosen, binaries, folder)
  const endpoint = await chooseEndpoint(folder, account)
  const lock = await lockFolder(folder, endpoint.socketFolder)
  try {
    if (release !== undefined) await refuseNewer(folder, release)
    const data = join(folder, 'data')
    const passwords = await storedPasswords(options.dataDir)
    const connection = { ...endpoint.connection, user: OWNER, password: passwords.owner }
    const runtime = { ...endpoint.connection, user: RUNTIME, password: passwords.runtime }
    const reached = { ...endpoint, connection }
    const server = { folder, data, account, binaries, endpoint: reached, settings, log, onProgress }
    await prepareCluster({ ...server, major })
    if (!(await hasRoles({ ...server, passwords }))) {
      await clearLeftover(data, endpoint.socketFolder, log)
      await makeRoles({ ...server, passwords })
    }
    const running = await keepRunning(server, onLost)
    await makeDatabase(connection).catch(async (error: unknown) => {
      await running.stop()
      throw error
    })
    return {
      connection,
      runtime,
      migrated: async () => {
        if (release !== undefined) await noteRelease(folder, release)
      },
      stop: async () => {
        await running.stop()
        await lock.release()
      },
    }
  } catch (error) {
    await lock.release()
    throw error
  }
}

/**
 * Finds the connection to the embedded PostgreSQL that another process runs, as its owner; undefined without
 * one. Only on systems whose server listens on a socket in its own folder. A server of an earlier release
 * asks for no password.
 */
export async function findRunningPostgres(dataDir: string): Promise<ConnectionSettings | undefined> {
  const folder = await realpath(join(dataDir, 'postgres')).catch(() => undefined)
  if (folder === undefined || process.platform === 'win32') return undefined
  const endpoint = await chooseEndpoint(folder, await chooseAccount(folder))
  const password = (await readPasswords(dataDir))?.owner
  const connection = { ...endpoint.connection, user: OWNER, ...(password !== undefined && { password }) }
  return connected(connection, async () => connection).catch(() => undefined)
}

/** Makes DATA_DIR/postgres, open to its owner alone, and answers its real path. */
async function makeFolder(dataDir: string): Promise<string> {
  const folder = join(dataDir, 'postgres')
  try {
    await mkdir(dataDir, { recursive: true })
    await mkdir(folder, { mode: 0o700, recursive: true })
    return await realpath(folder)
  } catch (error) {
    throw unwritable(folder, error)
  }
}

/** Gives the folder to the account, where PostgreSQL does not run as this process itself. */
async function handOver(folder: string, { uid, gid }: Account): Promise<void> {
  if (uid === undefined || gid === undefined) {
    const { uid: owner } = await stat(folder)
    if (process.getuid === undefined || owner === process.getuid()) return
    throw new DatabaseStartError(
      `The database in ${folder} belongs to another user (${owner}). ` +
        'Start the API as root or as that user, or choose another DATA_DIR.',
    )
  }
  await chown(folder, uid, gid)
}

/**
 * Pauses between two starts, in milliseconds; each pause doubles the one before unless the server ran well
 * between.
 */
const SHORTEST_PAUSE = 100
const LONGEST_PAUSE = 30_000
const RAN_WELL = 60_000

/** Starts the server again whenever it ends by itself. */
async function keepRunning(options: ServerOptions, onLost: (reason: string) => void) {
  const { data, endpoint, log } = options
  const stopping = new AbortController()
  const { signal } = stopping
  let server: Server | undefined
  let restarting: Promise<void> | undefined
  let startedAt = 0
  let pause = SHORTEST_PAUSE

  const start = async () => {
    await clearLeftover(data, endpoint.socketFolder, log)
    server = await startServer(options)
    startedAt = performance.now()
    void server.ended.then((reason) => {
      if (signal.aborted) return
      onLost(reason)
      restarting = restart()
    })
  }
  const restart = async () => {
    if (performance.now() - startedAt > RAN_WELL) pause = SHORTEST_PAUSE
    while (!signal.aborted) {
      await sleep(pause, undefined, { ref: false, signal }).catch(() => {})
      pause = Math.min(pause * 2, LONGEST_PAUSE)
      if (signal.aborted) return
      try {
        await start()
        return log.info({}, 'PostgreSQL runs again')
      } catch (error) {
        log.error({ reason: messageOf(error) }, 'PostgreSQL could not be started again')
      }
    }
  }

  await start()
  return {
    async stop() {
      stopping.abort()
      await restarting
      await server?.stop()
    },
  }
}

async function makeDatabase(connection: ConnectionSettings): Promise<void> {
  await connected({ ...connection, database: 'postgres' }, async (client) => {
    const { rowCount } = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [DATABASE])
    if (rowCount === 0) await client.query(`CREATE DATABASE ${escapeIdentifier(DATABASE)}`)
  })
}
