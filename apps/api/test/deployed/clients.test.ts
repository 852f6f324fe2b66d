import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { get } from 'node:http'
import { connect, type Socket } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { freePort } from '../../load/src/server/ports.js'
import { createTestDatabase } from '../database.js'
import { isFull } from '../full-run.js'
import { startApi } from '../process/api-process.js'
import { temporaryFolder } from '../temporary-folder.js'
import { end, startConsole } from '../deploy/site.js'

const most = 160
const limits = { MAX_CONNECTIONS: String(most), UPLOAD_STALL_SECONDS: '2' }
const secrets = { SECRET_KEY: 'a-secret-for-tests-of-32-bytes-or-more' }
const largest = 1024 * 1024

interface Listener {
  readonly port: number
  readonly pid: number
  /** A path that takes a body of a stranger. */
  readonly path: string
  /** A path that every client is answered at. */
  readonly health: string
}

const closing: (() => Promise<unknown>)[] = []
const listeners: Record<string, Listener> = {}
const sockets: Socket[] = []

beforeAll(async () => {
  const database = await createTestDatabase()
  const folder = await temporaryFolder()
  const api = await startApi(folder, { ...database.env, ...secrets, ...limits })
  const port = await freePort()
  const consoleUrl = `http://127.0.0.1:${port}`
  const addresses = {
    CONSOLE_PORT: String(port),
    CONSOLE_URL: consoleUrl,
    API_URL: api.url,
    HOST: '127.0.0.1',
  }
  const console = startConsole({ ...addresses, ...secrets, ...limits })
  closing.push(
    () => end(console),
    () => end(api.child),
    () => database.drop(),
  )
  // No connection may stay that a test counts.
  const isThere = () =>
    new Promise<boolean>((resolve) => {
      const asked = get(`${consoleUrl}/healthz`, { agent: false }, (answer) => {
        answer.resume()
        resolve(answer.statusCode === 200)
      })
      asked.on('error', () => resolve(false))
    })
  await vi.waitUntil(isThere, 60_000)
  listeners['API'] = {
    port: Number(new URL(api.url).port),
    pid: api.child.pid ?? 0,
    path: '/graphql',
    health: '/livez',
  }
  listeners['console'] = { port, pid: console.pid ?? 0, path: '/console/sign-in', health: '/healthz' }
})

afterEach(async () => {
  for (const socket of sockets.splice(0)) {
    socket.destroy()
    if (!socket.closed) await once(socket, 'close')
  }
})

afterAll(async () => {
  for (const close of closing) await close()
})

const headersOf = ({ port, path }: Listener, more: string): string =>
  `POST ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nOrigin: http://127.0.0.1:${port}\r\n` +
  `X-Engine-Console: 1\r\nContent-Type: application/json\r\n${more}\r\n\r\n`

async function connected({ port }: Listener, begin = ''): Promise<Socket> {
  const socket = connect(port, '127.0.0.1').on('error', () => undefined)
  sockets.push(socket)
  await once(socket, 'connect')
  if (begin !== '') socket.write(begin)
  return socket
}

/** Resolves with the first line of the answer; '' where the connection ends without one. */
function statusOn(socket: Socket): Promise<string> {
  return new Promise((resolve) => {
    socket.once('data', (chunk: Buffer) => resolve(chunk.toString().split('\r\n', 1)[0] ?? ''))
    socket.once('close', () => resolve(''))
  })
}

const closed = (socket: Socket) => vi.waitUntil(() => socket.resume().closed, 120_000)

/** Sends chunks until the connection has had enough of them. */
function pour(socket: Socket, bytes: number): void {
  const piece = Buffer.alloc(64 * 1024, 'a')
  let sent = 0
  const go = (): void => {
    while (sent < bytes && !socket.destroyed) {
      sent += piece.length
      socket.write(`${piece.length.toString(16)}\r\n`)
      socket.write(piece)
      if (!socket.write('\r\n')) return void socket.once('drain', go)
    }
  }
  go()
}

async function memoryOf({ pid }: Listener): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024
}

const kind = 'every promise about clients holds for each face that listens'

describe.each(['API', 'console'])(`${kind}: the %s`, (name) => {
  const listener = (): Listener => listeners[name] as Listener

  test('refuses a body above 1 MiB by its length, before any of it is there', async () => {
    const socket = await connected(listener(), headersOf(listener(), `Content-Length: ${largest + 1}`))
    expect(await statusOn(socket)).toMatch(/ 413 /)
    await closed(socket)
  })

  test('refuses a body without a length as soon as more than 1 MiB of it came', async () => {
    const socket = await connected(listener(), headersOf(listener(), 'Transfer-Encoding: chunked'))
    pour(socket, 4 * largest)
    expect(await statusOn(socket)).toMatch(/ 413 /)
    await closed(socket)
  })

  test('breaks off a body that does not get on', async () => {
    const begin = `${headersOf(listener(), 'Content-Length: 500')}begin`
    const socket = await connected(listener(), begin)
    expect(await statusOn(socket)).toMatch(/ 408 /)
    await closed(socket)
  })

  test('takes no more connections than it may have', async () => {
    const answered = async (): Promise<number> => {
      const opened = await Promise.all(Array.from({ length: most + 1 }, () => connected(listener())))
      const ask = `GET ${listener().health} HTTP/1.1\r\nHost: a\r\n\r\n`
      const asked = opened.map((socket) => {
        socket.write(ask)
        return statusOn(socket)
      })
      const answers = await Promise.all(asked)
      for (const socket of opened) socket.destroy()
      return answers.filter((status) => status.includes(' 200 ')).length
    }
    // Those of the tests before may not have gone yet.
    await expect.poll(answered).toBe(most)
  })

  test('takes no headers of more than 16 KiB', async () => {
    // The connections of the test before may not have gone yet: one more would be closed unanswered.
    const ask = `GET ${listener().health} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`
    await expect.poll(async () => statusOn(await connected(listener(), ask))).toMatch(/ 200 /)
    const long = `X-Long: ${'a'.repeat(17 * 1024)}`
    expect(await statusOn(await connected(listener(), headersOf(listener(), long)))).toMatch(/ 431 /)
  })

  test.runIf(isFull)('cuts off headers that do not come to their end', async () => {
    const socket = await connected(listener(), `GET / HTTP/1.1\r\nHost: a\r\n`)
    const dripping = setInterval(() => socket.write('X-More: 1\r\n'), 200)
    expect(await statusOn(socket)).toMatch(/ 408 /)
    clearInterval(dripping)
  })

  test('answers a method that it does not know with no fault of its own', async () => {
    for (const method of ['TRACE', 'PROPFIND', 'QUERY', 'PURGE']) {
      const socket = await connected(listener(), `${method} / HTTP/1.1\r\nHost: a\r\n\r\n`)
      expect(await statusOn(socket), method).toMatch(/ 4\d\d /)
    }
  })

  test('makes no connection of another kind, which no limit would know', async () => {
    const upgrade = 'Connection: Upgrade\r\nUpgrade: websocket'
    const ask = `GET ${listener().health} HTTP/1.1\r\nHost: a\r\n${upgrade}\r\n\r\n`
    expect(await statusOn(await connected(listener(), ask))).toMatch(/ 200 /)
  })
})

test.runIf(isFull)(`${kind}: the console keeps nothing of 150 bodies of 9.9 MB without an end`, async () => {
  const listener = listeners['console'] as Listener
  for (const path of ['/console/sign-in', '/console/graphql']) {
    const before = await memoryOf(listener)
    const begin = headersOf({ ...listener, path }, 'Content-Length: 9900000')
    const opened = await Promise.all(Array.from({ length: 150 }, () => connected(listener, begin)))
    for (const socket of opened) socket.resume().write(Buffer.alloc(9_899_999))
    let peak = 0
    const areClosed = async (): Promise<boolean> => {
      peak = Math.max(peak, await memoryOf(listener))
      return opened.every((socket) => socket.closed)
    }
    await expect.poll(areClosed).toBe(true)
    expect(peak - before, path).toBeLessThan(20)
  }
})
