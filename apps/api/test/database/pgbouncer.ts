import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { startPooler } from './pooler.js'

/** Puts PgBouncer, set as Debian installs it but for these lines, before a server; answers what makes an address lead there. */
export const startPgbouncer = (
  program: string,
  addresses: readonly string[],
  lines: readonly string[] = [],
): Promise<(address: string) => string> =>
  startPooler(program, addresses, async ({ folder, listenPort, host, port, users }) => {
    const config = [
      '[databases]',
      `* = host=${host} port=${port}`,
      '[pgbouncer]',
      'listen_addr = 127.0.0.1',
      `listen_port = ${listenPort}`,
      'unix_socket_dir =',
      'auth_type = scram-sha-256',
      'auth_file = userlist.txt',
      ...lines,
    ]
    const passwords = users.map(({ name, password }) => `"${name}" "${password}"`)
    await writeFile(join(folder, 'userlist.txt'), passwords.join('\n'))
    await writeFile(join(folder, 'pgbouncer.ini'), config.join('\n'))
    return ['pgbouncer.ini']
  })
