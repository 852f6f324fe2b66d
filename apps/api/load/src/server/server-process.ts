import { fork, type ChildProcess } from 'node:child_process'
import { on, once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { freePort } from './ports.js'
import type { Closing } from './program.js'

/** The built API, also where this is not built. */
const builtApi = new URL('../../../dist/main.js', import.meta.url)

interface Message {
  readonly type: string
  readonly [content: string]: unknown
}

interface ProcessOptions {
  /** Another program than the built API. */
  readonly program?: URL
  /** A module that it loads first. */
  readonly preload?: URL
  /** Receives what it logs, which is thrown away otherwise. */
  readonly onLine?: (line: string) => void
}

/** The settings of production, but for limits that no caller reaches. */
export const unlimited = (dataDir: string, databaseUrl: string): NodeJS.ProcessEnv => ({
  DATABASE_URL: databaseUrl,
  DATA_DIR: dataDir,
  ENGINE_ALIASES: 'load',
  SECRET_KEY: 'a key of 32 bytes or more that keeps no secrets',
  API_RATE_LIMIT: '1000000',
  REGISTRY_RATE_LIMIT: '1000000',
})

/** One process of a server after the other, at the same address, as they are run in production. */
export class ServerProcess {
  readonly origin: string
  private child: ChildProcess | undefined

  private constructor(
    private readonly env: NodeJS.ProcessEnv,
    port: number,
    private readonly options: ProcessOptions,
  ) {
    this.origin = `http://127.0.0.1:${port}`
    this.env = { ...process.env, NODE_ENV: 'production', ...env, PORT: String(port) }
  }

  static async create(env: NodeJS.ProcessEnv, options: ProcessOptions = {}): Promise<ServerProcess> {
    return new ServerProcess(env, await freePort(), options)
  }

  /** One that runs, and ends with the program. */
  static async started(env: NodeJS.ProcessEnv, closing: Closing, options?: ProcessOptions) {
    const server = await ServerProcess.create(env, options)
    closing.push(() => server.end())
    await server.start()
    return server
  }

  get pid(): number {
    return this.child?.pid ?? 0
  }

  /** Resolves when it says that it is ready. */
  async start(): Promise<void> {
    const { program = builtApi, preload, onLine } = this.options
    const child = fork(fileURLToPath(program), {
      stdio: ['ignore', 'pipe', onLine ? 'pipe' : 'inherit', 'ipc'],
      env: this.env,
      execArgv: preload ? ['--import', preload.href] : [],
    })
    this.child = child
    if (onLine)
      for (const input of [child.stdout, child.stderr])
        if (input) createInterface({ input }).on('line', onLine)
    child.stdout?.resume()
    await messageOf(child, 'ready')
  }

  /** Sends a message and answers the one of the same type that comes back. */
  async ask<Told>(question: Message): Promise<Told> {
    const { child } = this
    if (!child) throw new Error('a server was asked before its start')
    const told = messageOf<Told>(child, question.type)
    child.send(question)
    return told
  }

  /** Ends the process and returns its exit code; null after a kill, or if it does not run. */
  async end(signal: 'SIGTERM' | 'SIGKILL' = 'SIGTERM'): Promise<number | null> {
    const { child } = this
    if (!child || child.exitCode !== null || child.signalCode !== null) return child?.exitCode ?? null
    const ended = once(child, 'exit')
    child.kill(signal)
    const [code] = (await ended) as [number | null]
    return code
  }
}

async function messageOf<Told>(child: ChildProcess, type: string): Promise<Told> {
  for await (const [told] of on(child, 'message', { close: ['exit'] })) if (told.type === type) return told
  throw new Error(`a server ended too early, with ${child.exitCode ?? child.signalCode}`)
}
