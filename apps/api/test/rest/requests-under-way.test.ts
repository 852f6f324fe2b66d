import { once } from 'node:events'
import { request, type ClientRequest } from 'node:http'
import { rule } from '@engine/shared/rule'
import { afterEach, expect, test, vi } from 'vitest'
import { mostUnderWay } from '../../src/http/requests-under-way.js'
import { startTestApp } from '../app.js'

const app = await startTestApp()
const owner = await app.make.user('ana')
const acme = await app.make.organization(owner, 'acme')
const { name } = acme

const open = new Set<ClientRequest>()
afterEach(async () => {
  for (const each of open) each.destroy()
  open.clear()
  await vi.waitUntil(async () => (await underWay('callers')) === 0, { timeout: 60_000 })
})

/** Sends the head of a request whose body never ends. */
function begin(token?: string): ClientRequest {
  const headers = {
    'content-type': 'application/json',
    'content-length': '100',
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
  }
  const path = token === undefined ? '/graphql' : '/api/v2/organizations'
  const begun = request(`${app.url}${path}`, { method: 'POST', headers, agent: false }).on('error', () => {})
  begun.flushHeaders()
  open.add(begun)
  return begun
}

async function underWay(kind: 'callers' | 'most' | 'refused'): Promise<number> {
  const { text } = await app.http.get('/metrics')
  const row = `engine_requests_under_way{kind="${kind}"} `
  return Number(
    text
      .split('\n')
      .find((line) => line.startsWith(row))
      ?.slice(row.length),
  )
}

const beginAll = async (token?: string) => {
  const begun = Array.from({ length: mostUnderWay }, () => begin(token))
  await expect.poll(() => underWay('most')).toBe(mostUnderWay)
  return begun
}

const status = async (path: string, token?: string): Promise<number> =>
  (await app.http.get(path).set(token === undefined ? {} : { Authorization: `Bearer ${token}` })).status

rule(
  '§19 costs',
  'A caller has at most 100 requests under way; one more is 429 with Retry-After on every face',
)
test('one caller cannot take what belongs to all: the 101st request of a token is refused, in the words of each face', async () => {
  const other = await app.make.member(acme)
  await beginAll(owner.token)
  const refused = await underWay('refused')

  const headers = { Authorization: `Bearer ${owner.token}` }
  const rest = await app.http.get(`/api/v2/organizations/${name}`).set(headers)
  expect([rest.status, rest.headers['retry-after'], rest.body]).toEqual([
    ...[429, '1', { errors: [{ status: '429', title: 'Too many requests' }] }],
  ])
  const registry = await app.http.get('/v1/modules/acme/network/aws').set(headers)
  expect([registry.status, registry.headers['retry-after'], registry.body]).toEqual([
    ...[429, '1', { errors: [expect.any(String)] }],
  ])
  const graphql = await app.http.post('/graphql').set(headers).send({ query: '{ __typename }' })
  expect([graphql.status, graphql.headers['retry-after']]).toEqual([429, '1'])
  expect(await underWay('refused')).toBe(refused + 3)

  // Another person, another token of the same person and a stranger go on, and so does what tells of the process.
  const second = await app.make.token(owner)
  expect(await status(`/api/v2/organizations/${name}`, other.token)).toBe(200)
  expect(await status(`/api/v2/organizations/${name}`, second)).toBe(200)
  expect(await status('/api/v2/ping')).toBe(204)
  expect(await status('/readyz')).toBe(200)
})

test('a request that ends, or whose client leaves, makes room for the next', async () => {
  const [first, second] = await beginAll(owner.token)
  expect(await status('/api/v2/account/details', owner.token)).toBe(429)
  first?.end('x'.repeat(100))
  if (first) await once(first, 'response')
  await expect.poll(() => status('/api/v2/account/details', owner.token)).toBe(200)
  second?.destroy()
  await expect.poll(() => underWay('most')).toBe(mostUnderWay - 2)
})

test('one caller cannot take what belongs to all: strangers are counted by their network', async () => {
  await beginAll()
  expect(await status('/api/v2/ping')).toBe(429)
  expect(await status(`/api/v2/organizations/${name}`, owner.token)).toBe(200)
})
