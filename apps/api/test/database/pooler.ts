import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, chown, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { freePort } from '../../load/src/server/ports.js'
import { chooseAccount } from '../../src/adapters/database/embedded/account.js'
import { connected } from '../../src/adapters/database/connection.js'
import { onFinished } from '../on-finished.js'
import { temporaryFolder } from '../temporary-folder.js'

/** Addresses of a pooler and of the server behind it, and the folder for its files. */
export interface Place {
  readonly folder: string
  readonly listenPort: number
  /** Name of a host, or the folder of a socket. */
  readonly host: string
  readonly port: string
  readonly users: readonly { readonly name: string; readonly password: string }[]
}

/**
 * Starts a pooler before a server by what `prepare` has written into its folder, with the arguments that it returns.
 * Resolves with what makes an address lead there, once one is answered.
 */
export async function startPooler(
  program: string,
  addresses: readonly string[],
  prepare: (place: Place) => Promise<readonly string[]>,
): Promise<(address: string) => string> {
  const folder = join(await temporaryFolder(), 'pooler')
  await mkdir(folder)
  await chmod(join(folder, '..'), 0o755)
  const [first = ''] = addresses
  const { hostname, port, searchParams } = new URL(first)
  const listenPort = await freePort()
  const args = await prepare({
    folder,
    listenPort,
    host: searchParams.get('host') ?? hostname,
    port: port || '5432',
    users: addresses.map((address) => {
      const { username, password } = new URL(address)
      return { name: decodeURIComponent(username), password: decodeURIComponent(password) }
    }),
  })
  // Poolers refuse to run as root.
  const { uid, gid } = await chooseAccount(folder)
  if (uid !== undefined && gid !== undefined) await chown(folder, uid, gid)
  const child = spawn(program, args, { cwd: folder, stdio: 'ignore', ...(uid && { uid, gid }) })
  onFinished(async () => {
    const ended = once(child, 'exit')
    if (child.exitCode === null && child.kill('SIGKILL')) await ended
  })
  const through = (address: string): string => {
    const url = new URL(address)
    url.searchParams.delete('host')
    url.host = `127.0.0.1:${listenPort}`
    return url.href
  }
  await untilItAnswers(through(first))
  return through
}

async function untilItAnswers(connectionString: string): Promise<void> {
  for (let tries = 0; ; tries++) {
    try {
      return await connected({ connectionString }, async (client) => void (await client.query('SELECT 1')))
    } catch (error) {
      if (tries > 200) throw error
      await new Promise((next) => setTimeout(next, 25))
    }
  }
}
