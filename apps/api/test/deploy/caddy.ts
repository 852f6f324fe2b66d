import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { textOf } from './deployment.js'
import type { OpenProxy } from './site.js'
import { startProxy, untilAnswered, type StartedProxy } from './started-proxy.js'

/** Caddy before these hosts, separated by blanks. */
export interface Upstreams {
  readonly apis: string
  readonly consoles: string
}

/** The proxy of the compose file itself, with its own file; only its addresses are others, and what `change` changes. */
export const startCaddy = (
  program: string,
  { apis, consoles }: Upstreams,
  change: (config: string) => string = (config) => config,
): Promise<StartedProxy> =>
  startProxy(program, async ({ folder, outer, inner }) => {
    const config = join(folder, 'Caddyfile')
    await writeFile(config, change(textOf('deploy/Caddyfile').replace('http://:8080', inner)))
    const env = { HOME: folder, SITE: outer, API_REPLICAS: apis, CONSOLE_REPLICAS: consoles }
    return { args: ['run', '--adapter', 'caddyfile', '--config', config], env }
  })

export function openCaddy(program: string): OpenProxy {
  const hostsOf = (origins: readonly string[]): string => origins.map((each) => new URL(each).host).join(' ')
  return async (apis, consoles) => {
    const caddy = await startCaddy(program, {
      apis: hostsOf(apis.origins),
      consoles: hostsOf(consoles.origins),
    })
    await untilAnswered(`${caddy.inner}/livez`, (answer) => answer.ok)
    return caddy
  }
}
