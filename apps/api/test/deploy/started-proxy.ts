import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../../load/src/server/ports.js'
import { end, type Proxy } from './site.js'

/** Arguments and environment of a proxy, once its folder and its addresses are known. */
export interface Start {
  readonly args: readonly string[]
  readonly env?: NodeJS.ProcessEnv
  /** File with what it logs instead of printing it. */
  readonly log?: string
}

/** Folder of a proxy, and the addresses at which it is to listen. */
export interface Place {
  readonly folder: string
  readonly outer: string
  readonly inner: string
}

export interface StartedProxy extends Proxy {
  /** Returns what it has printed and logged so far. */
  output(): string
}

/** Starts a proxy by what `prepare` has written into its folder; resolves once it answers. Throws with its words if it ends. */
export async function startProxy(
  program: string,
  prepare: (place: Place) => Promise<Start>,
): Promise<StartedProxy> {
  const folder = await mkdtemp(join(tmpdir(), 'engine-proxy-'))
  const [outer, inner] = [`http://127.0.0.1:${await freePort()}`, `http://127.0.0.1:${await freePort()}`]
  const { args, env, log } = await prepare({ folder, outer, inner })
  const child: ChildProcess = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'], env })
  let printed = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (printed += String(chunk)))
  const failed = once(child, 'exit').then(([code]: number[]) => {
    throw new Error(`${program} ended with ${code}:\n${printed}`)
  })
  await Promise.race([untilAnswered(inner), failed])
  failed.catch(() => {})
  return {
    outer,
    inner,
    output: () => (log === undefined ? printed : printed + readFileSync(log, 'utf8')),
    async close() {
      await end(child)
      await rm(folder, { recursive: true, force: true })
    },
  }
}

export async function untilAnswered(
  url: string,
  isRight: (answer: Response) => boolean = () => true,
): Promise<void> {
  for (;;) {
    const answer = await fetch(url).catch(() => undefined)
    if (answer && isRight(answer)) return
    await sleep(50)
  }
}
