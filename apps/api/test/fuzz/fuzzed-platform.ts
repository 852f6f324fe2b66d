import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'vitest'
import { startTestApp, testSecretKey, type TestApp } from '../app.js'
import { startApi, type ApiProcess } from '../process/api-process.js'
import { runtimeWords } from '../reference/runtime-words.js'
import { send, type WireRequest } from '../reference/wire.js'

export const seed = Number(process.env['ENGINE_TEST_SEED'] ?? Date.now() % 2 ** 31)

/** Time limit of a request in milliseconds; a longer one is a hang. */
const timeout = 5_000
const mebibyte = 1024 ** 2

/** Texts that reveal internals of the service. */
const secrets = /node_modules|\/dist\/|prisma|SELECT .+ FROM|violates|ECONN|at .+\.js:\d+/i

/** The built API in a separate process, and the faults of its answers. */
export class FuzzedPlatform {
  readonly failures: string[] = []
  private readonly statuses = new Map<string, number>()
  /** Memory in MiB, as the process reports it. */
  readonly memory: number[] = []
  /** Duration of the slowest request, in milliseconds. */
  slowest = 0

  private constructor(
    /** App on the same database, which makes people and things. */
    readonly app: TestApp,
    readonly api: ApiProcess,
    private readonly folder: string,
  ) {}

  static async start(): Promise<FuzzedPlatform> {
    const folder = await mkdtemp(join(tmpdir(), 'engine-fuzz-'))
    const app = await startTestApp()
    const api = await startApi(folder, {
      DATABASE_URL: app.databaseUrl,
      SECRET_KEY: testSecretKey,
      REGISTRY_RATE_LIMIT: '0',
      LOG_LEVEL: 'error',
      ENGINE_ALIASES: 'terraform',
    })
    return new FuzzedPlatform(app, api, folder)
  }

  async stop(): Promise<void> {
    this.api.child.kill('SIGTERM')
    await this.api.ended
    await this.app.stop()
    await rm(this.folder, { recursive: true, force: true })
  }

  /** Undefined where there was no answer. */
  async ask(asked: WireRequest): Promise<{ readonly status: number; readonly text: string } | undefined> {
    const started = performance.now()
    const what = `${asked.method} ${asked.target.slice(0, 300)} ${asked.body?.toString().slice(0, 600) ?? ''}`
    try {
      const { status, text } = await send(this.api.url, asked)
      const kind = `${Math.floor(status / 100)}xx`
      this.statuses.set(kind, (this.statuses.get(kind) ?? 0) + 1)
      if (status >= 500) this.failures.push(`${status} ${what} -> ${text.slice(0, 300)}`)
      else if (status >= 400 && (secrets.test(text) || runtimeWords.test(text)))
        this.failures.push(`told too much: ${what} -> ${text.slice(0, 300)}`)
      return { status, text }
    } catch (error) {
      this.failures.push(`${String(error)}: ${what}`)
      return undefined
    } finally {
      const took = performance.now() - started
      this.slowest = Math.max(this.slowest, took)
      if (took > timeout) this.failures.push(`took ${Math.round(took)} ms: ${what}`)
    }
  }

  /** Reports the state after this number of requests. */
  async tell(count: number, things: string): Promise<void> {
    const text = await (await fetch(`${this.api.url}/metrics`)).text()
    const bytes = Number(/^process_resident_memory_bytes (\d+)/m.exec(text)?.[1])
    this.memory.push(Math.round(bytes / mebibyte))
    const told = [...this.statuses].sort().map(([kind, answers]) => `${kind} ${answers}`)
    console.log(`${count} ${things}: ${told.join(', ')}; ${this.memory.at(-1)} MiB`)
  }
}

/** Expects no failure, a running process and flat memory. */
export function expectSound({ api, failures, memory, slowest }: FuzzedPlatform): void {
  console.log(`slowest answer ${Math.round(slowest)} ms; memory in MiB: ${memory.join(' ')}`)
  expect(api.child.exitCode, api.output()).toBeNull()
  expect(failures.slice(0, 20)).toEqual([])
  expect(failures).toHaveLength(0)
  const half = memory.length / 2
  const highest = (part: readonly number[]): number => Math.max(...part)
  expect(highest(memory.slice(half))).toBeLessThan(highest(memory.slice(0, half)) * 1.2 + 50)
}

/** Works through all of them, with this number at once. */
export async function inTurn<Thing>(
  things: readonly Thing[],
  atOnce: number,
  work: (thing: Thing, lane: number) => Promise<unknown>,
): Promise<void> {
  const next = things.values()
  const lane = async (_: unknown, number: number): Promise<void> => {
    for (const thing of next) await work(thing, number)
  }
  await Promise.all(Array.from({ length: atOnce }, lane))
}
