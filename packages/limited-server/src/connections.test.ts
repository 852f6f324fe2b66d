import { once } from 'node:events'
import { createReadStream } from 'node:fs'
import { mkdtemp, open, rm } from 'node:fs/promises'
import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { afterEach, expect, test, vi } from 'vitest'
import { createLimitedServer, type ConnectionLimits } from './connections.js'

const usual: ConnectionLimits = { most: 100, stall: 60_000 }
let server: Server
const sockets: Socket[] = []

afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy()
  server.closeAllConnections()
  server.close()
})

const answering: RequestListener = (_req, res) => res.end('done')

async function start(limits: Partial<ConnectionLimits>, listener = answering): Promise<void> {
  server = createLimitedServer(listener, { ...usual, ...limits }).listen(0, '127.0.0.1')
  await once(server, 'listening')
}

/** Opens a connection that has sent this. */
async function connected(begin = ''): Promise<Socket> {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1').on('error', () => undefined)
  sockets.push(socket)
  await once(socket, 'connect')
  if (begin !== '') socket.write(begin)
  return socket
}

/** Reads what comes until the connection is ended by the other side. */
const answerOn = (socket: Socket): Promise<string> =>
  Promise.race([text(socket), once(socket, 'close').then(() => '')])

test('headers that do not come to their end are cut off with 408', async () => {
  await start({ headers: 300 })
  const slow = await connected('GET / HTTP/1.1\r\nHost: a\r\n')
  const dripping = setInterval(() => slow.write('X-More: 1\r\n'), 50)
  expect(await answerOn(slow)).toMatch(/^HTTP\/1.1 408 /)
  clearInterval(dripping)
})

test('a connection that never says anything is cut off', async () => {
  await start({ headers: 300 })
  const silent = await connected()
  expect(await answerOn(silent)).not.toMatch(/^HTTP\/1.1 2/)
})

test('headers of more than 16 KiB are 431, and so is such an address', async () => {
  await start({})
  const long = 'a'.repeat(17 * 1024)
  const headers = await connected(`GET / HTTP/1.1\r\nHost: a\r\nX-Long: ${long}\r\n\r\n`)
  expect(await answerOn(headers)).toMatch(/^HTTP\/1.1 431 /)
  const address = await connected(`GET /${long} HTTP/1.1\r\nHost: a\r\n\r\n`)
  expect(await answerOn(address)).toMatch(/^HTTP\/1.1 431 /)
})

test('headers that are too large and still come are 431, and a client that reads once it has sent them sees that', async () => {
  await start({})
  const socket = await connected()
  socket.pause().write(`GET / HTTP/1.1\r\nHost: a\r\nX-Long: ${'a'.repeat(20 * 1024 * 1024)}`)
  await vi.waitUntil(() => socket.writableLength === 0 || socket.destroyed, 60_000)
  expect(await answerOn(socket)).toMatch(/^HTTP\/1.1 431 /)
})

test('what is no request is 400, and its connection ends', async () => {
  await start({})
  expect(await answerOn(await connected(`nothing\r\n\r\n${'a'.repeat(100_000)}`))).toMatch(/^HTTP\/1.1 400 /)
})

test('one connection too many is closed, and when another has gone there is room again', async () => {
  await start({ most: 2 })
  const [first] = [await connected(), await connected()]
  const third = await connected()
  await vi.waitUntil(() => third.destroyed || third.readableEnded, 60_000)
  first.destroy()
  const asks = 'GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n'
  await expect.poll(async () => answerOn(await connected(asks))).toMatch(/^HTTP\/1.1 200 /)
})

test('a client that reads nothing of a download is cut off, and its file is closed', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'engine-connections-'))
  const path = join(folder, 'large')
  const handle = await open(path, 'w')
  await handle.truncate(64 * 1024 ** 2)
  await handle.close()
  let outcome: Promise<unknown> | undefined
  const file = createReadStream(path)
  await start({ stall: 300 }, (_req: IncomingMessage, res: ServerResponse) => {
    outcome = pipeline(file, res).catch((error: unknown) => error)
  })
  const stuck = await connected('GET / HTTP/1.1\r\nHost: a\r\n\r\n')
  stuck.pause()
  await vi.waitUntil(() => outcome, 60_000)
  expect(await outcome).toMatchObject({ code: 'ERR_STREAM_PREMATURE_CLOSE' })
  await expect.poll(() => file.closed).toBe(true)
  await rm(folder, { recursive: true })
})

test('a client that reads its download slowly gets all of it', async () => {
  const size = 8 * 1024 ** 2
  await start({ stall: 5000 }, (_req: IncomingMessage, res: ServerResponse) => {
    res.end(Buffer.alloc(size))
  })
  const slow = await connected('GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n')
  let received = 0
  slow.on('data', (chunk: Buffer) => {
    received += chunk.length
    slow.pause()
    setTimeout(() => slow.resume(), 5)
  })
  await once(slow, 'close')
  expect(received).toBeGreaterThan(size)
})

test('a connection that waits for its next request too long is closed', async () => {
  // No other limit may end it while the test waits.
  await start({ idle: 200, stall: 600_000 })
  const reused = await connected('GET / HTTP/1.1\r\nHost: a\r\n\r\n')
  expect(await answerOn(reused)).toMatch(/^HTTP\/1.1 200 .*\bdone$/s)
})

test('a client that waits for a slow answer is not cut off', async () => {
  let answer: ServerResponse | undefined
  await start({ stall: 100 }, (_req, res) => void (answer = res))
  const patient = await connected('GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n')
  await new Promise((timedOut) => server.once('timeout', timedOut))
  answer?.end('at last')
  expect(await answerOn(patient)).toContain('at last')
})
