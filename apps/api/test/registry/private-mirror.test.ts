import { rule } from '@engine/shared/rule'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { newSigningKey } from '../../load/src/origin/signing.js'
import { hours, seconds } from '../../src/kernel/clock.js'
import { startTestApp } from '../app.js'
import { administer, registry, type Caller } from '../modules/module-requests.js'
import { createProvider, createProviderVersion, providerPath } from '../providers.js'
import { as, documentOf } from '../rest.js'
import { statementsOf } from '../statements.js'
import { registerKey, releaseProvider } from './signed-provider.js'
import { zipOfFiles } from './zip-maker.js'

const host = 'engine.test'
const app = await startTestApp({
  ...{ LOG_LEVEL: 'silent', PUBLIC_URL: `https://${host}`, ENGINE_ALIASES: 'terraform' },
})
const owner = await app.make.user()
const acme = await app.make.organization(owner, 'Acme')
const admin = await app.make.administrator()
const member = await app.make.member(acme)
const stranger = await app.make.member(await app.make.organization(await app.make.user()))
const pair = await newSigningKey()
await registerKey(app, owner, 'Acme', pair)

const zipOf = (contents: string) => zipOfFiles({ name: 'it', contents })
const zips = { 'linux/amd64': zipOf('for linux'), 'darwin/arm64': zipOf('for darwin') }

let address: string
let path: string

beforeEach(async () => {
  const name = `cloud-${app.make.next()}`
  address = `Acme/private/Acme/${name}`
  path = `/v1/mirror/${host}/acme/${name}`
  for (const version of ['1.0.0', '1.1.0'])
    await releaseProvider(app, owner, address, pair, { version, zips })
})
afterEach(() => administer(app, admin, 'Acme', { 'engine-policy': null }))

const notFoundAnswer = [404, { errors: ['Not Found'] }]

async function answered(document: string, by: Caller = member, headers: object = {}) {
  const { status, body } = await registry(app, by, `${path}/${document}`, { headers })
  return [status, body]
}

async function setStatus(of: string, status: string) {
  const deprecation = { 'deprecated-status': status, reason: 'It leaks' }
  const answer = await as(app, owner).patch(of, { body: documentOf('', { deprecation }) })
  expect(answer.status, answer.text).toBe(200)
}

const versionPath = (version: string) => `${providerPath(address)}/versions/${version}`

describe('the two documents of a private provider', () => {
  rule('§14 mirror form', '`:origin` may be the host of `PUBLIC_URL`: our private providers')
  rule('§14 mirror form', '`hashes` holds `zh:` and `h1:` of every platform; archive URLs need no bearer')
  test('name its versions, and zips with the hashes of the registry form that need no bearer', async () => {
    expect(await answered('index.json')).toEqual([200, { versions: { '1.1.0': {}, '1.0.0': {} } }])
    const { status, body, headers } = await registry(app, member, `${path}/1.1.0.json`)
    expect([status, headers['content-type']]).toEqual([200, 'application/json'])
    const name = address.split('/')[3]
    const download = `/v1/providers/acme/${name}/1.1.0/download/linux/amd64`
    const { packages } = (await registry(app, member, download)).body
    for (const [platform, zip] of Object.entries(zips)) {
      const key = platform.replace('/', '_')
      const { hashes, url } = body.archives[key]
      expect(hashes).toEqual(packages[key].hashes)
      expect(hashes).toEqual([expect.stringMatching(/^zh:/), expect.stringMatching(/^h1:/)])
      const file = await app.http.get(url).buffer(true)
      expect([file.status, Buffer.compare(file.body, zip)]).toEqual([200, 0])
      const part = await app.http.get(url).set('Range', 'bytes=0-3').buffer(true)
      expect([part.status, Buffer.compare(part.body, zip.subarray(0, 4))]).toEqual([206, 0])
      expect((await app.http.head(url)).status).toBe(200)
    }
    expect(Object.keys(body.archives)).toHaveLength(2)
  })

  rule('§14 mirror form', 'A host with a port is asked by no engine: 404')
  test('are at that host alone, and nowhere where it has a port', async () => {
    const elsewhere = path.replace(host, 'localhost:4000')
    expect((await registry(app, member, `${elsewhere}/index.json`)).status).toBe(404)
    const plain = await startTestApp({ LOG_LEVEL: 'silent', PUBLIC_URL: 'http://localhost:4000' }, app)
    for (const at of ['localhost', 'localhost:4000', host]) {
      const { status } = await registry(plain, member, `${path.replace(host, at)}/index.json`)
      expect(status, at).toBe(404)
    }
  })

  rule('§14 mirror form', 'It answers HEAD and conditions, and no other method; it needs a bearer')
  test('answer HEAD, conditions, 405 and 401', async () => {
    const document = `${path}/1.0.0.json`
    const { headers } = await registry(app, member, document)
    const known = { 'If-None-Match': headers['etag'] }
    expect((await registry(app, member, document, { headers: known })).status).toBe(304)
    expect((await registry(app, member, document, { method: 'head' })).status).toBe(200)
    expect((await registry(app, member, document, { method: 'post' })).status).toBe(405)
    expect(await answered('index.json', 'wrong')).toEqual([401, { errors: ['Unauthorized'] }])
  })

  rule('§14 caching', 'Hot documents of the mirror take no statement, and their links stay good')
  test('are cached until something changes or the links grow old', async () => {
    app.clock.move(seconds(1))
    for (const document of ['index.json', '1.0.0.json']) {
      const statements = async () => (await statementsOf(app, () => answered(document))).own.length
      await expect.poll(statements, { message: document }).toBe(0)
      expect((await answered(document))[0]).toBe(200)
    }
    const link = async () =>
      (await registry(app, member, `${path}/1.0.0.json`)).body.archives['linux_amd64'].url
    const first = await link()
    app.clock.move(hours(1))
    const second = await link()
    expect(second).not.toBe(first)
    expect((await app.http.get(second)).status).toBe(200)
    await setStatus(versionPath('1.0.0'), 'Revoked')
    expect(await answered('1.0.0.json')).toEqual(notFoundAnswer)
    expect(await answered('index.json')).toEqual([200, { versions: { '1.1.0': {} } }])
  })
})

describe('what is not there', () => {
  test('a version, a document or a provider that is unknown, and one that is not published', async () => {
    await createProviderVersion(app, owner, address, '2.0.0')
    for (const document of ['2.0.0.json', '9.9.9.json', '1.0.json', '1.0.0', 'index', 'versions'])
      expect(await answered(document), document).toEqual(notFoundAnswer)
    const none = `Acme/private/Acme/none-${app.make.next()}`
    await createProvider(app, owner, none)
    const unpublished = `/v1/mirror/${host}/acme/${none.split('/')[3]}/index.json`
    expect((await registry(app, member, unpublished)).status).toBe(404)
  })

  rule('§14 mirror form', 'Private providers are under the rules of §6 and §12')
  test('a provider of strangers, until it is shared', async () => {
    for (const document of ['index.json', '1.0.0.json'])
      expect(await answered(document, stranger)).toEqual(notFoundAnswer)
    await administer(app, admin, 'Acme', { 'global-provider-sharing': true })
    const { status, body } = await registry(app, stranger, `${path}/1.0.0.json`)
    expect(status).toBe(200)
    const { url } = body.archives['linux_amd64']
    expect((await app.http.get(url)).status).toBe(200)
    await administer(app, admin, 'Acme', { 'global-provider-sharing': false })
    expect(await answered('1.0.0.json', stranger)).toEqual(notFoundAnswer)
    expect((await app.http.get(url)).status).toBe(404)
  })

  rule('§14 words', 'The mirror form has no words: a provider all of whose versions are revoked is 404')
  test('a provider of which all is revoked', async () => {
    for (const version of ['1.0.0', '1.1.0']) await setStatus(versionPath(version), 'Revoked')
    expect(await answered('index.json')).toEqual(notFoundAnswer)
    await setStatus(versionPath('1.0.0'), 'Undeprecated')
    expect(await answered('index.json')).toEqual([200, { versions: { '1.0.0': {} } }])
    await setStatus(providerPath(address), 'Revoked')
    for (const document of ['index.json', '1.0.0.json'])
      expect(await answered(document), document).toEqual(notFoundAnswer)
  })
})

rule('§12 policy', '`refuse` answers the archives of a mirror 403 with the sentence')
test('an engine that the policy refuses gets no archives', async () => {
  await administer(app, admin, 'Acme', { 'engine-policy': 'refuse' })
  const old = { 'X-Terraform-Version': '0.12.31', 'User-Agent': 'Terraform/0.12.31' }
  const [status, body] = await answered('1.0.0.json', member, old)
  expect([status, body.errors[0]]).toEqual([403, expect.stringContaining('0.12.31')])
  expect((await answered('1.0.0.json'))[0]).toBe(200)
})

rule('§11 former names', 'A former name answers 301 to the new one on the mirror too')
test('a former name of the organization leads to its providers', async () => {
  const boss = await app.make.user()
  const { id, name } = await app.make.organization(boss)
  await registerKey(app, boss, name, pair)
  await releaseProvider(app, boss, `${name}/private/${name}/cloud`, pair)
  await app.services.organizations.update(boss.ctx, id, { name: `${name}-new` })
  const at = `/v1/mirror/${host}/${name}/cloud/index.json`
  const { status, headers } = await registry(app, boss, at)
  expect([status, headers['location']]).toEqual([301, at.replace(name, `${name}-new`)])
  expect((await registry(app, stranger, at)).status).toBe(404)
})
