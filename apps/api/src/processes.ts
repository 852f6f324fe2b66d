import cluster, { type Worker } from 'node:cluster'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { prepareDatabase } from './adapters/database/open.js'
import type { Measured } from './adapters/metrics/metrics.js'
import { loadSecret } from './adapters/secrets/keys.js'
import { announceSetUp, progressTo, type Announcement } from './announce.js'
import type { Config } from './config.js'
import type { Log } from './kernel/log.js'
import { OperatorFault } from './kernel/operator-fault.js'
import { release } from './release.js'
import { onceStopped } from './stopping.js'
import type { FromWorker, Place, ToWorker } from './worker.js'

/** The pause before a process that ended is replaced, in milliseconds; it doubles unless the process ran well. */
const shortestPause = 100
const longestPause = 30_000
const ranWell = 60_000

/** The longest time for which the metrics of one request wait for a process, in milliseconds. */
const longestSilence = 2000

/**
 * Starts `API_PROCESSES` processes of the API that share one port, one database and one log, and replaces each that ends by
 * itself (contract §19). This one serves nothing: it owns the embedded database, so that no process that serves takes it
 * away when it ends. Throws OperatorFault where one ends before all are ready.
 */
export async function startProcesses(config: Config, log: Log): Promise<void> {
  const database = await prepareDatabase({ ...config, log, onProgress: progressTo(log), release })
  const site = new Processes(config.processes, log, {
    ways: database.ways,
    // One that is served elsewhere each process reaches by its own settings, which may hold what no message can.
    ...(config.databaseUrl === undefined && { connection: database.connection }),
  })
  try {
    // Made once, before several processes find it missing.
    await loadSecret(config)
    const ready = await site.start()
    onceStopped(log, async () => {
      await site.stop()
      await database.stop()
    })
    announceSetUp(config, log, ready)
  } catch (error) {
    await site.stop()
    await database.stop()
    throw error
  }
}

/** Message that goes with a connection; its number is that of the answer whether the process has accepted it. */
interface Handing {
  readonly act: 'newconn'
  readonly seq: number
}

const isHanding = (message: unknown): message is Handing =>
  typeof message === 'object' && message !== null && 'act' in message && message.act === 'newconn'

interface Closable {
  close(...args: unknown[]): void
}

const isClosable = (value: unknown): value is Closable =>
  typeof value === 'object' && value !== null && 'close' in value && typeof value.close === 'function'

/**
 * Hands on the connection that a process was handed and had not accepted when it ended; `hasOthers` says whether another
 * one serves. The library waits for that process for ever, and its client with it (`cluster` of Node.js 20.20): it is told
 * here what a process that shuts down would have said. By then all that the process did say has been read.
 */
function handOnConnections(worker: Worker, hasOthers: () => boolean): void {
  const { process } = worker
  const handed = new Map<Closable, number>()
  const send = process.send.bind(process) as (...args: unknown[]) => boolean
  process.send = (...args: unknown[]) => {
    const [message, handle] = args
    if (isHanding(message) && isClosable(handle)) {
      const close = handle.close.bind(handle)
      handed.set(handle, message.seq)
      handle.close = (...given) => {
        handed.delete(handle)
        close(...given)
      }
    }
    return send(...args)
  }
  process.once('close', () => {
    for (const [handle, seq] of handed)
      if (hasOthers())
        process.emit('internalMessage', { cmd: 'NODE_CLUSTER', ack: seq, accepted: false }, handle)
      else handle.close()
  })
}

class Processes {
  private readonly workers = new Map<number, Worker>()
  /** Workers that have reported to be ready. */
  private readonly serving = new Set<Worker>()
  private readonly answers = new Map<number, (measured: Measured) => void>()
  private asked = 0
  private stopping = false

  constructor(
    private readonly count: number,
    private readonly log: Log,
    private readonly database: Place['database'],
  ) {}

  /** Starts the first, and then the others: once it announces itself the platform answers. */
  async start(): Promise<Announcement> {
    const first = await this.ready({ number: 1, isFirst: true })
    const others = Array.from({ length: this.count - 1 }, (_, n) => n + 2)
    await Promise.all(others.map((number) => this.ready({ number, isFirst: false })))
    for (const [number, worker] of this.workers) void this.keep(number, worker)
    return first
  }

  /** Stops all of them. Each that serves drains; one that only starts has nothing to bring to its end. */
  async stop(): Promise<void> {
    this.stopping = true
    await Promise.all(
      [...this.workers.values()].map(async (worker) => {
        if (worker.isDead()) return
        const ended = once(worker, 'exit')
        worker.process.kill(this.serving.has(worker) ? 'SIGTERM' : 'SIGKILL')
        await ended
      }),
    )
  }

  private async keep(number: number, started: Worker): Promise<void> {
    let worker = started
    let pause = shortestPause
    while (!this.stopping) {
      const since = performance.now()
      const how = worker.isDead() ? '' : (await once(worker, 'exit')).filter(Boolean).join(' ')
      this.serving.delete(worker)
      if (this.stopping) return
      if (performance.now() - since > ranWell) pause = shortestPause
      this.log.error({ process: number, how }, 'a process of the API ended; another one takes its place')
      await sleep(pause)
      pause = Math.min(pause * 2, longestPause)
      if (!this.stopping) worker = this.fork({ number, isFirst: false })
    }
  }

  private async ready(place: Omit<Place, 'database'>): Promise<Announcement> {
    const worker = this.fork(place)
    const ended = new AbortController()
    const { signal } = ended
    return Promise.race([
      new Promise<Announcement>((done) => {
        worker.on('message', (message: Announcement | FromWorker) => {
          if (message.type === 'ready') done(message)
        })
      }),
      once(worker, 'exit', { signal }).then(() => {
        throw new OperatorFault('A process of the API ended before it was ready, by what stands above.')
      }),
    ]).finally(() => ended.abort())
  }

  private fork(place: Omit<Place, 'database'>): Worker {
    const worker = cluster.fork()
    this.workers.set(place.number, worker)
    handOnConnections(worker, () =>
      [...this.serving].some((other) => other !== worker && other.isConnected()),
    )
    this.log.info({ process: place.number, pid: worker.process.pid }, 'a process of the API starts')
    const tell = (message: ToWorker): void => {
      if (worker.isConnected()) worker.send(message)
    }
    worker.on('message', (message: Announcement | FromWorker) => {
      if (message.type === 'ready') this.serving.add(worker)
      if (message.type === 'join') tell({ type: 'place', place: { ...place, database: this.database } })
      if (message.type === 'measured') this.answers.get(message.id)?.(message.measured)
      if (message.type === 'metrics')
        void this.measured().then((all) => tell({ type: 'metrics', id: message.id, all }))
    })
    return worker
  }

  /** Asks each process for its measurements. One that does not answer is left out. */
  private async measured(): Promise<readonly Measured[]> {
    const running = [...this.workers.values()].filter((worker) => worker.isConnected())
    return Promise.all(
      running.map(async (worker) => {
        const id = ++this.asked
        const answered = new Promise<Measured>((done) => this.answers.set(id, done))
        worker.send({ type: 'measure', id } satisfies ToWorker)
        const late = new AbortController()
        const none = async (): Promise<Measured> => []
        const silence = sleep(longestSilence, undefined, { signal: late.signal }).then(none, none)
        return Promise.race([answered, silence]).finally(() => {
          late.abort()
          this.answers.delete(id)
        })
      }),
    )
  }
}
