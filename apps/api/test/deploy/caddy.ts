import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../../load/src/server/ports.js'
import { textOf } from './deployment.js'
import { end, type OpenProxy, type Proxy } from './site.js'

/** Caddy before these hosts, separated by blanks. */
export interface Upstreams {
  readonly apis: string
  readonly consoles: string
}

export interface Caddy extends Proxy {
  /** Its log so far. */
  output(): string
}

/** The proxy of the compose file itself, with its own file; only its addresses are others, and what `change` changes. */
export async function startCaddy(
  program: string,
  { apis, consoles }: Upstreams,
  change: (config: string) => string = (config) => config,
): Promise<Caddy> {
  const folder = await mkdtemp(join(tmpdir(), 'engine-caddy-'))
  const [outer, inner] = [`http://127.0.0.1:${await freePort()}`, `http://127.0.0.1:${await freePort()}`]
  const config = join(folder, 'Caddyfile')
  await writeFile(config, change(textOf('deploy/Caddyfile').replace('http://:8080', inner)))
  const child = spawn(program, ['run', '--adapter', 'caddyfile', '--config', config], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { HOME: folder, SITE: outer, API_REPLICAS: apis, CONSOLE_REPLICAS: consoles },
  })
  let printed = ''
  child.stderr.on('data', (chunk) => (printed += String(chunk)))
  const failed = once(child, 'exit').then(([code]: number[]) => {
    throw new Error(`Caddy ended with ${code}:\n${printed}`)
  })
  await Promise.race([untilAnswered(inner), failed])
  failed.catch(() => {})
  return {
    outer,
    inner,
    output: () => printed,
    async close() {
      await end(child)
      await rm(folder, { recursive: true, force: true })
    },
  }
}

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

async function untilAnswered(
  url: string,
  isRight: (answer: Response) => boolean = () => true,
): Promise<void> {
  for (;;) {
    const answer = await fetch(url).catch(() => undefined)
    if (answer && isRight(answer)) return
    await sleep(50)
  }
}
