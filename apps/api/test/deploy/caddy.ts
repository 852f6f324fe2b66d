import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../../load/src/bench/ports.js'
import { textOf } from './deployment.js'
import { end, type OpenProxy } from './site.js'

/** The proxy of the compose file itself, with its own file; only its addresses are others. */
export function openCaddy(program: string): OpenProxy {
  return async (apis, consoles) => {
    const folder = await mkdtemp(join(tmpdir(), 'engine-caddy-'))
    const [outer, inner] = [`http://127.0.0.1:${await freePort()}`, `http://127.0.0.1:${await freePort()}`]
    const config = join(folder, 'Caddyfile')
    await writeFile(config, textOf('deploy/Caddyfile').replace('http://:8080', inner))
    const hostsOf = (origins: readonly string[]): string =>
      origins.map((each) => new URL(each).host).join(' ')
    const child = spawn(program, ['run', '--adapter', 'caddyfile', '--config', config], {
      stdio: ['ignore', 'ignore', 'ignore'],
      env: {
        ...{ HOME: folder, SITE: outer },
        ...{ API_REPLICAS: hostsOf(apis.origins), CONSOLE_REPLICAS: hostsOf(consoles.origins) },
      },
    })
    await Promise.race([untilAnswered(`${inner}/livez`), failed(child)])
    return {
      outer,
      inner,
      async close() {
        await end(child)
        await rm(folder, { recursive: true, force: true })
      },
    }
  }
}

async function untilAnswered(url: string): Promise<void> {
  for (;;) {
    const answer = await fetch(url).catch(() => undefined)
    if (answer?.ok) return
    await sleep(50)
  }
}

async function failed(child: ReturnType<typeof spawn>): Promise<never> {
  const [code] = (await once(child, 'exit')) as [number]
  throw new Error(`Caddy ended with ${code}`)
}
