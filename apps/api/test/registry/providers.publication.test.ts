import { rule } from '@engine/shared/rule'
import type { Response } from 'supertest'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Organization } from '../../src/domain/organizations/organization.js'
import { newId } from '../../src/kernel/ids.js'
import type { TestApp } from '../app.js'
import type { Person } from '../makers.js'
import { pathOf, put, registry } from '../modules/module-requests.js'
import { createPlatform, providerPath } from '../providers.js'
import { as, documentOf } from '../rest.js'
import { downloadPath, fresh, startNamespace, type ProviderNamespace } from './provider-namespace.js'
import { sha256 } from '../../load/src/origin/provider-zip.js'
import { newSigningKey, signatureOf, type SigningKey } from '../../load/src/origin/signing.js'
import {
  filenameOf,
  registerKey,
  releaseProvider,
  removeKey,
  zipOf,
  type Release,
} from './signed-provider.js'
import { isFull } from '../full-run.js'

let app: TestApp
let owner: Person
let acme: Organization
let pair: SigningKey
let listed: ProviderNamespace['listed']
let errorOf: ProviderNamespace['errorOf']

beforeAll(async () => {
  ;({ app, owner, acme, pair, listed, errorOf } = await startNamespace())
})
afterAll(() => app.stop())

describe('what is never listed', () => {
  const zip = zipOf('linux/amd64')
  const line = (checksum: string, filename = filenameOf('1.0.0', 'linux/amd64')): Buffer =>
    Buffer.from(`${checksum}  ${filename}\n`)

  /** Signed by the right key, so that only what the test spoils is wrong. */
  const signed = async (shasums: Buffer): Promise<NonNullable<Release['uploads']>> => ({
    shasums,
    signature: await signatureOf(shasums, pair),
  })

  rule(
    'Spec providers',
    'Rule 3: without version, platform and files a private provider is not offered to consumers',
  )
  rule(
    '§6 provider protocol',
    'Only versions whose files are all there, whose signature checks out and whose zip matches are listed',
  )
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
      async () => ({ uploads: { signature: await signatureOf(line(sha256(zip)), await newSigningKey()) } }),
      /^The signature of SHA256SUMS/,
    ],
    [
      'with a signature that is none',
      async () => ({ uploads: { signature: Buffer.from('no signature') } }),
      /^The signature of SHA256SUMS/,
    ],
  ])('a version %s', async (_name, release, error) => {
    const address = fresh(app)
    await releaseProvider(app, owner, address, pair, await release())
    expect(await listed(address)).toEqual([])
    const download = await registry(app, owner, downloadPath(address))
    expect([download.status, download.body]).toEqual([404, { errors: ['Not Found'] }])
    if (error) expect(await errorOf(address)).toMatch(error)
    else expect(await errorOf(address)).toBeNull()
  })

  test('a version whose protocol is no number, as a former release took it', async () => {
    const address = fresh(app)
    await releaseProvider(app, owner, address, pair, { uploads: { shasums: null } })
    const { body } = await as(app, owner).get(`${providerPath(address)}/versions/1.0.0`)
    const { id, links } = body.data
    await app.prisma.registryProviderVersion.update({ where: { id }, data: { protocols: ['five'] } })
    const shasums = line(sha256(zip))
    expect((await put(app, pathOf(links['shasums-upload']), shasums)).status).toBe(200)
    expect([await listed(address), await errorOf(address)]).toEqual([
      [],
      'The protocol five is no number such as 5.0',
    ])
  })

  rule('§6 versions', '`key-id` is a free string at creation, checked at publication')
  test('a version whose key is registered later, and not one whose key has gone', async () => {
    const late = await newSigningKey()
    const address = fresh(app)
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

  rule('§6 provider protocol', 'The signature is checked against the key that is registered in the namespace')
  test('a version whose key has moved to another namespace, until it is back', async () => {
    await app.make.organization(owner, 'Foreign')
    const moving = await newSigningKey()
    await registerKey(app, owner, 'Acme', moving)
    const address = fresh(app)
    await releaseProvider(app, owner, address, moving)
    const move = async (from: string, to: string): Promise<void> => {
      const answer = await app.http
        .patch(`/api/registry/private/v2/gpg-keys/${from}/${moving.keyId}`)
        .set({ Authorization: `Bearer ${owner.token}`, 'Content-Type': 'application/vnd.api+json' })
        .send(JSON.stringify(documentOf('gpg-keys', { namespace: to })))
      expect(answer.status, answer.text).toBe(200)
    }
    await move('Acme', 'Foreign')
    expect(await listed(address)).toEqual([])
    await move('Foreign', 'Acme')
    expect(await listed(address)).toEqual(['1.0.0'])
  })

  rule('§6 provider protocol', 'A platform whose zip is missing takes the version away')
  test('a version while a platform without its zip is added, until that platform is deleted', async () => {
    const address = fresh(app)
    // What `createPlatform` says of its zip, which is never uploaded.
    const another = line('ab'.repeat(32), 'cloud_1.0.0_darwin_arm64.zip')
    const uploads = await signed(Buffer.concat([line(sha256(zip)), another]))
    await releaseProvider(app, owner, address, pair, { uploads })
    expect(await listed(address)).toEqual(['1.0.0'])
    await createPlatform(app, owner, address, '1.0.0', 'darwin/arm64')
    expect(await listed(address)).toEqual([])
    const platform = `${providerPath(address)}/versions/1.0.0/platforms/darwin/arm64`
    expect((await as(app, owner).delete(platform)).status).toBe(204)
    expect(await listed(address)).toEqual(['1.0.0'])
    const last = `${providerPath(address)}/versions/1.0.0/platforms/linux/amd64`
    expect((await as(app, owner).delete(last)).status).toBe(204)
    expect(await listed(address)).toEqual([])
  })

  rule('§6 provider protocol', 'A key that comes at the moment of the last file is not missed')
  test('a version whose key is registered in the very moment between its check and its last file', async () => {
    const late = await newSigningKey()
    const address = fresh(app)
    await releaseProvider(app, owner, address, late, { uploads: { zips: { 'linux/amd64': null } } })
    const platform = `${providerPath(address)}/versions/1.0.0/platforms/linux/amd64`
    const { body } = await as(app, owner).get(platform)
    const link = pathOf(body.data.links['provider-binary-upload'])
    let uploading: Promise<Response> | undefined
    const longTimeout = { timeout: 60_000 }
    // As the registration of a key does: it locks the organization while it adds the key.
    await app.prisma.$transaction(async (tx) => {
      await tx.$queryRaw`SELECT id FROM organizations WHERE id = ${acme.id} FOR UPDATE`
      uploading = put(app, link, zip)
      await expect
        .poll(async () => {
          const waiting = await app.prisma.$queryRaw<object[]>`SELECT 1 FROM pg_stat_activity
            WHERE wait_event_type = 'Lock' AND datname = current_database()`
          return waiting.length
        }, longTimeout)
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
    }, longTimeout)
    expect((await uploading)?.status).toBe(200)
    expect([await listed(address), await errorOf(address)]).toEqual([['1.0.0'], null])
  })

  rule(
    '§6 provider protocol',
    'Many uploads and registrations at once publish nothing wrongly and forget nothing',
  )
  test('of many uploads and registrations at once, none is published wrongly or forgotten', async () => {
    const addresses = Array.from({ length: isFull ? 12 : 3 }, () => fresh(app))
    const keys = await Promise.all(addresses.map(() => newSigningKey()))
    await Promise.all(
      addresses.map(async (address, index) => {
        const key = keys[index] as SigningKey
        const zips = { 'linux/amd64': zip, 'linux/arm64': zip, 'darwin/arm64': zip }
        await Promise.all([
          releaseProvider(app, owner, address, key, { zips }),
          registerKey(app, owner, 'Acme', key),
        ])
      }),
    )
    for (const address of addresses) expect(await listed(address), address).toEqual(['1.0.0'])
  })
})
