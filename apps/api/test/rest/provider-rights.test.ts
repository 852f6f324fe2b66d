import { rule } from '@engine/shared/rule'
import { beforeEach, describe, expect, test } from 'vitest'
import { ownersOf, type Person } from '../makers.js'
import { createModule, createVersion, pathOf, put } from '../modules/module-requests.js'
import { createPlatform, createProvider, createProviderVersion, providerPath, shown } from '../providers.js'
import { as, documentOf, expectDetails, graphql, notFoundBody } from '../rest.js'
import { startAcme } from './acme.js'
import { keyOf, newPair, path as keysPath, register } from './gpg-keys.js'

type Caller = Person | string

let name: string
let address: string
let versions: string

const { app, owner, acme } = await startAcme()

beforeEach(async () => {
  name = `cloud-${app.make.next()}`
  address = `Acme/private/Acme/${name}`
  versions = `${providerPath(address)}/versions`
  await createProvider(app, owner, address)
  await createProviderVersion(app, owner, address, '1.0.0')
  await createPlatform(app, owner, address, '1.0.0')
})

const version = (number: string): object =>
  documentOf('registry-provider-versions', { version: number, 'key-id': 'k' })
const platform = documentOf('registry-provider-platforms', {
  os: 'darwin',
  arch: 'arm64',
  shasum: 'ab',
  filename: 'f.zip',
})

/** Tries everything that changes a provider or a key, the deletions last; gives the statuses. */
async function statusesOfWrites(by: Caller): Promise<Record<string, number>> {
  const call = as(app, by)
  const provider = { name: `new-${app.make.next()}`, namespace: 'Acme', 'registry-name': 'private' }
  const { self } = await register(app, owner)
  const key = keyOf({ namespace: 'Acme', 'ascii-armor': (await newPair()).armor })
  return {
    create: (
      await call.post('/organizations/Acme/registry-providers', {
        body: documentOf('registry-providers', provider),
      })
    ).status,
    change: (await call.patch(providerPath(address), { body: { data: {} } })).status,
    version: (await call.post(versions, { body: version('1.1.0') })).status,
    platform: (await call.post(`${versions}/1.0.0/platforms`, { body: platform })).status,
    deletePlatform: (await call.delete(`${versions}/1.0.0/platforms/linux/amd64`)).status,
    deleteVersion: (await call.delete(`${versions}/1.0.0`)).status,
    createKey: (await as(app, by).post(keysPath, { body: key })).status,
    moveKey: (await as(app, by).patch(self, { body: keyOf({ namespace: 'Acme' }) })).status,
    deleteKey: (await as(app, by).delete(self)).status,
    delete: (await call.delete(providerPath(address))).status,
  }
}

const nothing = {
  create: 404,
  change: 404,
  version: 404,
  platform: 404,
  deletePlatform: 404,
  deleteVersion: 404,
  createKey: 404,
  moveKey: 404,
  deleteKey: 404,
  delete: 404,
}
const providersAlone = {
  ...nothing,
  create: 201,
  change: 200,
  version: 201,
  platform: 201,
  deletePlatform: 204,
  deleteVersion: 204,
  delete: 204,
}
const everything = { ...providersAlone, createKey: 201, moveKey: 200, deleteKey: 204 }

const teamToken = async (teamId: string): Promise<string> => {
  const owns = { type: 'team', id: teamId, organizationId: acme.id } as const
  return (await app.services.tokens.replacePlain(owner.ctx, owns, {})).value
}

describe('signing keys', () => {
  rule('§10 providers', 'Signing keys are added and removed by owners alone')
  test('are added, moved and removed by owners alone; those who manage providers do all else', async () => {
    const manager = await app.make.manager(acme, { manageProviders: true })
    expect(await statusesOfWrites(manager)).toEqual(providersAlone)
    const { self } = await register(app, owner)
    expect((await as(app, manager).get(self)).status).toBe(200)
    expect((await as(app, manager).delete(self)).body).toEqual(notFoundBody)
  })

  test('are changed by owners', async () => {
    expect(await statusesOfWrites(owner)).toEqual(everything)
  })

  rule('§10 providers', "The token of the owners' team acts as an owner")
  test('are changed by the token of the owners’ team', async () => {
    expect(await statusesOfWrites(await teamToken(await ownersOf(app, acme)))).toEqual(everything)
  })

  test('are not changed by the tokens of other teams and of the organization', async () => {
    const crew = await app.make.team(owner, acme, { organizationAccess: { 'manage-providers': true } })
    expect(await statusesOfWrites(await teamToken(crew.id))).toEqual(providersAlone)
    const organization = { type: 'organization', id: acme.id } as const
    const { value } = await app.services.tokens.replacePlain(owner.ctx, organization, {})
    await createProvider(app, owner, address)
    await createProviderVersion(app, owner, address, '1.0.0')
    expect(await statusesOfWrites(value)).toEqual(nothing)
  })

  test('are changed by site administrators as owners, which the audit log says', async () => {
    const administrator = await app.make.administrator()
    const { id } = await register(app, administrator)
    const row = await app.prisma.auditEvent.findFirstOrThrow({ where: { subjectId: id } })
    expect(row).toMatchObject({ administratorOverride: true, actorId: administrator.id })
  })

  test('tell in GraphQL who may remove them', async () => {
    const { keyId } = await register(app, owner)
    const query = `query ($id: String!) { organization(name: "Acme") { permissions gpgKey(keyId: $id) { canDelete } } }`
    const manager = await app.make.manager(acme, { manageProviders: true })
    for (const [caller, may] of [
      [owner, true],
      [manager, false],
    ] as const) {
      const { data } = await graphql(app, caller, query, { id: keyId })
      const shownTo = data['organization'] as unknown as {
        permissions: string[]
        gpgKey: { canDelete: boolean }
      }
      expect(shownTo.gpgKey.canDelete).toBe(may)
      expect(shownTo.permissions.includes('SIGNING_KEYS_WRITE')).toBe(may)
      expect(shownTo.permissions).toContain('PROVIDERS_WRITE')
    }
  })
})

describe('a token with the scope `publish:<namespace>/<type>`', () => {
  rule('§10 providers', '`publish:<namespace>/<type>` creates versions and platforms of that provider alone')
  test('creates versions and platforms of that provider, in any case of its name, and changes nothing else', async () => {
    const token = await app.make.token(owner, { scopes: [`publish:ACME/${name.toUpperCase()}`] })
    expect(await statusesOfWrites(token)).toEqual({ ...nothing, version: 201, platform: 201 })
  })

  rule(
    '§10 providers',
    '`publish:<namespace>/<type>` creates versions and platforms of that provider alone … uploads by its links and reads what becomes of it',
  )
  test('is shown the upload links, uploads by them, and reads what becomes of it', async () => {
    const token = await app.make.token(owner, { scopes: [`publish:Acme/${name}`] })
    const made = await as(app, token).post(versions, { body: version('2.0.0') })
    expect(made.body.data.attributes.permissions).toEqual({ 'can-delete': false, 'can-upload-asset': true })
    const links = made.body.data.links
    for (const link of ['shasums-upload', 'shasums-sig-upload'])
      expect((await put(app, pathOf(links[link]), Buffer.from('x'))).status).toBe(200)
    const build = await as(app, token).post(`${versions}/2.0.0/platforms`, { body: platform })
    const zip = pathOf(build.body.data.links['provider-binary-upload'])
    expect((await put(app, zip, Buffer.from('zip'))).status).toBe(200)
    const { data } = (await as(app, token).get(`${versions}/2.0.0`)).body
    expect(data.attributes).toMatchObject({ published: false, 'shasums-uploaded': true })
    expect(data.attributes['publication-error']).toContain('No signing key k')
    for (const path of [versions, `${versions}/2.0.0/platforms`, `${versions}/2.0.0/platforms/darwin/arm64`])
      expect((await as(app, token).get(path)).status, path).toBe(200)
  })

  rule(
    '§10 providers',
    '`publish:<namespace>/<type>` creates versions and platforms of that provider alone … and nothing of another provider, a module or a public provider',
  )
  test('does nothing to another provider, a module, or a public provider of that name', async () => {
    await createProvider(app, owner, `Acme/public/hashicorp/${name}`)
    for (const scope of [`Acme/${name}x`, `other/${name}`, `Acme/${name}/aws`, `hashicorp/${name}`]) {
      const token = await app.make.token(owner, { scopes: [`publish:${scope}`] })
      const call = as(app, token)
      expect((await call.post(versions, { body: version('1.1.0') })).body, scope).toEqual(notFoundBody)
      for (const path of [versions, `${versions}/1.0.0`, `/organizations/Acme/registry-providers`])
        expect((await call.get(path)).status, `${scope} ${path}`).toBe(404)
      const ofPublic = `${providerPath(`Acme/public/hashicorp/${name}`)}/versions`
      expect((await call.post(ofPublic, { body: version('1.1.0') })).status, scope).toBe(404)
    }
    const module = `Acme/${name}/aws`
    await createModule(app, owner, module)
    const token = await app.make.token(owner, { scopes: [`publish:Acme/${name}`] })
    expect((await createVersion(app, token, module, '1.0.0')).body).toEqual(notFoundBody)
  })

  rule('§15 pending publishers', 'A token that publishes one provider also creates exactly that one')
  test('creates that private provider where it is missing, in any case of its name, and no other', async () => {
    const own = `Pending-${app.make.next()}`
    const create = async (by: Caller, attributes: object, organization = 'Acme') => {
      const facts = { name: own, namespace: 'Acme', 'registry-name': 'private', ...attributes }
      const path = `/organizations/${organization}/registry-providers`
      return as(app, by).post(path, { body: documentOf('registry-providers', facts) })
    }
    const token = await app.make.token(owner, { scopes: [`publish:ACME/${own.toUpperCase()}`] })
    const others = [
      { name: `${own}x` },
      { 'registry-name': 'public' },
      { 'registry-name': 'public', namespace: 'hashicorp' },
      { name: [own] },
      { name: undefined },
    ]
    for (const other of others)
      expect((await create(token, other)).body, JSON.stringify(other)).toEqual(notFoundBody)
    expect((await create(token, {}, (await app.make.organization(owner)).name)).body).toEqual(notFoundBody)
    expect((await create(token, { namespace: 'hashicorp' })).status).toBe(422)
    const member = await app.make.token(await app.make.member(acme), { scopes: [`publish:Acme/${own}`] })
    expect((await create(member, {})).body).toEqual(notFoundBody)
    const made = await create(token, {})
    expect([made.status, made.body.data.attributes]).toMatchObject([201, { name: own, namespace: 'Acme' }])
    const path = `${providerPath(`Acme/private/Acme/${own}`)}/versions`
    expect((await as(app, token).post(path, { body: version('1.0.0') })).status).toBe(201)
    expect((await create(token, {})).status).toBe(422)
    expect((await as(app, token).delete(providerPath(`Acme/private/Acme/${own}`))).status).toBe(404)
  })

  rule(
    '§16 one command',
    'A token that publishes one provider reads the signing keys of its namespace, and of no other',
  )
  test('lists the signing keys of its namespace, and those of no other', async () => {
    const { keyId } = await register(app, owner)
    const other = await app.make.organization(owner)
    await register(app, owner, other.name)
    const listed = async (by: Caller): Promise<readonly string[]> => {
      const { body } = await as(app, by).get(
        `${keysPath}?filter[namespace]=acme,${other.name}&page[size]=100`,
      )
      return body.data.map(({ attributes }: { attributes: Record<string, string> }) =>
        [attributes['namespace'], attributes['key-id']].join(' '),
      )
    }
    const own = await listed(await app.make.token(owner, { scopes: [`publish:ACME/${name}`] }))
    expect(own).toContain(`Acme ${keyId}`)
    expect(own.filter((each) => !each.startsWith('Acme '))).toEqual([])
    for (const scopes of [
      [`publish:Acme/${name}/aws`],
      [`publish:Acme/${name}/aws`, `publish:other/${name}`],
    ])
      expect(await listed(await app.make.token(owner, { scopes }))).toEqual([])
    const member = await app.make.token(await app.make.member(acme), { scopes: [`publish:Acme/${name}`] })
    expect(await listed(member)).toEqual([])
  })

  test('without the right behind it publishes nothing, and loses it with that right', async () => {
    const scopes = [`publish:Acme/${name}`]
    const member = await app.make.token(await app.make.member(acme), { scopes })
    expect((await as(app, member).post(versions, { body: version('1.1.0') })).status).toBe(404)
    const manager = await app.make.manager(acme, { manageProviders: true })
    const token = await app.make.token(manager, { scopes })
    const made = await as(app, token).post(versions, { body: version('1.1.0') })
    expect(made.status).toBe(201)
    await app.prisma.teamMember.deleteMany({ where: { userId: manager.id } })
    const link = pathOf(made.body.data.links['shasums-upload'])
    expect((await put(app, link, Buffer.from('x'))).status).toBe(404)
    expect((await shown(app, owner, `${versions}/1.1.0`)).attributes['shasums-uploaded']).toBe(false)
  })

  test('beside `read` reads as that scope reads, also where its owner may not publish', async () => {
    const member = await app.make.member(acme)
    const token = await app.make.token(member, { scopes: ['read', `publish:Acme/${name}`] })
    expect((await as(app, token).get(`${versions}/1.0.0`)).status).toBe(200)
  })

  test('makes no token with more than itself', async () => {
    const scope = `publish:Acme/${name}`
    const token = await app.make.token(owner, { scopes: [scope] })
    const make = (scopes: string[]) =>
      as(app, token).post(`/users/${owner.id}/authentication-tokens`, {
        body: documentOf('authentication-tokens', { scopes }),
      })
    expect((await make([scope])).status).toBe(201)
    for (const scopes of [[], ['read'], [`${scope}/aws`], [`${scope}x`]]) {
      const answer = await make(scopes)
      expectDetails(answer, 422, 'Scopes is invalid')
    }
  })

  test.each([
    'publish:',
    'publish:acme',
    'publish:acme/',
    'publish:acme/cl oud',
    'publish:acme/x/AWS',
    'publish:a/b/c/d',
  ])('is no scope when it reads %s', async (scope) => {
    const answer = await as(app, owner).post(`/users/${owner.id}/authentication-tokens`, {
      body: documentOf('authentication-tokens', { scopes: [scope] }),
    })
    expectDetails(answer, 422, 'Scopes is invalid')
  })
})
