import { rule } from '@engine/shared/rule'
import { beforeEach, describe, expect, test } from 'vitest'
import { sha256 } from '../../load/src/origin/provider-zip.js'
import { newSigningKey } from '../../load/src/origin/signing.js'
import type { Provenance } from '../../src/kernel/provenance.js'
import { testJob } from '../makers.js'
import { auditOf, pathOf, put } from '../modules/module-requests.js'
import { createProvider, providerPath, shown } from '../providers.js'
import { as, dataOf, documentOf } from '../rest.js'
import { fresh, nameIn, startNamespace } from './provider-namespace.js'
import { registerKey, releaseProvider, removeKey, zipOf } from './signed-provider.js'

const { app, owner, acme, pair, listed } = await startNamespace()
const team = await app.make.team(owner, acme, { organizationAccess: { 'manage-providers': true } })

let address: string
let version: string

beforeEach(() => {
  address = fresh(app)
  version = `${providerPath(address)}/versions/1.0.0`
})

const ciToken = (job: Provenance = testJob) =>
  app.make.ciToken(team, [`publish:acme/${nameIn(address)}`], job)

const { runUrl, ...told } = testJob
const job = { ...told, 'run-url': runUrl }

const provenance = async (): Promise<unknown> => (await shown(app, owner, version)).attributes.provenance

const zips = { 'linux/amd64': zipOf('linux/amd64'), 'darwin/arm64': zipOf('darwin/arm64') }

/** A release without the zip of macOS, for another caller to complete; the link of that zip is for this caller. */
async function nearlyReleased(by: string, completedBy: Parameters<typeof as>[1]): Promise<string> {
  await releaseProvider(app, by, address, pair, { zips, uploads: { zips: { 'darwin/arm64': null } } })
  const build = await as(app, completedBy).get(`${version}/platforms/darwin/arm64`)
  return pathOf(build.body.data.links['provider-binary-upload'])
}

describe('a version of a provider', () => {
  test('that a job of a CI published keeps which one it was, in every document and in the log', async () => {
    await releaseProvider(app, await ciToken(), address, pair, { zips })
    expect(await listed(address)).toEqual(['1.0.0'])
    const { id, attributes } = await shown(app, owner, version)
    expect(attributes).toMatchObject({ published: true, provenance: job })
    const list = await as(app, owner).get(`${providerPath(address)}/versions`)
    const included = await as(app, owner).get(`${providerPath(address)}?include=registry-provider-versions`)
    for (const [found] of [list.body.data, included.body.included])
      expect(found.attributes.provenance).toEqual(job)
    const at = `registryName: PRIVATE, namespace: "Acme", name: "${nameIn(address)}"`
    const query = `{ organization(name: "Acme") { registryProvider(${at}) {
      version(version: "1.0.0") { provenance { issuer subject repository ref commit workflow runUrl } } } } }`
    expect(await dataOf(app, owner, query)).toEqual({
      organization: { registryProvider: { version: { provenance: testJob } } },
    })
    const published = (await auditOf(app, id)).find(({ action }) => action.endsWith('.publish'))
    expect(published).toMatchObject({ after: { provenance: testJob } })
  })

  test('that a person published has none', async () => {
    await releaseProvider(app, owner, address, pair)
    expect(await provenance()).toBeNull()
  })

  rule('§15 provenance', 'Of a provider no part is another caller’s')
  test('has none as soon as one file of it came from another caller', async () => {
    const link = await nearlyReleased(await ciToken(), owner)
    expect(await provenance()).toEqual(job)
    expect((await put(app, link, zips['darwin/arm64'])).status).toBe(200)
    expect(await listed(address)).toEqual(['1.0.0'])
    expect(await provenance()).toBeNull()
  })

  test('has none where another job completed it, and keeps that of one job with many tokens', async () => {
    const other = await ciToken({ ...testJob, runUrl: 'https://ci.example/acme/network/runs/8' })
    const link = await nearlyReleased(await ciToken(), other)
    expect((await put(app, link, zips['darwin/arm64'])).status).toBe(200)
    expect(await provenance()).toBeNull()
    address = fresh(app)
    version = `${providerPath(address)}/versions/1.0.0`
    const again = await nearlyReleased(await ciToken(), await ciToken())
    expect((await put(app, again, zips['darwin/arm64'])).status).toBe(200)
    expect(await provenance()).toEqual(job)
  })

  test('has none where a person made it, whatever jobs upload', async () => {
    await createProvider(app, owner, address)
    const attributes = { version: '1.0.0', 'key-id': pair.keyId, protocols: ['5.0'] }
    const body = documentOf('registry-provider-versions', attributes)
    await as(app, owner).post(`${providerPath(address)}/versions`, { body })
    const links = (await as(app, await ciToken()).get(version)).body.data.links
    expect((await put(app, pathOf(links['shasums-upload']), Buffer.from('x'))).status).toBe(200)
    expect(await provenance()).toBeNull()
  })

  test('has none once another caller adds a platform to what a job published', async () => {
    await releaseProvider(app, await ciToken(), address, pair, { zips })
    await as(app, owner).delete(`${version}/platforms/darwin/arm64`)
    expect(await provenance()).toEqual(job)
    const [os, arch, shasum] = ['darwin', 'arm64', sha256(zips['darwin/arm64'])]
    const filename = `terraform-provider-cloud_1.0.0_${os}_${arch}.zip`
    const body = documentOf('registry-provider-platforms', { os, arch, shasum, filename })
    const added = await as(app, owner).post(`${version}/platforms`, { body })
    expect(added.status, added.text).toBe(201)
    expect(await provenance()).toBeNull()
  })

  test('keeps it while it waits for its signing key, and when a person registers and removes that', async () => {
    const late = await newSigningKey()
    await releaseProvider(app, await ciToken(), address, late)
    expect((await shown(app, owner, version)).attributes).toMatchObject({ published: false, provenance: job })
    await registerKey(app, owner, 'Acme', late)
    await expect.poll(() => listed(address)).toEqual(['1.0.0'])
    expect(await provenance()).toEqual(job)
    await removeKey(app, owner, 'Acme', late)
    expect((await shown(app, owner, version)).attributes).toMatchObject({ published: false, provenance: job })
  })
})
