import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, chown, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { freePort } from '../../load/src/server/ports.js'
import { chooseAccount } from '../../src/adapters/database/embedded/account.js'
import { connected } from '../../src/adapters/database/connection.js'
import { onFinished } from '../on-finished.js'
import { temporaryFolder } from '../temporary-folder.js'

/** Puts PgBouncer, set as Debian installs it but for these lines, before a server; answers what makes an address lead there. */
export async function startPgbouncer(
  program: string,
  addresses: readonly string[],
  lines: readonly string[] = [],
): Promise<(address: string) => string> {
  const folder = join(await temporaryFolder(), 'pgbouncer')
  await mkdir(folder)
  await chmod(join(folder, '..'), 0o755)
  const [first = ''] = addresses
  const { hostname, port, searchParams } = new URL(first)
  const users = addresses.map((address) => {
    const { username, password } = new URL(address)
    return `"${decodeURIComponent(username)}" "${decodeURIComponent(password)}"`
  })
  const listenPort = await freePort()
  const config = [
    '[databases]',
    `* = host=${searchParams.get('host') ?? hostname} port=${port || '5432'}`,
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${listenPort}`,
    'unix_socket_dir =',
    'auth_type = scram-sha-256',
    'auth_file = userlist.txt',
    ...lines,
  ]
  await writeFile(join(folder, 'userlist.txt'), users.join('\n'))
  await writeFile(join(folder, 'pgbouncer.ini'), config.join('\n'))
  // It refuses to run as root.
  const { uid, gid } = await chooseAccount(folder)
  if (uid !== undefined && gid !== undefined) await chown(folder, uid, gid)
  const child = spawn(program, ['pgbouncer.ini'], { cwd: folder, stdio: 'ignore', ...(uid && { uid, gid }) })
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
