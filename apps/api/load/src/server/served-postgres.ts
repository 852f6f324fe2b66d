import { execFile, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, chown, mkdir } from 'node:fs/promises'
import { once } from 'node:events'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { connected } from '#api/adapters/database/connection.js'
import { findBinaries } from '#api/adapters/database/embedded/binaries.js'
import { chooseAccount, launch } from '#api/adapters/database/embedded/account.js'

export interface ServedPostgres {
  /** The address of its database `postgres`. */
  readonly url: string
  stop(): Promise<void>
}

/** TEST_POSTGRES_BIN names the folder of PostgreSQL's programs; without it those of the embedded one serve. */
export async function startPostgres(folder: string): Promise<ServedPostgres> {
  const programs = process.env['TEST_POSTGRES_BIN'] || (await findBinaries()).folder
  await mkdir(folder, { recursive: true })
  // Started by root it runs as another user, who has to get there.
  await chmod(dirname(folder), 0o711)
  return startServedPostgres(programs, folder, { max_connections: '100' })
}

/**
 * Starts a PostgreSQL other than the embedded one, from the programs in a folder such as
 * /usr/lib/postgresql/15/bin, with its data and its socket in `folder`; what is there already is used on.
 */
export async function startServedPostgres(
  programs: string,
  folder: string,
  settings: Record<string, string> = {},
): Promise<ServedPostgres> {
  const account = await chooseAccount(folder)
  if (account.uid !== undefined && account.gid !== undefined) await chown(folder, account.uid, account.gid)
  const data = join(folder, 'data')

  if (!existsSync(join(data, 'PG_VERSION'))) {
    const initdb = launch(account, folder, join(programs, 'initdb'), [
      ...['-D', data, '-U', 'postgres', '--encoding=UTF8', '--locale=C', '--auth=trust', '--no-sync'],
    ])
    await promisify(execFile)(initdb.file, initdb.args, initdb.options)
  }

  const all = { listen_addresses: '', port: '5432', ...settings, unix_socket_directories: folder }
  const postgres = launch(account, folder, join(programs, 'postgres'), [
    ...['-D', data],
    ...Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ])
  const child = spawn(postgres.file, postgres.args, { ...postgres.options, stdio: 'ignore' })
  const ended = once(child, 'exit')
  const url = `postgresql://postgres@localhost:${all.port}/postgres?host=${encodeURIComponent(folder)}`
  await untilReady(url, child)
  return {
    url,
    async stop() {
      child.kill('SIGINT')
      await ended
    },
  }
}

async function untilReady(url: string, child: { exitCode: number | null }): Promise<void> {
  for (;;) {
    try {
      return await connected({ connectionString: url }, async () => {})
    } catch (error) {
      if (child.exitCode !== null) throw error
      await sleep(20)
    }
  }
}
