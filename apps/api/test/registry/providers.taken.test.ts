import { rule } from '@engine/shared/rule'
import type { Response } from 'supertest'
import { beforeEach, describe, expect, test } from 'vitest'
import { pathOf, put, registry } from '../modules/module-requests.js'
import { createPlatform, createProvider, createProviderVersion, providerPath } from '../providers.js'
import { as, detailsOf, documentOf, pointersOf } from '../rest.js'
import { downloadPath, fresh, startNamespace } from './provider-namespace.js'
import { sha256 } from '../../load/src/origin/provider-zip.js'
import { newSigningKey, signatureOf } from '../../load/src/origin/signing.js'
import { filenameOf, registerKey, releaseProvider, removeKey, zipOf } from './signed-provider.js'

let address: string
let versions: string

const { app, owner, pair, listed } = await startNamespace()

beforeEach(() => {
  address = fresh(app)
  versions = `${providerPath(address)}/versions`
})

const createVersion = (version: string): Promise<Response> =>
  as(app, owner).post(versions, {
    body: documentOf('registry-provider-versions', { version, 'key-id': pair.keyId }),
  })
const remove = async (path: string): Promise<void> => {
  expect((await as(app, owner).delete(path)).status).toBe(204)
}
const taken = [422, ['Version has already been taken']]
const told = (answer: Response): unknown[] => [answer.status, detailsOf(answer)]

describe('the number of a version that was published', () => {
  rule('§10 providers', "A deleted version's number is taken for ever")
  test('is never given again after the version was deleted', async () => {
    await releaseProvider(app, owner, address, pair)
    expect(await listed(address)).toEqual(['1.0.0'])
    await remove(`${versions}/1.0.0`)
    const answer = await createVersion('1.0.0')
    expect(told(answer)).toEqual(taken)
    expect(pointersOf(answer)).toEqual(['/data/attributes/version'])
    expect(await listed(address)).toEqual([])
    expect((await registry(app, owner, downloadPath(address))).status).toBe(404)
    expect((await createVersion('1.0.1')).status).toBe(201)
  })

  rule(
    '§10 providers',
    "A deleted version's number is taken for ever … also when its provider is deleted and made again",
  )
  test('is never given again after the provider was deleted and made again, in any case of its name', async () => {
    await releaseProvider(app, owner, address, pair)
    await remove(providerPath(address))
    address = address.replace('cloud-', 'CLOUD-')
    versions = `${providerPath(address)}/versions`
    await createProvider(app, owner, address)
    expect(told(await createVersion('1.0.0'))).toEqual(taken)
    expect((await createVersion('1.0.0-rc.1')).status).toBe(201)
  })

  test('is never given again after its signing key was removed and the version withdrawn', async () => {
    const late = await newSigningKey()
    await registerKey(app, owner, 'Acme', late)
    await releaseProvider(app, owner, address, late)
    await removeKey(app, owner, 'Acme', late)
    await remove(`${versions}/1.0.0`)
    expect(told(await createVersion('1.0.0'))).toEqual(taken)
  })

  test('is taken in its own provider alone', async () => {
    await releaseProvider(app, owner, address, pair)
    await releaseProvider(app, owner, fresh(app), pair)
  })
})

test('a version that was never published may be deleted and created again', async () => {
  await releaseProvider(app, owner, address, pair, { uploads: { signature: Buffer.from('none') } })
  await remove(`${versions}/1.0.0`)
  await releaseProvider(app, owner, address, pair)
  expect(await listed(address)).toEqual(['1.0.0'])
})

describe('a platform of a version that was published', () => {
  const platform = 'linux/amd64'
  const at = (): string => `${versions}/1.0.0/platforms`
  const create = (facts: { os: string; arch: string; shasum: string; filename: string }): Promise<Response> =>
    as(app, owner).post(at(), { body: documentOf('registry-provider-platforms', facts) })
  const [good, other] = [zipOf(platform), Buffer.from('other bytes')]
  const original = {
    os: 'linux',
    arch: 'amd64',
    shasum: sha256(good),
    filename: filenameOf('1.0.0', platform),
  }

  /** Signed are the platform's own zip and others. */
  const release = async (others: readonly (readonly [string, Buffer])[]): Promise<void> => {
    const lines = [[original.filename, good] as const, ...others]
    const shasums = Buffer.from(lines.map(([name, zip]) => `${sha256(zip)}  ${name}\n`).join(''))
    const signature = await signatureOf(shasums, pair)
    await releaseProvider(app, owner, address, pair, { uploads: { shasums, signature } })
    expect(await listed(address)).toEqual(['1.0.0'])
  }

  rule('§10 providers', 'A platform that was published comes back with the same file alone')
  test('comes back with the very same file alone, though others are signed too', async () => {
    await release([['other.zip', other]])
    await remove(`${at()}/linux/amd64`)
    const answer = await create({ ...original, shasum: sha256(other), filename: 'other.zip' })
    expect(told(answer)).toEqual([422, ['Platform has already been taken']])
    const again = await create({ ...original, shasum: original.shasum.toUpperCase() })
    expect(again.status).toBe(201)
    const link = pathOf(again.body.data.links['provider-binary-upload'])
    expect((await put(app, link, good)).status).toBe(200)
    expect(await listed(address)).toEqual(['1.0.0'])
  })

  rule('§10 providers', 'A platform is added to what was published only where it is signed already')
  test('that is new is one that the signed SHA256SUMS lists', async () => {
    const name = filenameOf('1.0.0', 'darwin/arm64')
    await release([[name, other]])
    const facts = { os: 'darwin', arch: 'arm64', shasum: sha256(other), filename: name }
    const unlisted = await create({ ...facts, filename: 'unlisted.zip' })
    expect(told(unlisted)).toEqual([422, ['Filename is not included in the list']])
    const changed = await create({ ...facts, shasum: '0'.repeat(64) })
    expect(told(changed)).toEqual([422, ['Shasum is invalid']])
    expect(await listed(address)).toEqual(['1.0.0'])
    const made = await create(facts)
    expect((await put(app, pathOf(made.body.data.links['provider-binary-upload']), other)).status).toBe(200)
    const offered = await registry(app, owner, downloadPath(address, '1.0.0', 'darwin/arm64'))
    expect([offered.status, offered.body.shasum]).toEqual([200, sha256(other)])
  })

  test('of a version that was never published may be another at each attempt', async () => {
    await createProvider(app, owner, address)
    await createProviderVersion(app, owner, address, '1.0.0')
    await createPlatform(app, owner, address, '1.0.0')
    await remove(`${at()}/linux/amd64`)
    expect((await create({ ...original, filename: 'other.zip' })).status).toBe(201)
  })
})
