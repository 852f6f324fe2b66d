import {
  request,
  type ClientRequest,
  type IncomingMessage,
  type RequestListener,
  type Server,
} from 'node:http'
import { once } from 'node:events'
import type { AddressInfo, Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { paceBody } from './body-pace.js'
import { createLimitedServer } from './connections.js'

const stall = 60_000
/** Options of a wait that looks again at once: a test waits for a hundred windows. */
const often = { timeout: 60_000, interval: 1 }
const enough = Buffer.alloc(60 * 1024)
let server: Server
let received: number
let socket: Socket | undefined

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  received = 0
  socket = undefined
})
afterEach(() => {
  server.closeAllConnections()
  server.close()
  vi.useRealTimers()
})

const reading: RequestListener = (req, res) => {
  req.on('data', (chunk: Buffer) => (received += chunk.length)).on('end', () => res.end('done'))
  req.on('error', () => undefined)
}

async function start(listener = reading): Promise<void> {
  const paced: RequestListener = (req, res) => {
    paceBody(req, res, { stall, longest: 100 * stall })
    listener(req, res)
  }
  server = createLimitedServer(paced, { most: 100, stall: 600_000 }).listen(0, '127.0.0.1')
  server.on('connection', (connection: Socket) => (socket = connection))
  await once(server, 'listening')
}

interface Upload {
  readonly req: ClientRequest
  /** The answer's status; undefined when the connection was cut without one. */
  readonly status: Promise<number | undefined>
}

function upload(headers: Record<string, string | number> = { 'Transfer-Encoding': 'chunked' }): Upload {
  const req = request({ port: (server.address() as AddressInfo).port, method: 'PUT', headers })
  const status = new Promise<number | undefined>((done) => {
    req.on('response', (answer: IncomingMessage) => done(answer.resume().statusCode))
    req.on('error', () => done(undefined)).on('close', () => done(undefined))
  })
  req.flushHeaders()
  return { req, status }
}

async function send({ req }: Upload, bytes: Buffer): Promise<void> {
  const before = received
  req.write(bytes)
  await vi.waitUntil(() => received === before + bytes.length, often)
}

test('a body that gets on may take as long as it needs', async () => {
  await start()
  const slow = upload()
  for (let window = 0; window < 20; window++) {
    await send(slow, enough)
    vi.advanceTimersByTime(stall)
  }
  slow.req.end()
  expect(await slow.status).toBe(200)
  expect(received).toBe(20 * enough.length)
})

test('a body that stalls is broken off with 408, and so is one that brings a byte now and then', async () => {
  await start()
  for (const bytes of [Buffer.alloc(0), Buffer.alloc(100)]) {
    const stalled = upload()
    await send(stalled, enough)
    vi.advanceTimersByTime(stall)
    await send(stalled, bytes)
    vi.advanceTimersByTime(stall)
    expect(await stalled.status).toBe(408)
    await vi.waitUntil(() => socket?.destroyed, often)
  }
})

test('a body that gets on has an end all the same', async () => {
  await start()
  const endless = upload()
  for (let window = 0; window < 99; window++) {
    await send(endless, enough)
    vi.advanceTimersByTime(stall)
  }
  await send(endless, enough)
  vi.advanceTimersByTime(stall)
  expect(await endless.status).toBe(408)
})

test('bytes that wait for the process are no stall', async () => {
  let go: (() => void) | undefined
  await start((req, res) => {
    go = () => reading(req, res)
  })
  const waiting = upload()
  waiting.req.end(enough)
  await vi.waitUntil(() => go && (socket?.bytesRead ?? 0) > 16_000, often)
  vi.advanceTimersByTime(3 * stall)
  go?.()
  expect(await waiting.status).toBe(200)
})

test('what goes on being sent after its answer is cut after some minutes', async () => {
  await start((_req, res) => void res.writeHead(404).end())
  const foreign = upload({ 'Content-Length': 1024 ** 3 })
  expect(await foreign.status).toBe(404)
  for (let window = 0; window < 6 && !socket?.destroyed; window++) {
    const before = socket?.bytesRead ?? 0
    foreign.req.write(enough)
    await vi.waitUntil(() => socket?.destroyed || (socket?.bytesRead ?? 0) >= before + enough.length, often)
    vi.advanceTimersByTime(stall)
  }
  await vi.waitUntil(() => socket?.destroyed, often)
})

test('a request without a body is not watched, and a body that has come is no longer', async () => {
  await start()
  expect(await upload({ 'Content-Length': 0 }).status).toBe(200)
  expect(vi.getTimerCount()).toBe(0)
  const whole = upload({ 'Content-Length': 3 })
  whole.req.end('abc')
  expect(await whole.status).toBe(200)
  vi.advanceTimersByTime(stall)
  expect(vi.getTimerCount()).toBe(0)
  await pause(0)
  expect(socket?.destroyed).toBe(false)
})
