import { once } from 'node:events'
import { Agent, createServer, get, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { Drain } from './drain.js'

test('a connection that was kept alive by an answer during the drain does not hold up its end', async () => {
  let answer: ServerResponse | undefined
  const server = createServer((_req, res) => (answer = res)).listen(0, '127.0.0.1')
  server.keepAliveTimeout = 600_000
  await once(server, 'listening')
  const agent = new Agent({ keepAlive: true })
  const asked = get({ port: (server.address() as AddressInfo).port, agent })
  await expect.poll(() => answer).toBeDefined()
  const drained = new Drain().run(server, 0)
  await expect.poll(() => server.listening).toBe(false)
  answer?.end('late')
  const [late] = (await once(asked, 'response')) as [IncomingMessage]
  late.resume()
  await drained
  expect(late.statusCode).toBe(200)
  agent.destroy()
})
