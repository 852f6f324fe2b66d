import { once } from 'node:events'
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/**
 * Moment at which the connection of an upload breaks: on the way, or after all of it has arrived and was answered, so
 * that the answer is lost. `every` also breaks the connection of the browser's own second attempt.
 */
export interface Break {
  readonly where: 'on the way' | 'before the answer'
  readonly every?: boolean
}

/** A proxy between a browser and the site, as a company's network has, that breaks connections. */
export interface BreakingProxy {
  readonly url: string
  /** Number of uploads that lost their connection. */
  broken(): number
  /** Breaks connections in this way from now on; undefined: breaks none. */
  breakUploads(how: Break | undefined): void
  close(): Promise<void>
}

const host = '127.0.0.1'

export async function openBreakingProxy(): Promise<BreakingProxy> {
  let how: Break | undefined
  let broken = 0
  const server = createServer((from, to) => {
    const isBroken = how !== undefined && from.method === 'PUT'
    const where = how?.where
    if (isBroken) {
      broken++
      if (!how?.every) how = undefined
    }
    pass(from, to, isBroken ? where : undefined)
  })
  await once(server.listen(0, host), 'listening')
  return {
    url: `http://${host}:${(server.address() as AddressInfo).port}`,
    broken: () => broken,
    breakUploads: (next) => void (how = next),
    async close() {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
}

function pass(from: IncomingMessage, to: ServerResponse, where: Break['where'] | undefined): void {
  const { hostname, port, pathname, search } = new URL(from.url ?? '')
  const { method, headers } = from
  const onward = request({ hostname, port, path: pathname + search, method, headers }, (answer) => {
    if (where !== undefined) return void from.socket.destroy()
    to.writeHead(answer.statusCode ?? 502, answer.headers)
    answer.pipe(to)
  })
  const both = () => (onward.destroy(), from.socket.destroy())
  onward.on('error', both)
  if (where !== 'on the way') return void from.pipe(onward)
  // Soon: the longer it reads on, the more the system takes from the browser, until all of it is sent.
  const wanted = Math.min(Number(headers['content-length']) / 2, 256 * 1024)
  let passed = 0
  from.on('data', (chunk: Buffer) => {
    passed += chunk.length
    if (passed >= wanted) both()
    else onward.write(chunk)
  })
}
