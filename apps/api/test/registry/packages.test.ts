import { createHash } from 'node:crypto'
import { rule } from '@engine/shared/rule'
import { afterEach, expect, test, vi } from 'vitest'
import { hours } from '../../src/kernel/clock.js'
import { StorageUnavailable } from '../../src/kernel/storage.js'
import { maintenanceOf, systemContext } from '../maintenance/maintenance.js'
import { pathOf, put, registry } from '../modules/module-requests.js'
import { createProvider, createProviderVersion, providerPath } from '../providers.js'
import { as, documentOf } from '../rest.js'
import { statementsOf } from '../statements.js'
import { downloadPath, fresh, startNamespace } from './provider-namespace.js'
import { releaseProvider } from './signed-provider.js'
import { sha256 } from '../../load/src/origin/provider-zip.js'
import { zipOfFiles } from './zip-maker.js'

const { app, owner, pair } = await startNamespace()

afterEach(() => vi.restoreAllMocks())

const linux = 'linux/amd64'
const zipOf = (contents: string): Buffer => zipOfFiles({ name: 'bin/' }, { name: 'bin/it', contents })
const zip = zipOf('for linux')

/** Package of a zip with that one file. */
function packageOf(contents: string) {
  const made = zipOf(contents)
  const line = `${sha256(Buffer.from(contents))}  bin/it\n`
  const h1 = createHash('sha256').update(line).digest('base64')
  return { hashes: [`zh:${sha256(made)}`, `h1:${h1}`], package_size: made.length }
}

async function packagesOf(address: string, platform = linux): Promise<unknown> {
  const { status, body } = await registry(app, owner, downloadPath(address, '1.0.0', platform))
  expect(status).toBe(200)
  return body.packages
}

/** A published version with one zip, as a release before left it. */
async function former(bytes: Buffer = zip) {
  const address = fresh(app)
  await releaseProvider(app, owner, address, pair, { zips: { [linux]: bytes } })
  const row = await app.prisma.registryProviderPlatform.findFirstOrThrow({
    where: { version: { provider: { name: address.split('/')[3] ?? '' } } },
  })
  const data = { packageHash: null, binarySize: null }
  await app.prisma.registryProviderPlatform.update({ where: { id: row.id }, data })
  return { address, key: row.binaryKey ?? '' }
}

const maintain = async () => {
  const { ctx, warnings } = systemContext(app)
  app.clock.move(hours(1))
  await maintenanceOf(app, app.services.packageHashes).run(ctx)
  return warnings
}

rule('§14 packages', 'The download document of a private provider holds every platform of the version')
test('the document of each platform has the hashes and the size of all platforms', async () => {
  const address = fresh(app)
  const darwin = 'darwin/arm64'
  const zips = { [linux]: zip, [darwin]: zipOf('for darwin') }
  await releaseProvider(app, owner, address, pair, { zips })
  const all = { darwin_arm64: packageOf('for darwin'), linux_amd64: packageOf('for linux') }
  for (const platform of [linux, darwin]) expect(await packagesOf(address, platform)).toEqual(all)
})

test('a file that is no zip stands with the hash of its bytes alone, and is not looked at again', async () => {
  const address = fresh(app)
  const bytes = Buffer.from('no zip')
  await releaseProvider(app, owner, address, pair, { zips: { [linux]: bytes } })
  const alone = { linux_amd64: { hashes: [`zh:${sha256(bytes)}`], package_size: bytes.length } }
  expect(await packagesOf(address)).toEqual(alone)
  const open = vi.spyOn(app.storage, 'open')
  expect(await maintain()).toEqual([])
  expect(open).not.toHaveBeenCalled()
})

test('a version of many platforms costs as many statements as one of a single one', async () => {
  const [one, many] = [fresh(app), fresh(app)]
  await releaseProvider(app, owner, one, pair)
  const zips = Object.fromEntries(['amd64', 'arm64', '386'].map((arch) => [`linux/${arch}`, zipOf(arch)]))
  await releaseProvider(app, owner, many, pair, { zips })
  const [few, all] = [
    await statementsOf(app, () => packagesOf(one)),
    await statementsOf(app, () => packagesOf(many)),
  ]
  expect(all.own.map(({ text }) => text)).toEqual(few.own.map(({ text }) => text))
})

test('of two uploads at once the hash is that of the zip that is kept', async () => {
  const address = fresh(app)
  await createProvider(app, owner, address)
  await createProviderVersion(app, owner, address, '1.0.0')
  const body = documentOf('registry-provider-platforms', {
    ...{ os: 'linux', arch: 'amd64', shasum: sha256(zip), filename: 'it.zip' },
  })
  const made = await as(app, owner).post(`${providerPath(address)}/versions/1.0.0/platforms`, { body })
  const { id, links } = made.body.data
  const contents = ['one', 'another']
  const answers = await Promise.all(
    contents.map((each) => put(app, pathOf(links['provider-binary-upload']), zipOf(each))),
  )
  const winner = answers.findIndex(({ status }) => status === 200)
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 422])
  const row = await app.prisma.registryProviderPlatform.findUniqueOrThrow({ where: { id } })
  const { hashes, package_size: size } = packageOf(contents[winner] ?? '')
  expect([`zh:${row.binarySha256}`, row.packageHash, row.binarySize]).toEqual([...hashes, size])
})

rule(
  '§14 packages',
  '`h1` is computed once, at the upload, and once in the background for what was there before',
)
test('what was stored before names no packages until the maintenance has looked through it', async () => {
  const { address } = await former()
  expect(await packagesOf(address)).toBeUndefined()
  expect(await maintain()).toEqual([])
  expect(await packagesOf(address)).toEqual({ linux_amd64: packageOf('for linux') })
  const open = vi.spyOn(app.storage, 'open')
  await maintain()
  expect(open).not.toHaveBeenCalled()
})

rule('§19 origins', '`packages` is there only when size and hashes of every platform are known')
test('what takes an upload too long is left to the maintenance, and the upload goes on', async () => {
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(AbortSignal.abort())
  const address = fresh(app)
  await releaseProvider(app, owner, address, pair, { zips: { [linux]: zip } })
  expect(await packagesOf(address)).toBeUndefined()
  timeout.mockRestore()
  await maintain()
  expect(await packagesOf(address)).toEqual({ linux_amd64: packageOf('for linux') })
})

test('what takes even the maintenance too long is not tried again', async () => {
  const { address } = await former()
  vi.spyOn(AbortSignal, 'timeout').mockReturnValue(AbortSignal.abort())
  expect(await maintain()).toEqual([])
  vi.restoreAllMocks()
  const open = vi.spyOn(app.storage, 'open')
  await maintain()
  expect(open).not.toHaveBeenCalled()
  expect(await packagesOf(address)).toEqual({
    linux_amd64: { hashes: [`zh:${sha256(zip)}`], package_size: zip.length },
  })
})

test('a file that is missing keeps no other back, and is found when it is there again', async () => {
  const [lost, other] = [await former(), await former()]
  const found = app.storage.stat.bind(app.storage)
  vi.spyOn(app.storage, 'stat').mockImplementation(async (key) => (key === lost.key ? undefined : found(key)))
  expect(await maintain()).toEqual(['a stored zip could not be looked through'])
  expect(await packagesOf(other.address)).toEqual({ linux_amd64: packageOf('for linux') })
  expect(await packagesOf(lost.address)).toBeUndefined()
  vi.restoreAllMocks()
  await maintain()
  expect(await packagesOf(lost.address)).toEqual({ linux_amd64: packageOf('for linux') })
})

test('while the storage is away nothing is marked, and the next run begins again', async () => {
  const { address } = await former()
  vi.spyOn(app.storage, 'open').mockRejectedValue(new StorageUnavailable(new Error('cut')))
  expect(await maintain()).toEqual(['the maintenance failed and will be tried again'])
  vi.restoreAllMocks()
  expect(await packagesOf(address)).toBeUndefined()
  await maintain()
  expect(await packagesOf(address)).toEqual({ linux_amd64: packageOf('for linux') })
})

test('a process that stops, or is killed at a zip, leaves that to the next one', async () => {
  const made = [await former(), await former()]
  const { ctx } = systemContext(app)
  let goOn = 1
  await app.services.packageHashes.run(ctx, async () => goOn-- > 0)
  const known = await Promise.all(made.map(({ address }) => packagesOf(address)))
  expect(known).toContainEqual({ linux_amd64: packageOf('for linux') })
  expect(known).toContain(undefined)
  await maintain()
  for (const { address } of made)
    expect(await packagesOf(address)).toEqual({ linux_amd64: packageOf('for linux') })
})
