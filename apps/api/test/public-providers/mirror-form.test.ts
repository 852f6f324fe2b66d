import { rule } from '@engine/shared/rule'
import { afterEach, describe, expect, test } from 'vitest'
import { days } from '../../src/kernel/clock.js'
import { startTestApp } from '../app.js'
import { registry, type Caller } from '../modules/module-requests.js'
import { statementsOf } from '../statements.js'
import { host, point, startControlled, startOrigin, type Named } from './controlled.js'

const origin = await startOrigin()
const { twin } = origin
twin.maxAge = 30 * 24 * 3600
const controlled = await startControlled(origin, {
  PROVIDER_COOLDOWN: '72h',
  PROVIDER_ORIGINS: 'sealed.example=',
})
const { app, admin, list, row, decide, look, setPolicy, approveForAll, settle } = controlled
const { make, prisma } = app
const ana = await make.user()
const recently = () => new Date(app.clock.now().getTime() - 1000).toISOString()

afterEach(() => twin.recover())

const notFoundAnswer = [404, { errors: ['Not Found'] }]

const at = (by: Caller, { namespace, name }: Named, document: string, from = host) =>
  registry(app, by, `/v1/mirror/${from}/${namespace}/${name}/${document}`)

const indexOf = async (by: Caller, thing: Named) => (await at(by, thing, 'index.json')).body

/** Status and body of a document. */
async function answered(by: Caller, thing: Named, document: string, from?: string) {
  const { status, body } = await at(by, thing, document, from)
  return [status, body]
}

describe('the two documents', () => {
  rule('§14 mirror form', '`index.json` lists the available versions, `:version.json` their archives')
  rule('§14 mirror form', '`hashes` holds `zh:`, and archive URLs are the origin’s')
  test('are those of the network mirror protocol', async () => {
    const thing = await origin.provider(['1.0.0', '1.1.0', { version: '2.0.0', publishedAt: recently() }])
    const index = await at(ana, thing, 'index.json')
    expect([index.status, index.headers['content-type']]).toEqual([200, 'application/json'])
    expect(index.body).toEqual({ versions: { '1.1.0': {}, '1.0.0': {} } })
    const version = await at(ana, thing, '1.1.0.json')
    expect([version.status, version.headers['content-type']]).toEqual([200, 'application/json'])
    const files = thing
      .get('1.1.0')
      .files.map(({ os, arch, shasum, filename }) => [
        `${os}_${arch}`,
        { hashes: [`zh:${shasum}`], url: `${twin.url}${thing.filePath('1.1.0', filename)}` },
      ])
    expect(version.body).toEqual({ archives: Object.fromEntries(files) })
    expect(Object.keys(version.body.archives)).toHaveLength(2)
  })

  rule('§14 mirror form', 'An `h1:` of the origin, which nothing signs, is in no `hashes`')
  test('have no hash that was not signed or computed here', async () => {
    const thing = await origin.provider([{ version: '1.0.0', packages: true }])
    const { body } = await at(ana, thing, '1.0.0.json')
    expect(body.archives['linux_amd64'].hashes).toEqual([`zh:${thing.get('1.0.0').files[0]?.shasum}`])
  })

  rule('§14 origins', 'A provider is found in any case of its origin')
  test('answer HEAD and conditions, in any case of the host, and no other method', async () => {
    const thing = await origin.provider()
    const { headers } = await at(ana, thing, 'index.json')
    const path = `/v1/mirror/Registry.EXAMPLE/acme/${thing.name}/index.json`
    const known = { 'If-None-Match': headers['etag'] }
    expect((await registry(app, ana, path, { headers: known })).status).toBe(304)
    expect((await registry(app, ana, path, { method: 'head' })).status).toBe(200)
    const posted = await registry(app, ana, path, { method: 'post' })
    expect([posted.status, posted.headers['allow']]).toEqual([405, 'GET, HEAD, OPTIONS'])
  })

  rule('§14 mirror form', 'It needs a bearer')
  test('are for callers with a bearer alone', async () => {
    const thing = await origin.provider()
    for (const document of ['index.json', '1.0.0.json']) {
      const { status, body, headers } = await at(undefined, thing, document)
      expect([status, body]).toEqual([401, { errors: ['Unauthorized'] }])
      expect(headers['content-type']).toBe('application/json')
    }
  })

  rule('§14 files', 'A version document counts as a download of its version')
  test('count who uses which version, also from the cache', async () => {
    const thing = await origin.provider()
    await at(ana, thing, 'index.json')
    for (const method of ['get', 'get', 'get', 'head'] as const)
      await registry(app, ana, `/v1/mirror/${host}/acme/${thing.name}/1.0.0.json`, { method })
    await settle()
    const versionId = (await controlled.version(thing, '1.0.0')).id
    expect(await prisma.publicProviderUse.findMany({ where: { versionId } })).toMatchObject([{ count: 3 }])
  })
})

describe('what is not there', () => {
  rule('§14 mirror form', 'A host that is no origin is 404')
  rule('§14 mirror form', 'A name outside the syntax is 404')
  test.each([
    'unknown.example/acme/thing/index.json',
    '../acme/thing/index.json',
    '%2e%2e/acme/thing/index.json',
    `${host}/a.b/thing/index.json`,
    `${host}/%2e%2e/thing/index.json`,
    `${host}/acme/..%2fthing/index.json`,
    `${host}/acme/%00/index.json`,
    `${host}/acme/a%ff/index.json`,
    `${host}/acme/thing/index`,
    `${host}/acme/thing/.json`,
    `${host}/acme/thing`,
    'sealed.example/acme/thing/index.json',
  ])('%s is 404, and no origin is asked', async (path) => {
    const before = twin.asked.length
    const { status, body } = await registry(app, ana, `/v1/mirror/${path}`)
    expect([status, body]).toEqual(notFoundAnswer)
    expect(twin.asked).toHaveLength(before)
  })

  rule('§14 words', 'Unknown at the origin: 404 in both forms')
  test('a provider and a version that the origin does not know', async () => {
    const unknown = { namespace: 'acme', name: 'nothing' }
    for (const document of ['index.json', '1.0.0.json'])
      expect(await answered(ana, unknown, document)).toEqual(notFoundAnswer)
    const thing = await origin.provider()
    for (const document of ['9.0.0.json', '...json', '0.0.0-not-available.json', '1.0.json'])
      expect(await answered(ana, thing, document), document).toEqual(notFoundAnswer)
  })

  rule(
    '§14 words',
    'The mirror form has no words: absent versions, and 404 for a version that is not available',
  )
  test('a version that is held, blocked, altered, unverified or gone', async () => {
    const thing = await origin.provider([
      '1.0.0',
      '1.1.0',
      '1.2.0',
      { version: '1.3.0', signing: { by: null } },
      '1.4.0',
      { version: '1.5.0', publishedAt: recently() },
    ])
    await indexOf(ana, thing)
    await decide(thing, '1.1.0', 'block', 'It leaks')
    await thing.republish('1.2.0')
    thing.withdraw('1.4.0')
    await look(thing, true)
    expect(await indexOf(ana, thing)).toEqual({ versions: { '1.0.0': {} } })
    for (const version of ['1.1.0', '1.2.0', '1.3.0', '1.4.0', '1.5.0'])
      expect(await answered(ana, thing, `${version}.json`), version).toEqual(notFoundAnswer)
    expect((await at(ana, thing, '1.0.0.json')).status).toBe(200)
    await decide(thing, '1.5.0', 'release')
    expect(await indexOf(ana, thing)).toEqual({ versions: { '1.5.0': {}, '1.0.0': {} } })
  })

  rule('§14 words', 'The mirror form has no words: 404 for a provider of which nothing is available')
  test('a provider of which everything is held', async () => {
    const thing = await origin.provider([{ version: '1.0.0', publishedAt: recently() }])
    expect(await answered(ana, thing, 'index.json')).toEqual(notFoundAnswer)
    app.clock.move(days(3))
    expect(await indexOf(ana, thing)).toEqual({ versions: { '1.0.0': {} } })
  })

  rule('§14 wanted', 'A refusal because of `listed` counts in the mirror form too')
  test('a provider that the organization does not list, which counts as requested', async () => {
    const owner = await make.user()
    const { id: organizationId, name } = await make.organization(owner)
    await setPolicy(name, { publicProviders: 'listed' })
    const thing = await origin.provider()
    for (const document of ['index.json', 'index.json', '1.0.0.json'])
      expect(await answered(owner, thing, document)).toEqual(notFoundAnswer)
    await settle()
    const { id: providerId } = await row(thing)
    const where = { providerId, organizationId }
    expect(await prisma.publicProviderRefusal.findMany({ where })).toMatchObject([{ count: 3 }])
    await point(app, owner, name, thing)
    expect(await indexOf(owner, thing)).toEqual({ versions: { '1.0.0': {} } })
  })

  rule('§14 first seen', 'A zip that differs from what was seen first is an alarm, and is withheld')
  test('a version whose origin names another zip for one platform', async () => {
    const thing = await origin.provider(['1.0.0', '1.1.0'])
    await indexOf(ana, thing)
    thing.lie('download', (document) =>
      document['os'] === 'darwin' ? { ...document, shasum: 'ab'.repeat(32) } : document,
    )
    expect(await answered(ana, thing, '1.1.0.json')).toEqual(notFoundAnswer)
    expect(await controlled.version(thing, '1.1.0')).toMatchObject({ alteredAt: expect.any(Date) })
    thing.tellTruth()
    expect(await indexOf(ana, thing)).toEqual({ versions: { '1.0.0': {} } })
  })
})

describe('an origin that fails', () => {
  rule('§14 origins', 'With the origin unreachable stored documents are served')
  test('leaves the addresses that it gave last', async () => {
    const thing = await origin.provider()
    const before = await answered(ana, thing, '1.0.0.json')
    app.clock.move(days(40))
    twin.fail({ status: 500 })
    expect(await answered(ana, thing, '1.0.0.json')).toEqual(before)
  })

  test('leaves out a platform for which it gave none, until it answers', async () => {
    const thing = await origin.provider()
    await indexOf(ana, thing)
    twin.fail({ status: 500 }, /\/download\/darwin/)
    expect(Object.keys((await at(ana, thing, '1.0.0.json')).body.archives)).toEqual(['linux_amd64'])
    twin.recover()
    expect(Object.keys((await at(ana, thing, '1.0.0.json')).body.archives)).toHaveLength(2)
  })
})

describe('a hot answer', () => {
  rule('§14 caching', 'Documents of the mirror are cached by their tags, never across organizations')
  test('takes no statement until something of it changes', async () => {
    const thing = await origin.provider(['1.0.0', '1.1.0'])
    for (const document of ['index.json', '1.1.0.json']) {
      await at(ana, thing, document)
      await at(ana, thing, document)
      const hot = await statementsOf(app, () => at(ana, thing, document))
      expect([hot.answer.status, hot.own.length], document).toEqual([200, 0])
    }
    await decide(thing, '1.1.0', 'block', 'It leaks')
    expect((await at(ana, thing, '1.1.0.json')).status).toBe(404)
    expect(await indexOf(ana, thing)).toEqual({ versions: { '1.0.0': {} } })
  })

  test('takes the same number of statements, however many platforms a version has', async () => {
    const many = Array.from({ length: 30 }, (_, index) => ({ os: 'linux', arch: `arch${index}` }))
    const counts = []
    for (const platforms of [many.slice(0, 2), many]) {
      const thing = await origin.provider([{ version: '1.0.0', platforms }])
      expect(Object.keys((await at(ana, thing, '1.0.0.json')).body.archives)).toHaveLength(platforms.length)
      app.clock.move(days(31))
      counts.push((await statementsOf(app, () => at(ana, thing, '1.0.0.json'))).own.length)
    }
    expect(counts[1]).toBe(counts[0])
  })
})

describe('without any setting', () => {
  rule('§14 mirror form', 'It answers for a public registry without any other setting')
  test('a provider that was never looked at is looked at', async () => {
    const plain = await startTestApp(
      { LOG_LEVEL: 'silent', PUBLIC_REGISTRY_URL: twin.url, PUBLIC_REGISTRY_HOST: host },
      app,
    )
    const thing = await origin.provider()
    const read = (document: string) =>
      registry(plain, ana, `/v1/mirror/${host}/acme/${thing.name}/${document}`)
    expect((await read('index.json')).body).toEqual({ versions: { '1.0.0': {} } })
    expect((await read('1.0.0.json')).status).toBe(200)
  })
})

test('an approval is one truth for both forms', async () => {
  const owner = await make.user()
  const { name } = await make.organization(owner)
  await setPolicy(name, { publicProviders: 'listed' })
  const thing = await origin.provider()
  await list(owner, thing)
  await approveForAll(thing)
  expect((await list(owner, thing)).versions).toEqual(['1.0.0'])
  expect(await indexOf(owner, thing)).toEqual({ versions: { '1.0.0': {} } })
  expect(await indexOf(admin, thing)).toEqual({ versions: { '1.0.0': {} } })
})
