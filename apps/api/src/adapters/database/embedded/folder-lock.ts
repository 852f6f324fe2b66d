import { createHash, randomBytes } from 'node:crypto'
import { lstat, open, readdir, unlink } from 'node:fs/promises'
import { connect, createServer, type Server } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { DatabaseStartError, errorCode, unwritable } from '../connection.js'

/** A folder locked by this process alone. The operating system ends the lock when the process dies, however it dies. */
export interface FolderLock {
  release(): Promise<void>
}

/** Time limit of a start that waits for another that may be about to give way or to die, in milliseconds. */
const TIMEOUT = 1500
/** A socket between its bind and its listen looks dead; none takes this long, in milliseconds. */
const SURELY_DEAD = 10_000

/**
 * Locks the folder, or throws DatabaseStartError when another process does. `socketFolder` is as of the
 * endpoint. Every contender listens on a separate socket, with a name never used again, and only then looks
 * for others. It has the lock when it sees no other alive: of two, at least the later to listen sees the
 * other, so never both have it. A contender who sees an older one steps back. A file lock would be shorter,
 * but Node has none.
 */
export async function lockFolder(folder: string, socketFolder: string): Promise<FolderLock> {
  if (process.platform === 'win32') return lockByPipe(folder)
  const place = await reachable(folder, socketFolder)
  const deadline = performance.now() + TIMEOUT
  let mine: Contender | undefined
  for (;;) {
    const others = (await contenders(place.path)).filter((name) => name !== mine?.name)
    if (mine && others.length === 0) return { release: async () => (await mine?.close(), place.close()) }
    if (!mine && others.length === 0) {
      mine = await contend(place.path).catch(async (error: unknown) => {
        await place.close()
        throw unwritable(folder, error)
      })
      continue
    }
    const older = others.find((name) => mine !== undefined && name < mine.name)
    if (older !== undefined) mine = await mine?.close()
    if (performance.now() > deadline) {
      await mine?.close()
      await place.close()
      throw inUse(folder, others[0]?.split('.')[3])
    }
    await sleep(20)
  }
}

function inUse(folder: string, pid: string | undefined): DatabaseStartError {
  return new DatabaseStartError(
    `The database in ${folder} is in use by another process${pid === undefined ? '' : ` (${pid})`}. ` +
      'Stop that one first, or give this one another DATA_DIR.',
  )
}

/**
 * Finds a path to listen at that is short enough for a socket. Linux has one to every folder, through the
 * open folder itself, so that all who open it meet in it whatever they see of /tmp.
 */
async function reachable(
  folder: string,
  socketFolder: string,
): Promise<{ path: string; close(): Promise<void> }> {
  if (process.platform !== 'linux') return { path: socketFolder, close: async () => {} }
  const handle = await open(folder)
  return { path: `/proc/self/fd/${handle.fd}`, close: () => handle.close() }
}

interface Contender {
  readonly name: string
  close(): Promise<undefined>
}

/** Names sort by age and name the process: `.hold.<time>.<pid>.<random>`. */
async function contend(folder: string): Promise<Contender> {
  const age = Date.now().toString(36).padStart(9, '0')
  const name = ['.hold', age, process.pid, randomBytes(3).toString('hex')].join('.')
  const server = await listen(join(folder, name))
  return { name, close: () => new Promise((resolve) => server.close(() => resolve(undefined))) }
}

/** The names of all who contend for the folder and live. What dead ones left is cleared away. */
async function contenders(folder: string): Promise<string[]> {
  const names = (await readdir(folder)).filter((name) => name.startsWith('.hold.')).sort()
  const living: string[] = []
  for (const name of names) {
    const path = join(folder, name)
    if (await answers(path)) living.push(name)
    else await removeIfOld(path)
  }
  return living
}

function answers(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(path)
    socket.once('connect', () => resolve(true))
    socket.once('error', (error) => resolve(!['ECONNREFUSED', 'ENOENT'].includes(errorCode(error) ?? '')))
    socket.once('connect', () => socket.destroy())
  })
}

async function removeIfOld(path: string): Promise<void> {
  const file = await lstat(path).catch(() => undefined)
  if (file && Date.now() - file.mtimeMs > SURELY_DEAD) await unlink(path).catch(() => {})
}

function listen(path: string): Promise<Server> {
  return new Promise((resolve, reject) => {
    const server = createServer((socket) => socket.destroy())
    server.once('error', reject)
    server.listen(path, () => resolve(server.unref()))
  })
}

/** Windows lets one process alone own a pipe's name, and frees the name when that process dies. */
async function lockByPipe(folder: string): Promise<FolderLock> {
  const name = createHash('sha256').update(folder.toLowerCase()).digest('hex').slice(0, 32)
  try {
    const server = await listen(`\\\\.\\pipe\\engine-database-${name}`)
    return { release: () => new Promise((resolve) => server.close(() => resolve())) }
  } catch (error) {
    if (errorCode(error) === 'EADDRINUSE') throw inUse(folder, undefined)
    throw error
  }
}
