import { spawn } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { request } from 'undici'
import { freePort } from '../server/ports.js'
import type { Closing } from '../server/program.js'

/** Returns the origin of an nginx that sends what lies in the folder's `www`; undefined where none is installed. */
export async function startNginx(folder: string, closing: Closing): Promise<string | undefined> {
  const port = await freePort()
  await mkdir(join(folder, 'www'), { recursive: true })
  const places = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (kind) => `${kind}_temp_path ${folder}/${kind};`,
  )
  const settings = [
    ...(process.getuid?.() === 0 ? ['user root;'] : []),
    `daemon off; worker_processes 1; pid ${folder}/nginx.pid; error_log ${folder}/error.log; events {}`,
    `http { access_log off; sendfile on; tcp_nopush on; keepalive_requests 1000000; ${places.join(' ')}`,
    `server { listen 127.0.0.1:${port}; root ${folder}/www; } }`,
  ]
  await writeFile(join(folder, 'nginx.conf'), settings.join('\n'))
  const path = `${process.env['PATH']}:/usr/sbin`
  const child = spawn('nginx', ['-c', join(folder, 'nginx.conf')], {
    stdio: 'ignore',
    env: { ...process.env, PATH: path },
  })
  let isGone = false
  child.once('error', () => (isGone = true)).once('exit', () => (isGone = true))
  closing.push(async () => void child.kill('SIGTERM'))
  for (let tries = 0; tries < 100 && !isGone; tries++) {
    const isThere = await request(`http://127.0.0.1:${port}/`).then(
      ({ body }) => body.dump().then(() => true),
      () => false,
    )
    if (isThere) return `http://127.0.0.1:${port}`
    await sleep(20)
  }
  return undefined
}
