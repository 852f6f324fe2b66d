import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { openBalancer, replicaHeader, Replicas } from './balancer.js'

const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  while (closing.length > 0) await closing.pop()?.()
})

const originOf = (server: Server): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}`

async function serve(listener: RequestListener): Promise<Server> {
  const server = createServer(listener)
  await once(server.listen(0, '127.0.0.1'), 'listening')
  closing.push(async () => server.close())
  return server
}

/** Two servers that are ready while their set says so, and a balancer before them. */
async function site() {
  const unready = new Set<number>()
  const servers = await Promise.all(
    [0, 1].map((number) =>
      serve((req, res) => {
        if (req.url === '/readyz') res.statusCode = unready.has(number) ? 503 : 200
        res.end(JSON.stringify(req.headers))
      }),
    ),
  )
  const replicas = new Replicas(servers.map(originOf), '/readyz')
  const balancer = await openBalancer(() => replicas)
  closing.push(
    async () => replicas.close(),
    () => balancer.close(),
  )
  await expect.poll(() => replicas.areAllReady).toBe(true)
  return { url: balancer.url, unready, servers, replicas }
}

async function answeredBy(url: string, init: RequestInit = {}): Promise<string> {
  const answer = await fetch(url, init)
  await answer.arrayBuffer()
  return `${answer.status} ${answer.headers.get(replicaHeader) ?? ''}`
}

test('asks the replicas round-robin', async () => {
  const { url, servers } = await site()
  const [one, two] = servers.map((server) => `200 ${originOf(server)}`)
  const answers = []
  for (let n = 0; n < 4; n++) answers.push(await answeredBy(url))
  expect(answers.sort()).toEqual([one, one, two, two].sort())
})

test('asks none that says it is not ready, as long as there is another', async () => {
  const { url, unready, servers, replicas } = await site()
  const [, two] = servers.map((server) => originOf(server))
  unready.add(0)
  await expect.poll(() => replicas.areAllReady).toBe(false)
  for (let n = 0; n < 4; n++) expect(await answeredBy(url)).toBe(`200 ${two}`)
  unready.add(1)
  await expect.poll(() => replicas.ready.size).toBe(0)
  expect(await answeredBy(url)).toMatch(/^200 /)
})

test('asks another what one refused, unless it may not be repeated', async () => {
  const { url, servers, replicas } = await site()
  const [one, two] = servers as [Server, Server]
  const gone = originOf(one)
  one.close()
  one.closeAllConnections()
  // It still counts as ready for a moment.
  const methods = ['GET', 'PUT', 'DELETE', 'GET']
  const bodies = { PUT: 'a body' } as const
  for (const method of methods) {
    const body = bodies[method as keyof typeof bodies]
    expect(await answeredBy(url, { method, ...(body !== undefined && { body }) })).toBe(
      `200 ${originOf(two)}`,
    )
  }
  await expect.poll(() => replicas.ready.has(gone)).toBe(false)
  expect(await answeredBy(url, { method: 'POST' })).toBe(`200 ${originOf(two)}`)
})

test('forwards the caller’s address, and believes no caller who claims another', async () => {
  const { url } = await site()
  const answer = await fetch(url, { headers: { 'X-Forwarded-For': '198.51.100.1' } })
  expect(await answer.json()).toMatchObject({ 'x-forwarded-for': '127.0.0.1', 'x-forwarded-proto': 'https' })
})
