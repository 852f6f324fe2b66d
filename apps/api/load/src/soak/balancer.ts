import { once } from 'node:events'
import {
  Agent,
  createServer,
  request,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http'
import type { AddressInfo } from 'node:net'
import { pipeline } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'

/** Says which replica answered, for the counts. */
export const replicaHeader = 'x-answered-by'

const repeatable = new Set(['GET', 'HEAD', 'OPTIONS', 'PUT', 'DELETE'])
/** Headers that concern one connection alone, and not the answer. */
const hopByHop = ['connection', 'keep-alive', 'transfer-encoding']

/**
 * The least that a proxy in front of several replicas must do: it asks those in turn that say they are ready, and what
 * could not be connected, so that nothing of it was sent, it asks of another when the method may be repeated.
 */
export async function openBalancer(replicasOf: (path: string) => Replicas, { keepForwarded = false } = {}) {
  // A connection is given up before the replica does that, so that no request meets its end.
  const agent = new Agent({ keepAlive: true, timeout: 60_000 })
  const server = createServer((req, res) => {
    const { pathname } = new URL(req.url ?? '/', 'http://any')
    const headers = keepForwarded ? req.headers : forwarded(req)
    forward(req, res, headers, replicasOf(pathname).inTurn(), agent)
  })
  server.requestTimeout = 0
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      agent.destroy()
      await closed
    },
  }
}

/** No proxy in front is trusted, so what was sent counts for nothing. */
function forwarded({ headers, socket }: IncomingMessage): IncomingHttpHeaders {
  const { host = '' } = headers
  return {
    ...headers,
    'x-forwarded-for': socket.remoteAddress,
    'x-forwarded-host': host,
    'x-forwarded-proto': 'https',
  }
}

function forward(
  req: IncomingMessage,
  res: ServerResponse,
  headers: IncomingHttpHeaders,
  [origin, ...others]: readonly string[],
  agent: Agent,
): void {
  if (origin === undefined) return fail(res, 503, 'no replica can be connected')
  const call = request(origin + (req.url ?? '/'), { agent, method: req.method ?? 'GET', headers })
  let isBegun = false
  const send = (): void => {
    isBegun = true
    req.pipe(call)
  }
  call.once('socket', (socket) => (socket.connecting ? socket.once('connect', send) : send()))
  call.once('response', (answer) => {
    const kept = Object.entries(answer.headers).filter(([name]) => !hopByHop.includes(name))
    res.writeHead(answer.statusCode ?? 502, { ...Object.fromEntries(kept), [replicaHeader]: origin })
    pipeline(answer, res, () => {})
  })
  call.on('error', (error: NodeJS.ErrnoException) => {
    if (res.destroyed) return
    if (!isBegun && repeatable.has(req.method ?? '')) return forward(req, res, headers, others, agent)
    fail(res, 502, `${origin}: ${error.code ?? error.message}${isBegun ? '' : ', not begun'}`, origin)
  })
  res.once('close', () => call.destroy())
}

/** Reports a failure, or only breaks the connection if the answer has begun. */
function fail(res: ServerResponse, status: number, why: string, origin = ''): void {
  if (res.headersSent) return void res.destroy()
  res.writeHead(status, { 'Content-Type': 'text/plain', 'Retry-After': '1', [replicaHeader]: origin })
  res.end(`${why}\n`)
}

/** Interval of the readiness checks of each replica, and their time limit, in milliseconds. */
const askedEvery = 100
const timeout = 2000

/** Several processes that serve the same, of which those count that say by their health path that they are ready. */
export class Replicas {
  /** The origins of those that say so. */
  readonly ready = new Set<string>()
  private isClosed = false
  private turn = 0

  constructor(
    readonly origins: readonly string[],
    private readonly healthPath: string,
  ) {
    for (const origin of origins) void this.watch(origin)
  }

  /**
   * The one to be asked first, then the others. Those that are not ready come last: when there is no other, one that
   * is busy or waits for its database can still answer, and one that stops says by refusing that it is gone.
   */
  inTurn(): string[] {
    const { length } = this.origins
    const first = this.turn++
    const inTurn = this.origins.map((_, index) => this.origins[(first + index) % length] ?? '')
    return inTurn.sort((a, b) => Number(this.ready.has(b)) - Number(this.ready.has(a)))
  }

  get areAllReady(): boolean {
    return this.ready.size === this.origins.length
  }

  close(): void {
    this.isClosed = true
  }

  private async watch(origin: string): Promise<void> {
    while (!this.isClosed) {
      const isReady = await isHealthy(origin + this.healthPath)
      if (isReady === true) this.ready.add(origin)
      if (isReady === false) this.ready.delete(origin)
      await sleep(askedEvery)
    }
  }
}

/** Undefined where it does not say: it may be busy. */
async function isHealthy(url: string): Promise<boolean | undefined> {
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(timeout) })
    await answer.arrayBuffer()
    return answer.ok
  } catch (error) {
    return (error as Error).name === 'TimeoutError' ? undefined : false
  }
}
