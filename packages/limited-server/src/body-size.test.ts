import { once } from 'node:events'
import type { RequestListener, Server } from 'node:http'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { boundBody } from './body-size.js'
import { createLimitedServer } from './connections.js'

const most = 64 * 1024
const answer = '{"errors":[]}'
let server: Server
let received = 0
const sockets: Socket[] = []

afterEach(() => {
  received = 0
  for (const socket of sockets.splice(0)) socket.destroy()
  server.closeAllConnections()
  server.close()
})

const reading: RequestListener = (req, res) => {
  req.on('data', (chunk: Buffer) => (received += chunk.length)).on('end', () => res.end('done'))
  req.on('error', () => undefined)
}

async function send(headers: string): Promise<Socket> {
  const listener: RequestListener = (req, res) => {
    if (boundBody(req, res, { most, answer })) reading(req, res)
  }
  server = createLimitedServer(listener, { most: 10, stall: 60_000 }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1').on('error', () => undefined)
  sockets.push(socket)
  socket.write(`POST / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n${headers}\r\n\r\n`)
  return socket
}

/** Resolves with what came before the connection ended, in whatever way. */
async function cameOn(socket: Socket): Promise<string> {
  let came = ''
  socket.on('data', (chunk: Buffer) => (came += chunk.toString()))
  await new Promise((ended) => socket.once('close', ended))
  return came
}

test('a body of the largest size is handed on, by its length and without one', async () => {
  const whole = await send(`Content-Length: ${most}`)
  whole.write(Buffer.alloc(most))
  expect(await cameOn(whole)).toMatch(/^HTTP\/1.1 200 .*done$/s)
  server.close()
  const chunked = await send('Transfer-Encoding: chunked')
  chunked.write(`${most.toString(16)}\r\n${'a'.repeat(most)}\r\n0\r\n\r\n`)
  expect(await cameOn(chunked)).toMatch(/ 200 .*done/s)
  expect(received).toBe(2 * most)
})

test('a body that is too large by its length is 413 before any of it is read, and its client sees that', async () => {
  const socket = await send(`Content-Length: ${most + 1}`)
  // More than fits on the way: it waits for a server that reads no more.
  socket.write(Buffer.alloc(50 * 1024 * 1024))
  expect(await cameOn(socket)).toMatch(/^HTTP\/1.1 413 .*\{"errors":\[\]\}$/s)
  expect(received).toBe(0)
})

test('a body without a length is 413 as soon as too much of it came', async () => {
  const socket = await send('Transfer-Encoding: chunked')
  for (let piece = 0; piece < 100; piece++) socket.write(`4000\r\n${'a'.repeat(0x4000)}\r\n`)
  expect(await cameOn(socket)).toMatch(/^HTTP\/1.1 413 /)
  expect(received).toBeLessThanOrEqual(most)
})

test('a body in countless pieces is 413: each of them costs more than it brings', async () => {
  const socket = await send('Transfer-Encoding: chunked')
  socket.write('1\r\na\r\n'.repeat(1000))
  expect(await cameOn(socket)).toMatch(/^HTTP\/1.1 413 /)
  expect(received).toBeLessThan(300)
})
