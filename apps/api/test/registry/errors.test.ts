import { rule } from '@engine/shared/rule'
import { describe, expect, test, vi } from 'vitest'
import { StorageUnavailable } from '../../src/kernel/storage.js'
import { startTestApp } from '../app.js'
import { archiveLink, publishModule, registry } from '../modules/module-requests.js'

const address = 'acme/network/aws'
/** Every path that tells its errors in the manner of the registry, with something that is there. */
const paths = [
  '/v1/modules',
  '/v1/modules/acme',
  '/v1/modules/acme/network',
  `/v1/modules/${address}`,
  `/v1/modules/${address}/1.0.0`,
  `/v1/modules/${address}/versions`,
  `/v1/modules/${address}/download`,
  `/v1/modules/${address}/1.0.0/download`,
  '/v1/modules/search?q=network',
  `/v2/modules/${address}/downloads/summary`,
].flatMap((path) => [path, `/api/registry${path}`])

const app = await startTestApp({ LOG_LEVEL: 'silent' })
const owner = await app.make.user('ana')
await app.make.organization(owner, 'acme')
await publishModule(app, owner, address, '1.0.0')

describe.each(paths)('errors of %s are a list of texts', (path) => {
  rule('Spec module errors', 'The body of 401 is `{errors: [text, …]}` on every path')
  rule('§7 errors', 'They are `{"errors":["…"]}`: 401, on every path')
  test('401 without a good token', async () => {
    for (const by of [undefined, 'nonsense']) {
      const answer = await registry(app, by, path)
      expect([answer.status, answer.body]).toEqual([401, { errors: ['Unauthorized'] }])
      expect(answer.headers['content-type']).toBe('application/json')
    }
  })

  rule('Spec module errors', 'The body of 401 is `{errors: [text, …]}` on every path … of 405')
  rule('§7 errors', 'They are `{"errors":["…"]}`: 401, on every path … 405, on every path')
  test('405 for another method', async () => {
    const answer = await registry(app, owner, path, { method: 'post' })
    expect([answer.status, answer.body]).toEqual([405, { errors: ['Method Not Allowed'] }])
  })
})

rule('§7 errors', 'They are `{"errors":["…"]}`: 401, on every path … 404, also of paths that are none')
test.each([
  '/v1/modules/a/b/c/d/e',
  '/api/registry/v1/modules/a/b/c/d/e',
  '/v1/providers/a',
  '/v2/anything',
  '/api/registry/v2/anything',
  '/api/registry/public/v1/anything',
  '/api/registry/v1/archives/x',
  '/api/registry/v1/provider-files/x',
  '/api/registry',
  '/api/registry/anything',
  '/v1/anything',
])('%s is not found: 404, in the same form', async (path) => {
  const answer = await registry(app, owner, path)
  expect([answer.status, answer.body]).toEqual([404, { errors: ['Not Found'] }])
  expect(answer.headers['content-type']).toBe('application/json')
})

rule('Spec authentication', 'Registry discovery endpoints are authenticated like all others')
rule('§8 discovery', 'What lies below `/api/registry/` needs one')
test('everything below /api/registry/ asks for a token first, but for links with their own secret', async () => {
  for (const path of ['/api/registry', '/api/registry/anything', '/api/registry/v1/anything', '/v1/anything'])
    expect((await registry(app, undefined, path)).status, path).toBe(401)
})

rule('Spec module errors', '`errors` holds one text for each error')
rule(
  '§7 paging',
  '`offset` from 0 and `limit` from 1 are integers, otherwise 400 … in every list, and all faults are told at once',
)
test.each(['', '/acme', '/acme/network', '/search?q=network'])(
  'bad numbers are 400 on the list %s, all told at once',
  async (path) => {
    const query = `${path}${path.includes('?') ? '&' : '?'}offset=-1&limit=0`
    const answer = await registry(app, owner, `/v1/modules${query}`)
    expect([answer.status, answer.body]).toEqual([
      400,
      { errors: ['offset must be an integer of 0 or more', 'limit must be an integer of 1 or more'] },
    ])
  },
)

rule('Spec module errors', '503 is retried after a delay')
rule('§7 errors', 'They are `{"errors":["…"]}`: 401, on every path … 503')
test('an archive whose storage is unavailable is 503, with the time to wait', async () => {
  const link = await archiveLink(app, owner, address, '1.0.0')
  const opened = vi.spyOn(app.storage, 'open').mockRejectedValue(new StorageUnavailable('down'))
  const answer = await app.http.get(link)
  opened.mockRestore()
  expect(answer.status).toBe(503)
  expect(answer.body).toEqual({ errors: [expect.any(String)] })
  expect(answer.headers['retry-after']).toBe('1')
  expect(answer.headers).not.toHaveProperty('etag')
  expect((await app.http.get(link)).status).toBe(200)
})
