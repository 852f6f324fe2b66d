import { generateKey } from 'openpgp'
import { expect, test } from 'vitest'
import { startTestApp } from '../app.js'
import type { Person } from '../makers.js'
import { moduleArchive, pathOf, put } from '../modules/module-requests.js'
import { createProvider } from '../providers.js'
import { graphql } from '../rest.js'
import { mutate } from './mutate.js'

const app = await startTestApp()
const owner = await app.make.user('ana')
const member = await app.make.member(await app.make.organization(owner, 'acme'), 'member')

type Thing = Record<string, string>

const run = (name: string, input: object, answer: string) =>
  mutate(app, owner, name, input, `${answer} userErrors { field code }`)

test('a module is made, given a version, uploaded by the link and then shown as published', async () => {
  const facts = { organization: 'acme', name: 'network', provider: 'aws' }
  const made = await run('registryModuleCreate', facts, 'registryModule { id }')
  const { id = '' } = made['registryModule'] as Thing
  const version = { moduleId: id, version: '1.0.0' }
  const created = await run('registryModuleVersionCreate', version, 'uploadUrl')
  expect((await put(app, pathOf(String(created['uploadUrl'])), moduleArchive())).status).toBe(200)
  const query = `{ registryModule(id: "${id}") { status canPublish newestVersion { version status sha256 size } } }`
  const shown = { status: 'SETUP_COMPLETE', newestVersion: { version: '1.0.0', status: 'OK' } }
  const sizes = { sha256: expect.stringMatching(/^[0-9a-f]{64}$/), size: expect.any(Number) }
  expect((await graphql(app, owner, query)).data['registryModule']).toEqual({
    ...shown,
    canPublish: true,
    newestVersion: { ...shown.newestVersion, ...sizes },
  })
  expect((await graphql(app, member, query)).data['registryModule']).toMatchObject({
    ...shown,
    canPublish: false,
  })
  const twice = await run('registryModuleVersionCreate', version, 'uploadUrl')
  expect(twice).toEqual({ uploadUrl: null, userErrors: [{ field: ['version'], code: 'TAKEN' }] })
})

test('a refused archive shows its reason', async () => {
  const facts = { organization: 'acme', name: 'broken', provider: 'aws' }
  const made = await run('registryModuleCreate', facts, 'registryModule { id }')
  const { id = '' } = made['registryModule'] as Thing
  const version = { moduleId: id, version: '1.0.0' }
  const created = await run('registryModuleVersionCreate', version, 'uploadUrl')
  expect((await put(app, pathOf(String(created['uploadUrl'])), Buffer.from('no archive'))).status).toBe(422)
  const query = `{ registryModule(id: "${id}") { status newestVersion { id } version(version: "1.0.0+meta") { status error } } }`
  expect((await graphql(app, owner, query)).data['registryModule']).toEqual({
    status: 'PENDING',
    newestVersion: null,
    version: { status: 'FAILED', error: expect.stringMatching(/./) },
  })
})

test('the versions of a public provider are not made here', async () => {
  const { id } = await createProvider(app, owner, 'acme/public/someone/aws')
  const input = { providerId: id, version: '1.0.0', keyId: 'key' }
  const refused = await run('registryProviderVersionCreate', input, 'registryProviderVersion { id }')
  expect(refused).toEqual({ registryProviderVersion: null, userErrors: [{ field: [], code: 'DENIED' }] })
  expect(await app.prisma.registryProviderVersion.count()).toBe(0)
})

test('the file of a provider is uploaded by those who may write, and fetched by all members', async () => {
  const provider = await createProvider(app, owner, 'acme/private/acme/cloud')
  const input = { providerId: provider.id, version: '1.0.0', keyId: 'key', protocols: ['5.0'] }
  await run('registryProviderVersionCreate', input, 'registryProviderVersion { id }')
  const query = `{ registryProvider(id: "${provider.id}") { canDelete version(version: "1.0.0") {
    shasumsUploaded shasumsUploadUrl shasumsDownloadUrl } } }`
  const versionFor = async (caller: Person): Promise<Record<string, string | null>> =>
    (await graphql(app, caller, query)).data['registryProvider']?.['version'] as Record<string, string | null>
  expect(await versionFor(member)).toEqual({
    shasumsUploaded: false,
    shasumsUploadUrl: null,
    shasumsDownloadUrl: null,
  })
  const { shasumsUploadUrl } = await versionFor(owner)
  expect((await put(app, pathOf(shasumsUploadUrl ?? ''), Buffer.from('sums'))).status).toBe(200)
  expect(await versionFor(owner)).toMatchObject({ shasumsUploaded: true, shasumsUploadUrl: null })
  const { shasumsDownloadUrl } = await versionFor(member)
  expect((await app.http.get(pathOf(shasumsDownloadUrl ?? ''))).status).toBe(200)
})

test('a key moves only to a namespace where the caller may write', async () => {
  const stranger = await app.make.user()
  await app.make.organization(stranger, 'foreign')
  const { publicKey } = await generateKey({ userIDs: [{ name: 'Release' }], format: 'armored' })
  const key = await app.services.gpgKeys.create(owner.ctx, { namespace: 'acme', asciiArmor: publicKey })
  const input = { id: key.id, namespace: 'foreign' }
  const refused = await run('gpgKeyUpdate', input, 'gpgKey { id }')
  expect(refused).toEqual({ gpgKey: null, userErrors: [{ field: [], code: 'DENIED' }] })
  const query = `{ organization(name: "acme") { gpgKey(keyId: "${key.keyId}") { namespace } } }`
  expect((await graphql(app, owner, query)).data['organization']).toEqual({ gpgKey: { namespace: 'acme' } })
})
