import { rearmored } from '@engine/provider-source/armor'
import { rule } from '@engine/shared/rule'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { registry, type Caller } from '../modules/module-requests.js'
import { createProvider, providerPath } from '../providers.js'
import { as } from '../rest.js'
import {
  detailPath,
  downloadPath,
  fresh,
  nameIn,
  startNamespace,
  versionsPath,
} from './provider-namespace.js'
import { sha256 } from '../../load/src/origin/provider-zip.js'
import { newSigningKey } from '../../load/src/origin/signing.js'
import { filenameOf, registerKey, releaseProvider, zipOf } from './signed-provider.js'

const { app, owner, acme, pair, listed, errorOf } = await startNamespace()

/** The downloads that the document of a version says. */
const downloadsOf = async (path: string): Promise<number> => (await registry(app, owner, path)).body.downloads

describe('what the engine installs', () => {
  rule(
    '§6 provider protocol',
    '`/v1/providers/:namespace/:type/versions` lists versions with protocols and platforms',
  )
  test('versions are listed newest first, with protocols and platforms', async () => {
    const address = fresh(app)
    await releaseProvider(app, owner, address, pair, { version: '1.9.0' })
    const zips = { 'linux/arm64': zipOf('linux/arm64'), 'darwin/arm64': zipOf('darwin/arm64') }
    await releaseProvider(app, owner, address, pair, { version: '1.10.0', protocols: ['5.1', '6.0'], zips })
    const answer = await registry(app, owner, versionsPath(address))
    expect([answer.status, answer.headers['content-type']]).toEqual([200, 'application/json'])
    expect(answer.body).toEqual({
      versions: [
        {
          version: '1.10.0',
          protocols: ['5.1', '6.0'],
          platforms: [
            { os: 'darwin', arch: 'arm64' },
            { os: 'linux', arch: 'arm64' },
          ],
        },
        { version: '1.9.0', protocols: ['5.0'], platforms: [{ os: 'linux', arch: 'amd64' }] },
      ],
    })
  })

  rule('§6 provider protocol', '`…/:version/download/:os/:arch` names the files, their sums and the keys')
  test('the download document names files that are fetched without a token, byte for byte', async () => {
    const address = fresh(app)
    await releaseProvider(app, owner, address, pair)
    const answer = await registry(app, owner, downloadPath(address))
    expect(answer.status, answer.text).toBe(200)
    const zip = zipOf('linux/amd64')
    const filename = filenameOf('1.0.0', 'linux/amd64')
    expect(answer.body).toEqual({
      protocols: ['5.0'],
      os: 'linux',
      arch: 'amd64',
      filename,
      download_url: expect.stringMatching(/^\/api\/registry\/v1\/provider-files\//),
      shasums_url: expect.stringMatching(/^\/api\/registry\/v1\/provider-files\//),
      shasums_signature_url: expect.stringMatching(/^\/api\/registry\/v1\/provider-files\//),
      shasum: sha256(zip),
      signing_keys: { gpg_public_keys: [{ key_id: pair.keyId, ascii_armor: rearmored(pair.armor) }] },
      packages: { linux_amd64: { hashes: [`zh:${sha256(zip)}`], package_size: zip.length } },
    })
    const file = async (url: string): Promise<Buffer> => {
      const got = await app.http.get(url).buffer(true)
      expect(got.status).toBe(200)
      return Buffer.from(got.body)
    }
    expect(await file(answer.body.download_url)).toEqual(zip)
    expect((await file(answer.body.shasums_url)).toString()).toBe(`${sha256(zip)}  ${filename}\n`)
    expect((await file(answer.body.shasums_signature_url)).length).toBeGreaterThan(50)
  })

  rule('§16', '`GET /v1/providers/:ns/:type/:version`: `source` is the `source-url`, `downloads` counts')
  test('the document of a version has the source and the downloads of its provider', async () => {
    const address = fresh(app)
    await releaseProvider(app, owner, address, pair, { version: '1.0.0' })
    await releaseProvider(app, owner, address, pair, { version: '1.1.0' })
    await as(app, owner).patch(providerPath(address), {
      body: { data: { attributes: { 'source-url': 'https://git.example.com/acme/cloud' } } },
    })
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => registry(app, owner, downloadPath(address))),
    )
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    await registry(app, owner, downloadPath(address, '1.1.0'))
    await registry(app, owner, downloadPath(address), { method: 'head' })
    await registry(app, owner, downloadPath(address, '9.9.9'))
    await registry(app, await app.make.user(), downloadPath(address))
    await vi.waitUntil(async () => (await downloadsOf(detailPath(address))) >= 21, 60_000)
    expect((await registry(app, owner, detailPath(address, '1.1.0'))).body).toMatchObject({
      source: 'https://git.example.com/acme/cloud',
      downloads: 21,
    })
    const ofVersions = await app.prisma.providerVersionDownloads.findMany({
      where: { provider: { nameKey: nameIn(address) } },
      orderBy: { version: 'asc' },
    })
    expect(ofVersions.map(({ version, count }) => [version, count])).toEqual([
      ['1.0.0', 20],
      ['1.1.0', 1],
    ])
  })

  rule('§11 documents', '`GET /v1/providers/:namespace/:type/:version` tells of one published version')
  test('a version is told of by its number, in any case of the address, once it is published', async () => {
    const address = fresh(app)
    const zips = { 'linux/arm64': zipOf('linux/arm64'), 'darwin/arm64': zipOf('darwin/arm64') }
    await releaseProvider(app, owner, address, pair, { version: '1.2.0', zips })
    const answer = await registry(app, owner, detailPath(address, '1.2.0'))
    expect([answer.status, answer.headers['content-type']]).toEqual([200, 'application/json'])
    expect(answer.body).toEqual({
      id: `Acme/${nameIn(address)}/1.2.0`,
      owner: '',
      namespace: 'Acme',
      name: nameIn(address),
      version: '1.2.0',
      source: '',
      published_at: expect.stringMatching(/^2026-03-01T12:00:00[.]\d{3}Z$/),
      downloads: 0,
      platforms: [
        { os: 'darwin', arch: 'arm64' },
        { os: 'linux', arch: 'arm64' },
      ],
    })
    const shouted = detailPath(address, '1.2.0').replace('/acme/', '/ACME/')
    expect((await registry(app, owner, shouted)).body).toEqual(answer.body)

    const waiting = fresh(app)
    await createProvider(app, owner, waiting)
    for (const path of [
      detailPath(address, '1.2.1'),
      detailPath(address, 'latest'),
      detailPath(waiting),
      detailPath(fresh(app)),
    ]) {
      const { status, body } = await registry(app, owner, path)
      expect([status, body], path).toEqual([404, { errors: ['Not Found'] }])
    }
    const stranger = await app.make.user()
    expect((await registry(app, stranger, detailPath(address, '1.2.0'))).status).toBe(404)
  })

  rule('§6 provider protocol', 'RSA and elliptic keys are good')
  test.each(['ed25519', 'rsa'] as const)('a signature by a key of type %s is good', async (type) => {
    const other = await newSigningKey(type)
    await registerKey(app, owner, 'Acme', other)
    const address = fresh(app)
    await releaseProvider(app, owner, address, other)
    expect([await listed(address), await errorOf(address)]).toEqual([['1.0.0'], null])
  })

  rule('§6 provider protocol', 'Its errors are `{"errors":["…"]}`: 401 … 405')
  test('HEAD, OPTIONS, 304 and 405 are as in the rest of the registry', async () => {
    const address = fresh(app)
    await releaseProvider(app, owner, address, pair)
    for (const path of [versionsPath(address), detailPath(address), downloadPath(address)]) {
      const got = await registry(app, owner, path)
      const head = await registry(app, owner, path, { method: 'head' })
      expect([head.status, head.headers['etag']]).toEqual([200, got.headers['etag']])
      const headers = { 'If-None-Match': got.headers['etag'] }
      expect((await registry(app, owner, path, { headers })).status).toBe(304)
      const options = await registry(app, owner, path, { method: 'options' })
      expect([options.status, options.headers['allow']]).toEqual([204, 'GET, HEAD, OPTIONS'])
      const post = await registry(app, owner, path, { method: 'post' })
      expect([post.status, post.body]).toEqual([405, { errors: ['Method Not Allowed'] }])
    }
  })
})

describe('who sees them', () => {
  let address: string
  beforeAll(async () => {
    address = fresh(app)
    await releaseProvider(app, owner, address, pair)
  })

  const statuses = async (by: Caller): Promise<[number, unknown][]> => {
    const answers = [
      await registry(app, by, versionsPath(address)),
      await registry(app, by, downloadPath(address)),
    ]
    return answers.map(({ status, body }) => [status, body.errors])
  }
  const missing = [404, ['Not Found']]

  rule('§6 provider protocol', 'Members and tokens of the organization see them, in any case of the address')
  test('members and tokens of the organization, in any case of the address', async () => {
    const member = await app.make.member(acme)
    const { value } = await app.services.tokens.replacePlain(
      owner.ctx,
      { type: 'organization', id: acme.id },
      {},
    )
    for (const by of [member, value])
      expect(await statuses(by)).toEqual([
        [200, undefined],
        [200, undefined],
      ])
    const shouted = await registry(
      app,
      member,
      versionsPath(address)
        .toUpperCase()
        .replace('/V1/PROVIDERS/', '/v1/providers/')
        .replace('/VERSIONS', '/versions'),
    )
    expect(shouted.status).toBe(200)
  })

  rule('§6 provider protocol', 'Its errors are `{"errors":["…"]}`: 401')
  test('a caller without a token: 401', async () => {
    expect(await statuses(undefined)).toEqual([
      [401, ['Unauthorized']],
      [401, ['Unauthorized']],
    ])
    expect(await statuses('no-token')).toEqual([
      [401, ['Unauthorized']],
      [401, ['Unauthorized']],
    ])
  })

  rule('§6 provider protocol', 'Providers are not shared with module consumers')
  test('no consumer of its modules: providers are not shared', async () => {
    const consumer = await app.make.user()
    const theirs = await app.make.organization(consumer)
    await app.prisma.moduleConsumer.create({ data: { producerId: acme.id, consumerId: theirs.id } })
    expect(await statuses(consumer)).toEqual([missing, missing])
    await app.prisma.organization.update({ where: { id: acme.id }, data: { globalModuleSharing: true } })
    expect(await statuses(consumer)).toEqual([missing, missing])
  })

  rule('§6 provider protocol', 'A disabled organization takes its providers and their links away')
  test('all callers while the organization is disabled, the links of the files included', async () => {
    const { body } = await registry(app, owner, downloadPath(address))
    const setDisabled = (isDisabled: boolean) =>
      app.prisma.organization.update({ where: { id: acme.id }, data: { isDisabled } })
    await setDisabled(true)
    expect(await statuses(owner)).toEqual([missing, missing])
    expect((await app.http.get(body.download_url)).status).toBe(404)
    await setDisabled(false)
    expect(await statuses(owner)).toEqual([
      [200, undefined],
      [200, undefined],
    ])
    expect((await app.http.get(body.download_url)).status).toBe(200)
  })

  rule('§6 provider protocol', 'A link of a file ends with the token that asked for it')
  test('a link of a file ends with the token that asked for it', async () => {
    const member = await app.make.member(acme)
    const { body } = await registry(app, member, downloadPath(address))
    expect((await app.http.get(body.download_url)).status).toBe(200)
    await app.prisma.organizationMembership.deleteMany({ where: { userId: member.id } })
    expect((await app.http.get(body.download_url)).status).toBe(404)

    const other = await app.make.member(acme)
    const given = await registry(app, other, downloadPath(address))
    await app.prisma.authenticationToken.deleteMany({ where: { userId: other.id } })
    expect((await app.http.get(given.body.download_url)).status).toBe(404)
  })

  rule('§6 provider protocol', 'Its errors are `{"errors":["…"]}`: 401 … 404')
  test.each([
    ['a provider that is not there', '/v1/providers/acme/nothing/versions'],
    ['a namespace that is not there', '/v1/providers/missing/cloud-1/versions'],
    ['a platform that is not there', '/v1/providers/acme/cloud-1/1.0.0/download/plan9/amd64'],
    ['a version that is none', '/v1/providers/acme/cloud-1/1.0.0%00/download/linux/amd64'],
    ['a name that is none', '/v1/providers/acme/a%2Fb/versions'],
    ['another path', '/v1/providers/acme/cloud-1'],
    ['a path that cannot be decoded', '/v1/providers/acme/%ff/versions'],
  ])('%s is 404', async (_name, path) => {
    const answer = await registry(app, owner, path)
    expect([answer.status, answer.body]).toEqual([404, { errors: ['Not Found'] }])
  })

  rule('§6 provider protocol', 'A public provider is not installed from here')
  test('a public provider is not installed from here', async () => {
    await createProvider(app, owner, 'Acme/public/Acme/pointer')
    expect((await registry(app, owner, '/v1/providers/acme/pointer/versions')).status).toBe(404)
  })
})

rule('§6 provider protocol', 'Discovery names `providers.v1`')
test('discovery names the protocol', async () => {
  for (const word of ['engine', 'terraform']) {
    const answer = await app.http.get(`/.well-known/${word}.json`)
    expect([answer.status, answer.headers['content-type']]).toEqual([200, 'application/json'])
    expect(answer.body).toMatchObject({
      'providers.v1': '/v1/providers/',
      'public.modules.v1': '/api/registry/public/v1/modules/',
      'public.providers.v1': '/api/registry/public/v1/providers/',
    })
  }
})
