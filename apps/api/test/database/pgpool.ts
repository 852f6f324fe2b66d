import { join } from 'node:path'
import { writeFile } from 'node:fs/promises'
import { startPooler } from './pooler.js'

/** Puts Pgpool-II before a server, set to pool alone; answers what makes an address lead there. */
export const startPgpool = (
  program: string,
  addresses: readonly string[],
): Promise<(address: string) => string> =>
  startPooler(program, addresses, async ({ folder, listenPort, host, port, users }) => {
    const settings = {
      listen_addresses: '127.0.0.1',
      port: listenPort,
      socket_dir: folder,
      pcp_listen_addresses: '',
      pcp_socket_dir: folder,
      wd_ipc_socket_dir: folder,
      backend_clustering_mode: 'raw',
      backend_hostname0: host,
      backend_port0: port,
      enable_pool_hba: 'off',
      pool_passwd: 'pool_passwd',
      logdir: folder,
      pid_file_name: join(folder, 'pgpool.pid'),
    }
    const lines = Object.entries(settings).map(([name, value]) => `${name} = '${value}'`)
    await writeFile(join(folder, 'pgpool.conf'), lines.join('\n'))
    await writeFile(join(folder, 'pcp.conf'), '')
    const passwords = users.map(({ name, password }) => `${name}:TEXT${password}\n`)
    await writeFile(join(folder, 'pool_passwd'), passwords.join(''))
    return ['-n', '-f', 'pgpool.conf', '-F', 'pcp.conf']
  })
