import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

/** The build, also where this is not. */
const program = fileURLToPath(new URL('../../../dist/main.js', import.meta.url))

/** One process of the API after the other, at the same address. */
export class Replica {
  readonly origin: string
  private readonly env: Readonly<Record<string, string>>
  private child: ChildProcess | undefined
  private isEnding = false

  constructor(
    port: number,
    env: Readonly<Record<string, string>>,
    /** Receives what the process says of warnings and errors. */
    private readonly onLine: (line: string) => void,
  ) {
    this.origin = `http://127.0.0.1:${port}`
    this.env = { ...env, PORT: String(port) }
  }

  /** Resolves when it can be asked. */
  async start(): Promise<void> {
    const child = fork(program, {
      silent: true,
      env: { ...process.env, NODE_ENV: 'production', ...this.env },
    })
    this.child = child
    child.once('exit', (code, signal) => {
      if (!this.isEnding) this.onLine(`a replica ended by itself with ${code ?? signal}`)
    })
    this.isEnding = false
    for (const stream of [child.stdout, child.stderr])
      if (stream) createInterface({ input: stream }).on('line', this.onLine)
    const ended = once(child, 'exit').then(([code]) => {
      throw new Error(`a replica did not start: it ended with ${String(code)}`)
    })
    for (;;) {
      const [message] = (await Promise.race([once(child, 'message'), ended])) as [{ type: string }]
      if (message.type !== 'ready') continue
      ended.catch(() => {})
      return
    }
  }

  /** Its exit code; null where it was killed. */
  async end(signal: 'SIGTERM' | 'SIGKILL'): Promise<number | null> {
    const { child } = this
    if (!child || child.exitCode !== null || child.signalCode !== null) return null
    const ended = once(child, 'exit')
    this.isEnding = true
    child.kill(signal)
    const [code] = (await ended) as [number | null]
    return code
  }
}
