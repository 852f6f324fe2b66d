import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { temporaryFolder, type Closing } from '../../server/program.js'
import { ServerProcess } from '../../server/server-process.js'
import { dataOf, Traffic, type Data } from '../../server/traffic.js'
import type { ProcessCost } from './process-teller.js'

const setUpToken = 'the first of all in a bench'
const preload = new URL('./process-teller.js', import.meta.url)

/** A platform of one process with the embedded database, whose costs are measured. */
export class BoundedSite {
  private constructor(
    readonly api: ServerProcess,
    /** The first administrator. */
    readonly root: Traffic,
    readonly headers: Readonly<Record<'authorization', string>>,
    private readonly closing: Closing,
  ) {}

  /** Starts the API of the build in this checkout. */
  static async open(
    checkout: string,
    closing: Closing,
    more: NodeJS.ProcessEnv = {},
    onLine?: (line: string) => void,
  ): Promise<BoundedSite> {
    const env = {
      DATA_DIR: await temporaryFolder('bench-bounds', closing),
      ENGINE_ALIASES: 'load',
      API_RATE_LIMIT: '1000000',
      REGISTRY_RATE_LIMIT: '1000000',
      INITIAL_ADMIN_CREATION_TOKEN: setUpToken,
      DRAIN_SECONDS: '0',
      LOG_LEVEL: 'error',
      ...more,
    }
    const program = pathToFileURL(join(checkout, 'apps/api/dist/main.js'))
    const api = await ServerProcess.started(env, closing, { program, preload, ...(onLine && { onLine }) })
    const token = await firstToken(api.origin)
    const root = new Traffic(api.origin, token, 'bench', closing)
    return new BoundedSite(api, root, { authorization: `Bearer ${token}` }, closing)
  }

  as(token: string): Traffic {
    return new Traffic(this.api.origin, token, 'bench', this.closing)
  }

  /** Answers the cost since it was last asked for. */
  cost(): Promise<ProcessCost> {
    return this.api.ask<ProcessCost>({ type: 'cost' })
  }

  async post(path: string, type: string, attributes: object, status = 201): Promise<Data> {
    const asked = { kind: type, method: 'POST', path: `/api/v2${path}`, status } as const
    return dataOf(await this.root.write({ ...asked, data: { type, attributes } }))
  }

  async organization(name: string): Promise<void> {
    await this.post('/organizations', 'organizations', { name, email: `${name}@example.com` })
  }
}

async function firstToken(origin: string): Promise<string> {
  const answer = await fetch(`${origin}/admin/initial-admin-user?token=${encodeURIComponent(setUpToken)}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ username: 'root', email: 'root@example.com', password: 'correct horse battery' }),
  })
  if (answer.status !== 201) throw new Error(`no administrator: ${answer.status} ${await answer.text()}`)
  return ((await answer.json()) as { token: string }).token
}

/** Polls until it is so, or the time is over; answers after how many milliseconds, undefined where it never was. */
export async function until(isSo: () => Promise<boolean>, longest: number): Promise<number | undefined> {
  const begun = performance.now()
  while (!(await isSo())) {
    if (performance.now() - begun > longest) return undefined
    await sleep(200)
  }
  return performance.now() - begun
}

/** Watches the resident memory of a process; answers by how many bytes it rose at most, and by how many in the end. */
export async function memoryRise(
  memory: () => Promise<number>,
  work: () => Promise<unknown>,
  settle: number,
): Promise<{ readonly peak: number; readonly left: number }> {
  const before = await memory()
  let peak = before
  let isOver = false
  const watching = (async () => {
    while (!isOver) {
      peak = Math.max(peak, await memory())
      await sleep(50)
    }
  })()
  await work()
  const begun = performance.now()
  let left = await memory()
  while (performance.now() - begun < settle) {
    await sleep(200)
    left = Math.min(left, await memory())
  }
  isOver = true
  await watching
  return { peak: peak - before, left: left - before }
}
