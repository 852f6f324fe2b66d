import type { Response } from 'supertest'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Organization } from '../../src/domain/organizations/organization.js'
import { newId } from '../../src/kernel/ids.js'
import { startTestApp, type TestApp } from '../app.js'
import type { Person } from '../makers.js'
import { pathOf, put, registry, type Caller } from '../modules/story.js'
import { createPlatform, createProvider, providerPath } from '../providers.js'
import { as, documentOf } from '../rest.js'
import {
  filenameOf,
  newKeyPair,
  registerKey,
  releaseProvider,
  removeKey,
  sha256,
  signatureOf,
  zipOf,
  type KeyPair,
  type Release,
} from './signed-provider.js'

let app: TestApp
let owner: Person
let acme: Organization
let pair: KeyPair

beforeAll(async () => {
  app = await startTestApp({ LOG_LEVEL: 'silent', ENGINE_ALIASES: 'terraform' })
  owner = await app.make.user('ana')
  acme = await app.make.organization(owner, 'Acme')
  pair = await newKeyPair()
  await registerKey(app, owner, 'Acme', pair)
})
afterAll(() => app.stop())

let count = 0
/** The address of a provider that nobody has made yet. */
const fresh = (): string => `Acme/private/Acme/cloud-${++count}`
const nameIn = (address: string): string => address.split('/').at(-1) ?? ''

const versionsPath = (address: string): string => `/v1/providers/acme/${nameIn(address)}/versions`
const downloadPath = (address: string, version = '1.0.0', platform = 'linux/amd64'): string =>
  `/v1/providers/acme/${nameIn(address)}/${version}/download/${platform}`

const listed = async (address: string, by: Caller = owner): Promise<string[]> => {
  const answer = await registry(app, by, versionsPath(address))
  expect(answer.status, answer.text).toBe(200)
  return answer.body.versions.map(({ version }: { version: string }) => version)
}
const errorOf = async (address: string): Promise<unknown> => {
  const { body } = await as(app, owner).get(`${providerPath(address)}/versions/1.0.0`)
  return body.data.attributes['publication-error']
}

describe('what the engine installs', () => {
  test('versions are listed newest first, with protocols and platforms', async () => {
    const address = fresh()
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

  test('the download document names files that are fetched without a token, byte for byte', async () => {
    const address = fresh()
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
      signing_keys: { gpg_public_keys: [{ key_id: pair.keyId, ascii_armor: pair.armor }] },
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

  test.each(['curve25519', 'ecc', 'rsa'] as const)(
    'a signature by a key of type %s is good',
    async (type) => {
      const other = await newKeyPair(type)
      await registerKey(app, owner, 'Acme', other)
      const address = fresh()
      await releaseProvider(app, owner, address, other)
      expect([await listed(address), await errorOf(address)]).toEqual([['1.0.0'], null])
    },
  )

  test('HEAD, OPTIONS, 304 and 405 are as everywhere in the registry', async () => {
    const address = fresh()
    await releaseProvider(app, owner, address, pair)
    for (const path of [versionsPath(address), downloadPath(address)]) {
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

describe('what is never listed', () => {
  const zip = zipOf('linux/amd64')
  const line = (checksum: string, filename = filenameOf('1.0.0', 'linux/amd64')): Buffer =>
    Buffer.from(`${checksum}  ${filename}\n`)

  /** Signed by the right key, so that only what the test spoils is wrong. */
  const signed = async (shasums: Buffer): Promise<NonNullable<Release['uploads']>> => ({
    shasums,
    signature: await signatureOf(shasums, pair),
  })

  test.each<[string, () => Promise<Release>, RegExp | null]>([
    ['without SHA256SUMS', async () => ({ uploads: { shasums: null } }), null],
    ['without a signature', async () => ({ uploads: { signature: null } }), null],
    ['without a zip', async () => ({ uploads: { zips: { 'linux/amd64': null } } }), null],
    ['without any platform', async () => ({ zips: {} }), null],
    [
      'with one zip of two missing',
      async () => ({
        zips: { 'linux/amd64': zip, 'linux/arm64': zip },
        uploads: { zips: { 'linux/arm64': null } },
      }),
      null,
    ],
    [
      'with another zip than was signed',
      async () => ({ uploads: { zips: { 'linux/amd64': Buffer.from('another zip') } } }),
      /^The zip of linux\/amd64 has the SHA-256 [0-9a-f]{64}, not [0-9a-f]{64}$/,
    ],
    [
      'with a zip that SHA256SUMS does not name',
      async () => ({ uploads: await signed(line(sha256(zip), 'other.zip')) }),
      /is not in SHA256SUMS: it has no line for terraform-provider-cloud_1\.0\.0_linux_amd64\.zip$/,
    ],
    [
      'with another checksum in SHA256SUMS than its platform says',
      async () => ({ uploads: await signed(line('0'.repeat(64))) }),
      /has another checksum in SHA256SUMS than its platform says$/,
    ],
    [
      'with checksums that were changed after they were signed',
      async () => ({ uploads: { shasums: Buffer.concat([line(sha256(zip)), Buffer.from('\n')]) } }),
      /^The signature of SHA256SUMS is no binary detached signature of it by the key [0-9A-F]{16}$/,
    ],
    [
      'signed by a stranger',
      async () => ({ uploads: { signature: await signatureOf(line(sha256(zip)), await newKeyPair()) } }),
      /^The signature of SHA256SUMS/,
    ],
    [
      'with a signature that is none',
      async () => ({ uploads: { signature: Buffer.from('no signature') } }),
      /^The signature of SHA256SUMS/,
    ],
    [
      'with a protocol that is no number',
      async () => ({ protocols: ['five'] }),
      /^The protocol five is no number/,
    ],
  ])('a version %s', async (_name, release, error) => {
    const address = fresh()
    await releaseProvider(app, owner, address, pair, await release())
    expect(await listed(address)).toEqual([])
    const download = await registry(app, owner, downloadPath(address))
    expect([download.status, download.body]).toEqual([404, { errors: ['Not Found'] }])
    if (error) expect(await errorOf(address)).toMatch(error)
    else expect(await errorOf(address)).toBeNull()
  })

  test('a version whose key is registered later, and not one whose key has gone', async () => {
    const late = await newKeyPair()
    const address = fresh()
    await releaseProvider(app, owner, address, late)
    expect([await listed(address), await errorOf(address)]).toEqual([
      [],
      `No signing key ${late.keyId} is registered in this namespace`,
    ])
    await registerKey(app, owner, 'Acme', late)
    expect([await listed(address), await errorOf(address)]).toEqual([['1.0.0'], null])
    await removeKey(app, owner, 'Acme', late)
    expect([await listed(address), await errorOf(address)]).toEqual([
      [],
      `The signing key ${late.keyId} is no longer registered in this namespace`,
    ])
    await registerKey(app, owner, 'Acme', late)
    expect(await listed(address)).toEqual(['1.0.0'])
  })

  test('a version whose key has moved to another namespace, until it is back', async () => {
    await app.make.organization(owner, 'Elsewhere')
    const moving = await newKeyPair()
    await registerKey(app, owner, 'Acme', moving)
    const address = fresh()
    await releaseProvider(app, owner, address, moving)
    const move = async (from: string, to: string): Promise<void> => {
      const answer = await app.http
        .patch(`/api/registry/private/v2/gpg-keys/${from}/${moving.keyId}`)
        .set({ Authorization: `Bearer ${owner.token}`, 'Content-Type': 'application/vnd.api+json' })
        .send(JSON.stringify(documentOf('gpg-keys', { namespace: to })))
      expect(answer.status, answer.text).toBe(200)
    }
    await move('Acme', 'Elsewhere')
    expect(await listed(address)).toEqual([])
    await move('Elsewhere', 'Acme')
    expect(await listed(address)).toEqual(['1.0.0'])
  })

  test('a version while a platform without its zip is added, until that platform is deleted', async () => {
    const address = fresh()
    await releaseProvider(app, owner, address, pair)
    await createPlatform(app, owner, address, '1.0.0', 'darwin/arm64')
    expect(await listed(address)).toEqual([])
    const platform = `${providerPath(address)}/versions/1.0.0/platforms/darwin/arm64`
    expect((await as(app, owner).delete(platform)).status).toBe(204)
    expect(await listed(address)).toEqual(['1.0.0'])
    const last = `${providerPath(address)}/versions/1.0.0/platforms/linux/amd64`
    expect((await as(app, owner).delete(last)).status).toBe(204)
    expect(await listed(address)).toEqual([])
  })

  test('a version whose key is registered in the very moment between its check and its last file', async () => {
    const late = await newKeyPair()
    const address = fresh()
    await releaseProvider(app, owner, address, late, { uploads: { zips: { 'linux/amd64': null } } })
    const platform = `${providerPath(address)}/versions/1.0.0/platforms/linux/amd64`
    const { body } = await as(app, owner).get(platform)
    const link = pathOf(body.data.links['provider-binary-upload'])
    let uploading: Promise<Response> | undefined
    const patient = { timeout: 15_000 }
    // As the registration of a key does: it holds the organization while it adds the key.
    await app.prisma.$transaction(async (tx) => {
      await tx.$queryRaw`SELECT id FROM organizations WHERE id = ${acme.id} FOR UPDATE`
      uploading = put(app, link, zip)
      await expect
        .poll(async () => {
          const waiting = await app.prisma.$queryRaw<object[]>`SELECT 1 FROM pg_stat_activity
            WHERE wait_event_type = 'Lock' AND datname = current_database()`
          return waiting.length
        }, patient)
        .toBe(1)
      const at = app.clock.now()
      const key = {
        id: newId('gpg'),
        keyId: late.keyId,
        asciiArmor: late.armor,
        createdAt: at,
        updatedAt: at,
      }
      await tx.gpgKey.create({ data: { ...key, organizationId: acme.id } })
    }, patient)
    expect((await uploading)?.status).toBe(200)
    expect([await listed(address), await errorOf(address)]).toEqual([['1.0.0'], null])
  })

  test('of many uploads and registrations at once, none is published wrongly or forgotten', async () => {
    const addresses = Array.from({ length: 12 }, fresh)
    const keys = await Promise.all(addresses.map(() => newKeyPair()))
    await Promise.all(
      addresses.map(async (address, index) => {
        const key = keys[index] as KeyPair
        const zips = { 'linux/amd64': zip, 'linux/arm64': zip, 'darwin/arm64': zip }
        await Promise.all([
          releaseProvider(app, owner, address, key, { zips }),
          registerKey(app, owner, 'Acme', key),
        ])
      }),
    )
    for (const address of addresses) expect(await listed(address), address).toEqual(['1.0.0'])
  }, 60_000)
})

describe('who sees them', () => {
  let address: string
  beforeAll(async () => {
    address = fresh()
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

  test('nobody without a token: 401', async () => {
    expect(await statuses(undefined)).toEqual([
      [401, ['Unauthorized']],
      [401, ['Unauthorized']],
    ])
    expect(await statuses('no-token')).toEqual([
      [401, ['Unauthorized']],
      [401, ['Unauthorized']],
    ])
  })

  test('no consumer of its modules: providers are not shared', async () => {
    const consumer = await app.make.user()
    const theirs = await app.make.organization(consumer)
    await app.prisma.moduleConsumer.create({ data: { producerId: acme.id, consumerId: theirs.id } })
    expect(await statuses(consumer)).toEqual([missing, missing])
    await app.prisma.organization.update({ where: { id: acme.id }, data: { globalModuleSharing: true } })
    expect(await statuses(consumer)).toEqual([missing, missing])
  })

  test('nobody while the organization is disabled, the links of the files included', async () => {
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

  test('a link of a file ends with the token that asked for it', async () => {
    const member = await app.make.member(acme)
    const { body } = await registry(app, member, downloadPath(address))
    expect((await app.http.get(body.download_url)).status).toBe(200)
    await app.prisma.organizationMembership.deleteMany({ where: { userId: member.id } })
    expect((await app.http.get(body.download_url)).status).toBe(404)
  })

  test.each([
    ['a provider that is not there', '/v1/providers/acme/nothing/versions'],
    ['a namespace that is not there', '/v1/providers/nobody/cloud-1/versions'],
    ['a platform that is not there', '/v1/providers/acme/cloud-1/1.0.0/download/plan9/amd64'],
    ['a version that is none', '/v1/providers/acme/cloud-1/1.0.0%00/download/linux/amd64'],
    ['a name that is none', '/v1/providers/acme/a%2Fb/versions'],
    ['another path', '/v1/providers/acme/cloud-1'],
    ['a path that cannot be decoded', '/v1/providers/acme/%ff/versions'],
  ])('%s is 404', async (_name, path) => {
    const answer = await registry(app, owner, path)
    expect([answer.status, answer.body]).toEqual([404, { errors: ['Not Found'] }])
  })

  test('a public provider is not installed from here', async () => {
    await createProvider(app, owner, 'Acme/public/Acme/pointer')
    expect((await registry(app, owner, '/v1/providers/acme/pointer/versions')).status).toBe(404)
  })
})

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
