import { once } from 'node:events'
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http'
import { connect, type AddressInfo, type Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { OutboundError, type OutboundRequest, type OutboundResponse } from '../src/kernel/outbound.js'
import { createEgress } from '../src/adapters/outbound/egress.js'
import { createOutbound } from '../src/adapters/outbound/outbound.js'
import type { Resolve } from '../src/adapters/outbound/resolve.js'
import { onFinished } from './on-finished.js'

/** Upstreams that answer as a test wants, and the client that asks them. */

/** Time limit for a busy machine. */
export const longTimeout = { timeout: 60_000 }

interface Upstream {
  readonly url: string
  readonly port: number
  readonly asked: IncomingMessage[]
  /** Connections that are open now. */
  readonly sockets: Set<Socket>
}

/** An upstream on a free port, until the test ends. */
export async function serve(listener: RequestListener, host = '127.0.0.1'): Promise<Upstream> {
  const asked: IncomingMessage[] = []
  const sockets = new Set<Socket>()
  const server: Server = createServer((req, res) => {
    asked.push(req)
    listener(req, res)
  })
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  server.listen(0, host)
  await once(server, 'listening')
  onFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return { url: `http://${host.includes(':') ? `[${host}]` : host}:${port}`, port, asked, sockets }
}

/** A proxy that records what it is asked to connect to, and connects all of it to one port. */
export async function startProxy(port: number): Promise<{ url: string; asked: string[] }> {
  const asked: string[] = []
  const server = createServer().on('connect', (req, socket: Duplex) => {
    asked.push(`${req.url} ${req.headers['proxy-authorization'] ?? 'no credentials'}`)
    const there = connect(port, '127.0.0.1', () => socket.write('HTTP/1.1 200 OK\r\n\r\n'))
    there.on('error', () => socket.destroy()).pipe(socket)
    socket.on('error', () => there.destroy()).pipe(there)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onFinished(() => void server.close())
  return { url: `http://user:word@127.0.0.1:${(server.address() as AddressInfo).port}`, asked }
}

interface World {
  readonly named?: readonly string[]
  readonly allow?: readonly string[]
  readonly names?: Readonly<Record<string, readonly string[]>>
  readonly proxy?: string
  readonly withoutProxy?: readonly string[]
}

/** A client whose names are looked up in a table; each answer is used up once, the last one stays. */
export function clientOf({ named = [], allow = [], names = {}, proxy, withoutProxy = [] }: World) {
  const lookedUp: string[] = []
  const answers = new Map(Object.entries(names).map(([name, addresses]) => [name, [...addresses]]))
  const resolve: Resolve = async (name) => {
    lookedUp.push(name)
    const left = answers.get(name) ?? []
    const address = left.length > 1 ? left.shift() : left[0]
    return address === undefined ? [] : address.split(' ')
  }
  const egress = createEgress(
    named.map((url) => new URL(url)),
    allow,
  )
  const outbound = createOutbound({
    egress,
    resolve,
    proxy: proxy === undefined ? undefined : new URL(proxy),
    withoutProxy,
  })
  const open = (url: string, request: Partial<OutboundRequest> = {}): Promise<OutboundResponse> =>
    outbound.open({
      purpose: 'public-registry',
      method: 'GET',
      url: new URL(url),
      timeout: 5000,
      limit: 1_000_000,
      ...request,
    })
  const get = async (url: string, request: Partial<OutboundRequest> = {}) => {
    const { body, ...response } = await open(url, request)
    return { ...response, text: (await buffer(body)).toString() }
  }
  const faultOf = (url: string, request: Partial<OutboundRequest> = {}): Promise<unknown> =>
    get(url, request).then(
      (answer) => answer,
      (error: unknown) => (error instanceof OutboundError ? error.fault : error),
    )
  return { open, get, faultOf, lookedUp }
}
