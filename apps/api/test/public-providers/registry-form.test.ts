import { rule } from '@engine/shared/rule'
import { describe, expect, test } from 'vitest'
import { registry } from '../modules/module-requests.js'
import { statementsOf } from '../statements.js'
import { startTestApp } from '../app.js'
import { host, mount, startControlled, startOrigin } from './controlled.js'

const origin = await startOrigin()
const other = await startOrigin('other')
const sealed = 'sealed.example'
const { app, ask, list, download, row, setPolicy } = await startControlled(origin, {
  PROVIDER_ORIGINS: `other.example=${other.twin.url},${sealed}=`,
})
const ana = await app.make.user()

const at = (from: string, path: string) =>
  registry(app, ana, `/api/registry/public/${from}/v1/providers${path}`)

describe('the three documents', () => {
  rule('§14 registry form', 'Versions, one version and download, as the registry protocol has them')
  test('are those of the registry protocol', async () => {
    const thing = await origin.provider(['1.0.0', '1.1.0'])
    const platforms = [
      { os: 'darwin', arch: 'arm64' },
      { os: 'linux', arch: 'amd64' },
    ]
    const versions = await ask(ana, thing, '/versions')
    expect([versions.status, versions.headers['content-type']]).toEqual([200, 'application/json'])
    expect(versions.body).toEqual({
      versions: [
        { version: '1.1.0', protocols: ['5.0'], platforms },
        { version: '1.0.0', protocols: ['5.0'], platforms },
      ],
    })
    const detail = await ask(ana, thing, '/1.1.0')
    expect(detail.body).toMatchObject({
      id: `acme/${thing.name}/1.1.0`,
      ...{ namespace: 'acme', name: thing.name, version: '1.1.0' },
      published_at: '2026-01-01T00:00:00.000Z',
      platforms,
    })
    const { body } = await download(ana, thing, '1.1.0')
    const { shasum, filename } = thing.get('1.1.0').files[0] ?? {}
    expect(body).toMatchObject({
      ...{ protocols: ['5.0'], os: 'linux', arch: 'amd64', shasum, filename },
      download_url: `${origin.twin.url}${thing.filePath('1.1.0', filename ?? '')}`,
      shasums_url: expect.stringMatching(/_1\.1\.0_SHA256SUMS$/),
      shasums_signature_url: expect.stringMatching(/_1\.1\.0_SHA256SUMS\.sig$/),
      signing_keys: { gpg_public_keys: [{ key_id: origin.key.keyId, ascii_armor: origin.key.armor }] },
    })
  })

  rule('§14 origins', 'The origin of `PUBLIC_REGISTRY_URL` has both paths, any other that with its host')
  test('stand on the paths of §8, and below the host of each origin in any case', async () => {
    const thing = await origin.provider()
    const expected = (await ask(ana, thing, '/versions')).body
    for (const from of [host, 'Registry.EXAMPLE'])
      expect((await at(from, `/acme/${thing.name}/versions`)).body).toEqual(expected)
    const further = await other.provider(['3.0.0'])
    const { body } = await at('other.example', `/acme/${further.name}/versions`)
    expect(body.versions).toMatchObject([{ version: '3.0.0' }])
    expect((await at('other.example', `/acme/${further.name}/3.0.0`)).status).toBe(200)
    const downloaded = await at('other.example', `/acme/${further.name}/3.0.0/download/darwin/arm64`)
    expect(downloaded.body.download_url).toContain(other.twin.url)
    expect((await row(further)).origin).toBe('other.example')
  })

  rule('§14 origins', 'A provider is found in any case of its name')
  test('name a provider in any case', async () => {
    const thing = await origin.provider()
    await list(ana, thing)
    const upper = { namespace: 'ACME', name: thing.name.toUpperCase() }
    expect((await list(ana, upper)).versions).toEqual(['1.0.0'])
    expect(await app.prisma.publicProvider.count({ where: { nameKey: thing.name } })).toBe(1)
  })

  rule('§14 registry form', 'It answers HEAD and conditional requests as §7 does, and no other method')
  test('answer HEAD, conditions, and 405', async () => {
    const thing = await origin.provider()
    const path = `${mount}/acme/${thing.name}/versions`
    const { headers } = await registry(app, ana, path)
    const known = { 'If-None-Match': headers['etag'] }
    expect((await registry(app, ana, path, { headers: known })).status).toBe(304)
    const head = await registry(app, ana, path, { method: 'head' })
    expect([head.status, head.headers['etag']]).toEqual([200, headers['etag']])
    const posted = await registry(app, ana, path, { method: 'post' })
    expect([posted.status, posted.headers['allow']]).toEqual([405, 'GET, HEAD, OPTIONS'])
  })
})

describe('what is not there', () => {
  rule('§14 origins', 'Any other host is 404')
  rule('§14 origins', 'A namespace or name outside the syntax, or `..` in any segment, is 404')
  test.each([
    ['unknown.example', '/acme/thing/versions'],
    ['..', '/acme/thing/versions'],
    ['%2e%2e', '/acme/thing/versions'],
    ['127.0.0.1', '/acme/thing/versions'],
    [host, '/a.b/thing/versions'],
    [host, '/%2e%2e/thing/versions'],
    [host, '/acme/..%2fthing/versions'],
    [host, `/acme/${'a'.repeat(65)}/versions`],
    [host, '/acme/%00/versions'],
    [host, '/acme/a%ff/versions'],
  ])('%s%s is 404, and no origin is asked', async (from, path) => {
    const before = origin.twin.asked.length
    const answer = await at(from, path)
    expect([answer.status, answer.body]).toEqual([404, { errors: ['Not Found'] }])
    expect(origin.twin.asked).toHaveLength(before)
  })

  rule('§14 registry form', 'What its origin does not know is 404')
  test('a provider, a version, a platform', async () => {
    expect((await ask(ana, { namespace: 'acme', name: 'nothing' }, '/versions')).status).toBe(404)
    expect(await app.prisma.publicProvider.count({ where: { name: 'nothing' } })).toBe(0)
    const thing = await origin.provider()
    for (const path of [
      '/2.0.0',
      '/..',
      '/0.0.0-not-available',
      '/2.0.0/download/linux/amd64',
      '/0.0.0-not-available/download/linux/amd64',
      '/1.0.0/download/plan9/mips',
      '/1.0.0/download/%00/amd64',
      '/1.0.0/download/..%2f..%2f/amd64',
    ]) {
      const answer = await ask(ana, thing, path)
      expect([answer.status, answer.body], path).toEqual([404, { errors: ['Not Found'] }])
    }
  })

  rule('§14 origins', 'A sealed origin is never asked')
  test('a provider of a sealed origin', async () => {
    const before = origin.twin.asked.length + other.twin.asked.length
    expect((await at(sealed, '/acme/thing/versions')).status).toBe(404)
    expect(origin.twin.asked.length + other.twin.asked.length).toBe(before)
  })

  rule('§14 origins', 'An origin that is sealed later delivers nothing of its files')
  test('a provider that was known before its origin was sealed', async () => {
    const further = await other.provider(['3.0.0'])
    const path = `/acme/${further.name}/3.0.0/download/linux/amd64`
    expect((await at('other.example', path)).status).toBe(200)
    const later = await startControlled(origin, { PROVIDER_ORIGINS: 'other.example=' }, app)
    other.twin.forget()
    const shut = '/api/registry/public/other.example/v1/providers'
    expect((await registry(later.app, ana, `${shut}${path}`)).status).toBe(404)
    expect((await registry(later.app, ana, `${shut}/acme/${further.name}/versions`)).status).toBe(404)
    await later.watch()
    expect(other.twin.asked).toEqual([])
  })
})

rule('§14 origins', 'The token of the caller never leaves')
test('nothing of the caller goes to the origin', async () => {
  const thing = await origin.provider()
  const headers = { Cookie: 'a=b', 'X-Secret': 's', 'User-Agent': 'someone' }
  await registry(app, ana, `${mount}/acme/${thing.name}/versions?token=secret`, { headers })
  await download(ana, thing, '1.0.0')
  const asked = JSON.stringify(origin.twin.asked)
  for (const word of [ana.token, 'secret', 'someone', 'a=b']) expect(asked).not.toContain(word)
})

rule('§14 registry form', 'It needs a token')
test('without a good token it is 401, and no origin is asked', async () => {
  const thing = await origin.provider()
  for (const by of [undefined, 'no-token']) expect((await ask(by, thing, '/versions')).status).toBe(401)
  expect(origin.twin.count(new RegExp(thing.name))).toBe(0)
})

rule('§14 registry form', 'A token needs the scope for providers')
test('a token whose scopes leave out providers finds none', async () => {
  const thing = await origin.provider()
  const publishing = await app.make.token(ana, { scopes: ['publish:acme/thing'] })
  expect((await ask(publishing, thing, '/versions')).status).toBe(404)
  const registering = await app.make.token(ana, { scopes: ['registry'] })
  expect((await ask(registering, thing, '/versions')).status).toBe(200)
})

test('a list, a version and a download take the same few statements, however many versions there are', async () => {
  const few = await origin.provider(['1.0.0'])
  const many = await origin.provider(Array.from({ length: 30 }, (_, index) => `1.${index}.0`))
  for (const thing of [few, many]) await ask(ana, thing, '/versions')
  // On a slow machine a first look goes on behind its answer.
  await expect.poll(() => app.prisma.publicProvider.count({ where: { comparedAt: null } })).toBe(0)
  const counts = async (path: string) => {
    const all: number[] = []
    for (const thing of [few, many]) {
      await ask(ana, thing, path)
      // Past the cache.
      const { answer, own } = await statementsOf(app, () => ask(ana, thing, `${path}?${app.make.next()}`))
      expect(answer.status).toBe(200)
      all.push(own.length)
    }
    return all
  }
  for (const path of ['/versions', '/1.0.0', '/1.0.0/download/linux/amd64']) {
    const [one = 0, another = 0] = await counts(path)
    expect(another, path).toBe(one)
    expect(one, path).toBeLessThanOrEqual(5)
  }
})

describe('while nothing is set', async () => {
  const plain = await startTestApp({ LOG_LEVEL: 'silent', PUBLIC_REGISTRY_URL: origin.twin.url })
  const owner = await plain.make.user()
  const acme = await plain.make.organization(owner, 'acme')
  const read = (name: string, path = '/versions', by: typeof owner | string = owner) =>
    registry(plain, by, `${mount}/acme/${name}${path}`)

  rule('§14 origins', 'With no setting, no policy and no known provider the proxy of §8 answers as before')
  test('what the origin says is passed on, and nothing is kept', async () => {
    const thing = await origin.provider()
    const [versions, detail] = [await read(thing.name), await read(thing.name, '/1.0.0')]
    expect(versions.body).toMatchObject({ id: `acme/${thing.name}`, warnings: null })
    expect(detail.body).toMatchObject({ tag: 'v1.0.0', published_at: '2026-01-01T00:00:00Z' })
    const here = new URL(origin.twin.url).host
    const named = await registry(
      plain,
      owner,
      `/api/registry/public/${here}/v1/providers/acme/${thing.name}/versions`,
    )
    expect(named.body).toEqual(versions.body)
    expect(await plain.prisma.publicProvider.count()).toBe(0)
  })

  rule('§14 who may use', 'A rule or a cooldown of an organization controls what its callers get')
  test('an organization with a cooldown of its own is under control, and others are not', async () => {
    const thing = await origin.provider([{ version: '1.0.0', publishedAt: '2026-03-01T11:00:00Z' }])
    const admin = await plain.make.administrator()
    await plain.services.adminOrganizations.update(admin.ctx, acme.id, { providerCooldown: '72h' })
    const stranger = await plain.make.user()
    expect((await read(thing.name, '/versions', stranger)).body).toMatchObject({ id: `acme/${thing.name}` })
    expect((await read(thing.name)).body).toMatchObject({
      versions: [{ version: '0.0.0-not-available' }],
      warnings: [expect.stringContaining('1.0.0 is held until 2026-03-04 11:00 UTC')],
    })
    // Once known it is the same for all.
    const { body } = await read(thing.name, '/versions', stranger)
    expect(body).toEqual({ versions: [expect.objectContaining({ version: '1.0.0' })] })
  })
})

test('the policy of an organization is a rule and a duration', async () => {
  const owner = await app.make.user()
  const { name } = await app.make.organization(owner)
  const set = { publicProviders: 'listed', providerCooldown: '0s' }
  expect(await setPolicy(name, set)).toMatchObject(set)
  await expect(setPolicy(name, { providerCooldown: 'soon' })).rejects.toThrow()
  await expect(setPolicy(name, { publicProviders: 'closed' })).rejects.toThrow()
})
