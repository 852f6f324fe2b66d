import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

/** One request, as often as it is sent; each may have a different path. */
export interface Asking {
  readonly path: string | (() => string)
  readonly headers?: Readonly<Record<string, string>>
  readonly status: number
}

/** The answers to a number of clients. */
export interface Slice {
  /** Milliseconds of each answer. */
  readonly times: readonly number[]
  readonly seconds: number
}

const endOfHeaders = Buffer.from('\r\n\r\n')

/**
 * Sends requests over a number of connections for a duration, and reads no byte of an answer behind its headers: client
 * and server share the processors, so the client takes as little of them as it can. Throws if an answer is not the
 * expected one, or breaks off.
 */
export async function askAtOnce(
  origin: string,
  asking: Asking,
  seconds: number,
  clients: number,
): Promise<Slice> {
  const sockets = await Promise.all(Array.from({ length: clients }, () => connected(origin)))
  const times: number[] = []
  const begun = performance.now()
  const until = begun + seconds * 1000
  await Promise.all(sockets.map((socket) => repeat(socket, asking, until, times)))
  return { times, seconds: (performance.now() - begun) / 1000 }
}

async function connected(origin: string): Promise<Socket> {
  const { port, hostname } = new URL(origin)
  const socket = connect(Number(port), hostname).setNoDelay()
  await once(socket, 'connect')
  return socket
}

/** Asks by one connection, each time once the answer before has come to its end. */
function repeat(
  socket: Socket,
  { path, headers = {}, status }: Asking,
  until: number,
  times: number[],
): Promise<void> {
  const fields = Object.entries({ host: 'bench', ...headers }).map(([name, value]) => `${name}: ${value}\r\n`)
  const rest = ` HTTP/1.1\r\n${fields.join('')}\r\n`
  const asked = () => `GET ${typeof path === 'string' ? path : path()}${rest}`
  const always = typeof path === 'string' ? asked() : undefined
  const expected = `HTTP/1.1 ${status} `
  return new Promise((resolve, reject) => {
    let begun = performance.now()
    /** The bytes that are to come; undefined until the headers are there. */
    let left: number | undefined
    const fail = (what: string): void => {
      const [line] = asked().split('\r\n')
      reject(new Error(`${line} ${what}`))
      socket.destroy()
    }
    const ask = (): void => {
      begun = performance.now()
      left = undefined
      socket.write(always ?? asked())
    }
    socket.on('close', () => fail('broke off'))
    socket.on('data', (chunk) => {
      if (left === undefined) {
        const at = chunk.indexOf(endOfHeaders)
        const head = chunk.toString('latin1', 0, at)
        if (!head.startsWith(expected)) return fail(`answered ${head.slice(0, 40)}, not ${status}`)
        left = at + endOfHeaders.length + lengthIn(head, status)
      }
      left -= chunk.length
      if (left > 0) return
      if (left < 0 || Number.isNaN(left)) return fail('answered more or less than it said')
      const now = performance.now()
      times.push(now - begun)
      if (now < until) return ask()
      resolve()
      socket.destroy()
    })
    ask()
  })
}

/** Returns the length of a body in bytes; NaN where the headers do not say it. */
function lengthIn(head: string, status: number): number {
  if (status === 204 || status === 304) return 0
  return Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1])
}
