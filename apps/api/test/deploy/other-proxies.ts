import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { textOf } from './deployment.js'
import type { OpenProxy } from './site.js'
import { startProxy, untilAnswered, type Place, type Start, type StartedProxy } from './started-proxy.js'

/** Addresses of the replicas, as the files of `deploy/` have them. */
const names = ['api-1:4000', 'api-2:4000', 'console:3000']

/** Starts a proxy before these hosts: two of the API, one of the console. */
export type StartProxy = (program: string, hosts: readonly string[]) => Promise<StartedProxy>

/** Starts a proxy by its file of `deploy/`, in which only addresses, certificates and places of logs are others. */
const started =
  (file: string, prepare: (text: string, place: Place) => Promise<Start>): StartProxy =>
  (program, hosts) => {
    let text = textOf(`deploy/${file}`)
    for (const [at, name] of names.entries()) text = text.replaceAll(name, hosts[at] ?? '')
    return startProxy(program, (place) => prepare(text, place))
  }

/** Opens a proxy before replicas; resolves once one of them answers through it. */
export const openedBy =
  (start: StartProxy, program: string): OpenProxy =>
  async (apis, consoles) => {
    const hosts = [...apis.origins, ...consoles.origins].map(hostOf)
    const proxy = await start(program, hosts)
    await untilAnswered(`${proxy.inner}/livez`, (answer) => answer.ok)
    return proxy
  }

const hostOf = (url: string): string => new URL(url).host

export const startNginx: StartProxy = started('nginx.conf', async (text, { folder, outer, inner }) => {
  const config = join(folder, 'nginx.conf')
  const log = join(folder, 'access.log')
  const changed = text
    .replace('listen 443 ssl http2;', `listen ${hostOf(outer)};`)
    .replace('listen 8080;', `listen ${hostOf(inner)};`)
    .replaceAll(/^ *(?:ssl_certificate|listen \[::\]).*\n/gm, '')
    .replace('/var/log/nginx/access.log', log)
    .replace('/var/log/nginx/error.log', 'stderr')
  const places = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${folder}/${name};`,
  )
  await writeFile(config, changed.replace('http {', `http {\n  ${places.join('\n  ')}`))
  const main = `pid ${folder}/nginx.pid; daemon off; user root;`
  return { args: ['-c', config, '-e', 'stderr', '-g', main], log }
})

export const startHaproxy: StartProxy = started('haproxy.cfg', async (text, { folder, outer, inner }) => {
  const config = join(folder, 'haproxy.cfg')
  const changed = text
    .replace(/bind :::443 .*/, `bind ${hostOf(outer)}`)
    .replace(/bind :::8080 .*/, `bind ${hostOf(inner)}`)
  await writeFile(config, changed)
  return { args: ['-W', '-db', '-f', config], env: process.env }
})
