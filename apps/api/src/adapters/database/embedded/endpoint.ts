import { createHash } from 'node:crypto'
import { chown, lstat, mkdir } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { DatabaseStartError, errorCode, type ConnectionSettings } from '../connection.js'
import type { Account } from './account.js'

/** Address that the embedded server listens at, and the connection to it. */
export interface Endpoint {
  /** Connection without a user: each role has a separate password. */
  readonly connection: ConnectionSettings
  /** Server settings that make it listen there. */
  readonly settings: Readonly<Record<string, string>>
  /** The folder of its socket: only the account and root may enter it. Windows has none and names the database's. */
  readonly socketFolder: string
}

export const DATABASE = 'engine'
/** Port, which is only a part of the socket's name; Windows, which has no socket, takes a free one. */
export const PORT = 5432

/** A socket's path may have 107 bytes on Linux and 103 on macOS; the longest name here takes 30 of them. */
const LONGEST_SOCKET_FOLDER = 103 - 30

export async function chooseEndpoint(folder: string, account: Account): Promise<Endpoint> {
  if (process.platform === 'win32') return loopback(folder)
  const short = Buffer.byteLength(folder) <= LONGEST_SOCKET_FOLDER
  const socketFolder = short ? folder : await privateShortFolder(folder, account)
  return {
    connection: { host: socketFolder, port: PORT, database: DATABASE, ssl: false },
    settings: {
      listen_addresses: '',
      port: String(PORT),
      unix_socket_directories: socketFolder,
      unix_socket_permissions: '0700',
    },
    socketFolder,
  }
}

/** A folder under /tmp that belongs to one database's folder. Its name can be guessed, so its owner is checked. */
async function privateShortFolder(folder: string, account: Account): Promise<string> {
  const uid = account.uid ?? process.getuid?.() ?? 0
  const path = join('/tmp', `engine-${uid}-${createHash('sha256').update(folder).digest('hex').slice(0, 16)}`)
  try {
    await mkdir(path, { mode: 0o700 })
    if (account.uid !== undefined && account.gid !== undefined) await chown(path, account.uid, account.gid)
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error
  }
  const found = await lstat(path)
  if (!found.isDirectory() || found.uid !== uid || (found.mode & 0o077) !== 0) {
    throw new DatabaseStartError(
      `The path of ${folder} is too long for a socket, and ${path}, which would take its place, is not private. ` +
        'Remove it, or choose a shorter DATA_DIR.',
    )
  }
  return path
}

async function loopback(folder: string): Promise<Endpoint> {
  const port = await freePort()
  return {
    connection: { host: '127.0.0.1', port, database: DATABASE, ssl: false },
    settings: { listen_addresses: '127.0.0.1', port: String(port) },
    socketFolder: folder,
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo
      server.close(() => resolve(port))
    })
  })
}
