import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { freePort } from '../../load/src/server/ports.js'
import type { Replica } from '../../load/src/soak/site.js'
import type { Rendered } from './helm.js'

interface Probe {
  readonly httpGet: { readonly path: string }
}

/** A container as it is rendered; what a cluster does with the rest of it no process can show. */
interface Container {
  readonly args?: readonly string[]
  readonly command?: readonly string[]
  readonly env?: readonly { readonly name: string; readonly value?: string }[]
  readonly startupProbe?: Probe
  readonly livenessProbe?: Probe
  readonly readinessProbe?: Probe
  readonly lifecycle?: { readonly preStop: { readonly exec: { readonly command: readonly string[] } } }
}

/** Places on this machine of what a cluster would bring to a container. */
export interface Machine {
  /** Folder of the program, as the image has it. */
  readonly image: string
  /** Folder with the keys of the Secret, a file each. */
  readonly secrets: string
  /** Folder of the program's data in the image; nothing may be written there, since a cluster has it read-only. */
  readonly dataDir: string
  /** Addresses of services by their names: `site-engine-platform-api:4000`. */
  readonly services: ReadonlyMap<string, string>
}

const secretsPath = '/etc/engine/secrets'

/** A user without a name and without a right to write, as clusters choose them; only root can become it. */
const unnamedUser = process.getuid?.() === 0 ? { uid: 54_321, gid: 54_321 } : {}
const ports = ['PORT', 'CONSOLE_PORT']

/** A container of a rendered object as a process, at the same address after each start. */
export class PodProcess implements Replica {
  readonly origin: string
  private child: ChildProcess | undefined
  private printed = ''

  private constructor(
    private readonly container: Container,
    private readonly machine: Machine,
    private readonly port: number,
  ) {
    this.origin = `http://127.0.0.1:${port}`
  }

  static async of(object: Rendered, machine: Machine): Promise<PodProcess> {
    return new PodProcess(containerOf(object), machine, await freePort())
  }

  get output(): string {
    return this.printed
  }

  /** Resolves once each of its probes has passed. Throws with what it printed if it ends before, or if one takes minutes. */
  async start(): Promise<void> {
    const ended = this.begin()
    const { startupProbe, livenessProbe, readinessProbe } = this.container
    for (const probe of [startupProbe, livenessProbe, readinessProbe]) {
      if (probe === undefined) throw new Error('the container lacks a probe')
      await this.pass(probe, ended)
    }
  }

  private async pass({ httpGet: { path } }: Probe, ended: Promise<number | null>): Promise<void> {
    for (const begun = performance.now(); performance.now() - begun < 120_000; await sleep(100)) {
      const { exitCode } = this.child ?? {}
      if (typeof exitCode === 'number') throw new Error(`it ended with ${await ended}: ${this.printed}`)
      const answer = await fetch(`${this.origin}${path}`).catch(() => undefined)
      await answer?.arrayBuffer()
      if (answer?.ok) return
    }
    throw new Error(`${path} did not become ready: ${this.printed}`)
  }

  /** Runs it to its end; resolves with its exit code. */
  run(): Promise<number | null> {
    return this.begin()
  }

  /** Stops it as a cluster does: first what its lifecycle says, then SIGTERM. */
  async end(): Promise<number | null> {
    const { child, container } = this
    if (!child || child.exitCode !== null || child.signalCode !== null) return child?.exitCode ?? null
    const [command, ...args] = container.lifecycle?.preStop.exec.command ?? []
    if (command !== undefined) await promisify(execFile)(command, args)
    const ended = once(child, 'exit')
    child.kill('SIGTERM')
    return (await ended)[0] as number | null
  }

  async kill(): Promise<void> {
    const { child } = this
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    child.kill('SIGKILL')
    await ended
  }

  private async begin(): Promise<number | null> {
    const { command = ['deploy/run'], args = [] } = this.container
    const [program = '', ...before] = command
    const given = [...before, ...args].map((text) => this.onThisMachine(text))
    this.printed = ''
    const child = spawn(program, given, {
      cwd: this.machine.image,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: this.environment(),
      ...unnamedUser,
    })
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk) => (this.printed += String(chunk)))
    this.child = child
    return ((await once(child, 'exit')) as [number | null])[0]
  }

  private environment(): NodeJS.ProcessEnv {
    const { env = [] } = this.container
    const given = env.map(({ name, value = '' }) => [
      name,
      ports.includes(name) ? String(this.port) : this.onThisMachine(value),
    ])
    return {
      PATH: process.env['PATH'] ?? '',
      // As deploy/Dockerfile has them.
      NODE_ENV: 'production',
      NEXT_TELEMETRY_DISABLED: '1',
      DATA_DIR: this.machine.dataDir,
      ...Object.fromEntries(given),
      HOST: '127.0.0.1',
      TRUSTED_PROXIES: '127.0.0.1/32',
    }
  }

  private onThisMachine(text: string): string {
    let changed = text.replace(secretsPath, this.machine.secrets)
    for (const [name, address] of this.machine.services) changed = changed.replace(`http://${name}`, address)
    return changed
  }
}

function containerOf({ kind, spec }: Rendered): Container {
  const pod = kind === 'Pod' ? spec : (spec as { template: { spec: unknown } }).template.spec
  const { containers } = pod as { containers: readonly [Container] }
  return containers[0]
}
