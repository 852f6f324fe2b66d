import { once } from 'node:events'
import { request, type ClientRequest, type IncomingMessage } from 'node:http'
import { expect, test, vi } from 'vitest'
import { startTestApp } from '../app.js'
import { createProviderVersion, freshProvider } from '../providers.js'
import { as, jsonApi } from '../rest.js'
import { createModule, moduleArchive, modulePath, pathOf, put, uploadLink } from './module-requests.js'

const app = await startTestApp({ LOG_LEVEL: 'silent', UPLOAD_STALL_SECONDS: '1' })
const owner = await app.make.user('ana')
await app.make.organization(owner, 'acme')

/** Sends the begin of a body and nothing more. */
function begin(method: string, path: string, headers: Record<string, string> = {}): ClientRequest {
  const call = request(`${app.url}${path}`, { method, headers: { 'Content-Length': '5000', ...headers } })
  call.on('error', () => undefined).write('begin')
  return call
}

async function statusOf(call: ClientRequest): Promise<number | undefined> {
  const [answer] = (await once(call, 'response', { signal: AbortSignal.timeout(60_000) })) as [
    IncomingMessage,
  ]
  answer.resume()
  return answer.statusCode
}

test('an upload that stalls is broken off, leaves nothing, and may be tried again', async () => {
  await createModule(app, owner, 'acme/network/aws')
  const link = await uploadLink(app, owner, 'acme/network/aws', '1.0.0')
  const stored = vi.spyOn(app.storage, 'put')
  expect(await statusOf(begin('PUT', link))).toBe(408)
  await expect(stored.mock.results[0]?.value).rejects.toThrow()
  const keys = stored.mock.calls.map(([key]) => key)
  stored.mockRestore()
  for (const key of keys) expect(await app.storage.stat(key)).toBeUndefined()
  const { body } = await as(app, owner).get(modulePath('acme/network/aws'))
  expect(body.data.attributes['version-statuses']).toEqual([{ version: '1.0.0', status: 'pending' }])
  expect((await put(app, link, moduleArchive())).status).toBe(200)
})

test('so is that of a provider', async () => {
  const address = await freshProvider(app, owner, 'acme')
  const { links } = await createProviderVersion(app, owner, address, '1.0.0')
  const link = pathOf(links['shasums-upload'] ?? '')
  expect(await statusOf(begin('PUT', link))).toBe(408)
  expect((await put(app, link, Buffer.from('sums'))).status).toBe(200)
})

test('so is every other request that does not bring its body', async () => {
  const headers = { 'Content-Type': jsonApi, Authorization: `Bearer ${owner.token}` }
  const calls = [
    begin('POST', '/api/v2/organizations', headers),
    begin('POST', '/graphql', { ...headers, 'Content-Type': 'application/json' }),
  ]
  expect(await Promise.all(calls.map(statusOf))).toEqual([408, 408])
  expect((await as(app, owner).get('/organizations')).body.data).toHaveLength(1)
})
