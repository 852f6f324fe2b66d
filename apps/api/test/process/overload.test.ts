import { getIntrospectionQuery } from 'graphql'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../database.js'
import { startApi, type ApiProcess } from './api-process.js'
import { temporaryFolder } from '../temporary-folder.js'

const clientsAtOnce = 80

let served: TestDatabase
const folder = await temporaryFolder()
let api: ApiProcess

beforeAll(async () => {
  served = await createTestDatabase()
  api = await startApi(folder, {
    ...served.env,
    SECRET_KEY: 'a-secret-for-tests-of-32-bytes-or-more',
    LOG_LEVEL: 'error',
    // So that even a fast machine has too much to do with that many clients.
    OVERLOAD_DELAY_SECONDS: '0.15',
  })
})
afterAll(async () => {
  api.child.kill('SIGKILL')
  await api.ended
  await served.drop()
})

/** A question that takes a while to answer. */
const asked = async (): Promise<Response> =>
  fetch(`${api.url}/graphql`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ query: getIntrospectionQuery() }),
  })

test('a process with too much to do refuses requests, tells whether it lives, and recovers by itself', async () => {
  let isOver = false
  const statuses = new Map<number, number>()
  const ask = async (): Promise<void> => {
    while (!isOver) {
      const answer = await asked()
      await answer.arrayBuffer()
      statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1)
    }
  }
  // As what watches a process does from its start.
  expect((await fetch(`${api.url}/readyz`)).status).toBe(200)
  const clients = Array.from({ length: clientsAtOnce }, ask)
  await expect.poll(() => statuses.get(503) ?? 0).toBeGreaterThan(0)
  for (const path of ['/livez', '/readyz', '/metrics'])
    expect((await fetch(`${api.url}${path}`)).status).toBe(200)
  isOver = true
  await Promise.all(clients)
  expect([...statuses.keys()].sort()).toEqual([200, 503])
  await expect.poll(async () => (await asked()).status, { interval: 200 }).toBe(200)
  const metrics = await (await fetch(`${api.url}/metrics`)).text()
  expect(Number(/^engine_overload\{kind="turned_away"\} (\d+)$/m.exec(metrics)?.[1])).toBeGreaterThan(0)
})
