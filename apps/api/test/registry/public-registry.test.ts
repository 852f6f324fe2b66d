import { rule } from '@engine/shared/rule'
import { beforeEach, describe, expect, test } from 'vitest'
import { startTestApp } from '../app.js'
import { registry } from '../modules/module-requests.js'
import { fresh, mount, startFront } from './public-registry-front.js'

const { twin, app, ana, ask } = await startFront()

beforeEach(() => twin.recover())

describe('what is passed on', () => {
  rule('§8 proxy', 'It asks the configured address at `/v1/modules/…` and passes documents on as they are')
  test('documents as they are, with a tag of their own', async () => {
    const answer = await ask('/modules/someone/network/aws/versions')
    expect([answer.status, answer.headers['content-type']]).toEqual([200, 'application/json'])
    expect(answer.body.modules[0].versions).toEqual([{ version: '1.1.0' }, { version: '1.0.0' }])
    const headers = { 'If-None-Match': answer.headers['etag'] }
    expect((await ask('/modules/someone/network/aws/versions', { headers })).status).toBe(304)
    const head = await ask('/modules/someone/network/aws/versions', { method: 'head' })
    expect([head.status, head.headers['etag']]).toEqual([200, answer.headers['etag']])
  })

  rule('§8 proxy', '`X-…-Get` of the upstream becomes `X-Engine-Get` and its aliases')
  test('the location of a module in all words, absolute', async () => {
    const answer = await ask('/modules/someone/network/aws/1.1.0/download')
    const location = `${twin.url}/v1/modules/someone/network/aws/1.1.0/archive.tar.gz?archive=tar.gz`
    expect([answer.status, answer.text]).toEqual([204, ''])
    expect(answer.headers).toMatchObject({ 'x-engine-get': location, 'x-terraform-get': location })
  })

  rule('§8 proxy', 'Redirects to the newest version are followed here')
  test('the newest download, whose redirect is followed here', async () => {
    const answer = await ask('/modules/someone/network/aws/download')
    expect(answer.status).toBe(204)
    expect(answer.headers['x-engine-get']).toMatch(/1\.1\.0\/archive\.tar\.gz/)
  })

  let count = 0
  rule('§8 proxy', 'Relative locations become absolute')
  test.each([
    ['/files/a.tar.gz', (url: string) => `${url}/files/a.tar.gz`],
    ['../b.zip//sub?x=1', (url: string) => `${url}/v1/modules/someone/b.zip//sub?x=1`],
    ['//cdn.example/c.tgz', () => 'http://cdn.example/c.tgz'],
    ['git::https://git.example/d?ref=v1', () => 'git::https://git.example/d?ref=v1'],
    ['https://cdn.example/e//*?archive=tar.gz', () => 'https://cdn.example/e//*?archive=tar.gz'],
  ])('a module at %s', async (location, expected) => {
    const path = `/modules/someone/place-${++count}/download`
    twin.say(`/v1${path.replace('/download', '/aws/1.0.0/download')}`, {
      status: 204,
      headers: { 'x-opentofu-get': location },
    })
    const answer = await ask(path.replace('/download', '/aws/1.0.0/download'))
    const base = expected(twin.url).replace('/someone/b.zip', `/someone/place-${count}/aws/b.zip`)
    expect([answer.status, answer.headers['x-engine-get']]).toEqual([204, base])
  })

  rule('§8 proxy', 'A location in a body becomes 204 and the header')
  test('a location that comes in the body, as 204 and header, which every engine understands', async () => {
    const path = '/modules/someone/inbody/aws/1.0.0/download'
    twin.say(`/v1${path}`, { body: { location: 'https://cdn.example/a.tgz' } })
    const answer = await ask(path)
    expect([answer.status, answer.text]).toEqual([204, ''])
    expect(answer.headers['x-engine-get']).toBe('https://cdn.example/a.tgz')
  })

  rule('Spec providers', 'Rule 5: the service is a proxy to the public registry for providers')
  rule('§8 proxy', 'It serves providers too, with absolute addresses')
  test('the files of a provider by absolute addresses', async () => {
    const { status, body } = await ask('/providers/someone/cloud/2.0.0/download/linux/amd64')
    expect(status).toBe(200)
    expect(body).toMatchObject({
      os: 'linux',
      arch: 'amd64',
      download_url: `${twin.url}/files/terraform-provider-cloud_2.0.0_linux_amd64.zip`,
      shasums_url: `${twin.url}/v1/providers/someone/SHA256SUMS`,
      shasums_signature_url: 'https://releases.example/cloud/SHA256SUMS.sig',
      signing_keys: { gpg_public_keys: [{ key_id: 'KEY', ascii_armor: 'armor' }] },
    })
  })

  rule('§8 proxy', 'Links to other pages lead here')
  test('lists whose other pages are found here', async () => {
    const { status, body } = await ask('/modules?offset=1&limit=1')
    expect([status, body.meta]).toEqual([
      200,
      {
        limit: 1,
        current_offset: 1,
        next_offset: 2,
        next_url: `${mount}/modules?limit=1&offset=2`,
        prev_offset: 0,
        prev_url: `${mount}/modules?limit=1`,
      },
    ])
  })

  rule('§8 proxy', 'A miss there is a miss here')
  test('404 as our own, and a complaint about the question', async () => {
    const missing = await ask('/modules/someone/nothing/aws/versions')
    expect([missing.status, missing.body]).toEqual([404, { errors: ['Not Found'] }])
    twin.say('/v1/modules/search', { status: 400, body: { errors: ['no q'] } })
    const wrong = await ask('/modules/search')
    expect([wrong.status, wrong.body]).toEqual([400, { errors: ['no q'] }])
  })

  rule('Spec providers', 'Rule 5: the prefix is `/api/registry/public/v1`, as discovery says')
  test('discovery leads here', async () => {
    const { body } = await app.http.get('/.well-known/engine.json')
    expect([body['public.modules.v1'], body['public.providers.v1']]).toEqual([
      `${mount}/modules/`,
      `${mount}/providers/`,
    ])
  })
})

describe('what is not', () => {
  rule('§8 proxy', 'It needs a token')
  test('anything without a good token: 401, and no request goes out', async () => {
    const before = twin.asked.length
    for (const by of [undefined, 'no-token']) {
      const answer = await registry(app, by, `${mount}/modules/someone/network/aws/versions`)
      expect([answer.status, answer.body]).toEqual([401, { errors: ['Unauthorized'] }])
    }
    expect(twin.asked).toHaveLength(before)
  })

  rule('§8 proxy', 'It never sends the token on, nor anything else of the caller')
  test('the token, cookies, addresses or anything else of the caller', async () => {
    const { path, upstream } = fresh(app)
    twin.say(upstream, { body: { modules: [] } })
    const headers = { Cookie: 'a=b', 'X-Forwarded-For': '1.2.3.4', 'User-Agent': 'someone', 'X-Secret': 's' }
    await registry(app, ana, `${mount}${path}?token=secret`, { headers })
    const [asked] = twin.asked.filter(({ url }) => url === upstream)
    expect(asked).toEqual({
      method: 'GET',
      url: upstream,
      headers: {
        host: new URL(twin.url).host,
        connection: 'keep-alive',
        accept: 'application/json',
        'accept-encoding': 'gzip',
        'user-agent': 'engine-platform',
      },
    })
    expect(JSON.stringify(twin.asked)).not.toContain(ana.token)
  })

  rule('§8 proxy', 'It forwards GET and HEAD alone … of known shapes')
  test.each([
    '/modules/a/b/c/1.0.0/download/more',
    '/modules/..%2f..%2fadmin/b/c/versions',
    '/modules/a/b%3fc/d/versions',
    '/modules/a/%00/c/versions',
    '/modules/a/b/c/1.0.0%2f..%2fversions',
    '/modules/a%ff/b/c/versions',
    '/providers/a/b',
    '/providers/a/b/1.0.0/download/linux',
    '/providers/a/b/1.0.0/download/linux%2f..%2f..%2fx/amd64',
    '/other/a',
    '',
  ])('the unknown shape %s: 404, and no request goes out', async (path) => {
    const before = twin.asked.length
    const answer = await ask(path)
    expect([answer.status, answer.body]).toEqual([404, { errors: ['Not Found'] }])
    expect(twin.asked).toHaveLength(before)
  })

  rule('§8 proxy', 'It forwards GET and HEAD alone')
  test('another method than GET and HEAD: 405, and no request goes out', async () => {
    const before = twin.asked.length
    const answer = await ask('/modules/someone/network/azure/versions', { method: 'post' })
    expect([answer.status, answer.headers['allow']]).toEqual([405, 'GET, HEAD, OPTIONS'])
    const options = await ask('/modules/someone/network/azure/versions', { method: 'options' })
    expect([options.status, options.headers['allow']]).toEqual([204, 'GET, HEAD, OPTIONS'])
    expect(twin.asked).toHaveLength(before)
  })

  rule('§8 proxy', 'It forwards GET and HEAD alone … with known parameters')
  test('a parameter that means nothing, or is no good', async () => {
    twin.say('/v1/modules/search?limit=5&q=vpc', { body: { meta: {}, modules: [] } })
    expect((await ask('/modules/search?utm=x&q=vpc&limit=5&q=other')).status).toBe(200)
    for (const query of ['limit=-1', 'offset=a', `q=${'x'.repeat(513)}`, 'verified=maybe']) {
      const answer = await ask(`/modules/search?${query}`)
      const [name] = query.split('=')
      expect([answer.status, answer.body]).toEqual([400, { errors: [`The parameter ${name} is invalid`] }])
    }
  })
})

rule('§8 proxy', 'Unset it is 503 with a message that says so')
test('without PUBLIC_REGISTRY_URL it is 503, and the message says so; without a token still 401', async () => {
  const bare = await startTestApp({ LOG_LEVEL: 'silent' })
  const person = await bare.make.user()
  const answer = await registry(bare, person, `${mount}/modules/a/b/c/versions`)
  expect([answer.status, answer.body]).toEqual([
    503,
    { errors: ['No public registry is set up here: PUBLIC_REGISTRY_URL is unset'] },
  ])
  expect((await registry(bare, undefined, `${mount}/modules/a/b/c/versions`)).status).toBe(401)
})
