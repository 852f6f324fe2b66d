import { beforeEach, describe, expect, test } from 'vitest'
import { startTestApp } from '../app.js'
import { makePublicProvider } from '../public-providers.js'
import { graphql } from '../rest.js'
import { Acting } from './acting.js'

const app = await startTestApp()
const root = await app.make.administrator('root')
const acting = new Acting(app, root)

beforeEach(async () => {
  await app.prisma.bulkAct.deleteMany()
  await app.prisma.organization.deleteMany()
  await app.prisma.organizationName.deleteMany()
})

const refusedOf = (ended: {
  targets: { nodes: readonly { name: string; outcome: string; message: string | null }[] }
}) =>
  ended.targets.nodes.flatMap(({ name, outcome, message }) =>
    outcome === 'REFUSED' ? [[name, message]] : [],
  )

test('the engine policy of organizations is set, and undone', async () => {
  const { id } = await app.make.organization(root, 'acme')
  await app.prisma.organization.update({ where: { id }, data: { enginePolicy: 'warn' } })
  const policy = async () => (await app.prisma.organization.findUniqueOrThrow({ where: { id } })).enginePolicy
  const input = { kind: 'ORGANIZATION_ENGINE_POLICY', settings: { enginePolicy: 'REFUSE' }, ids: [id] }
  const ended = await acting.run(input)
  expect(ended.counts.changed).toBe(1)
  expect(await policy()).toBe('refuse')
  await acting.work(await acting.undo(ended.id))
  expect(await policy()).toBe('warn')
})

describe('sharing of many', () => {
  const share = (sharing: object, ids: readonly string[]) => ({
    kind: 'ORGANIZATION_SHARING',
    settings: { sharing: { of: 'MODULES', ...sharing } },
    ids,
  })
  const consumersOf = async (id: string) => {
    const page = { number: 1, size: 10 }
    const producer = await app.services.adminOrganizations.lock(root.ctx, id)
    const { items } = await app.services.registrySharing.listConsumers(root.ctx, 'modules', producer, page)
    return producer.globalModuleSharing ? 'all' : items.map(({ name }) => name)
  }

  test('adds consumers to those on the list; the preview says who gains, and what is refused', async () => {
    const [one, two, buyer] = [
      await app.make.organization(root, 'one'),
      await app.make.organization(root, 'two'),
      await app.make.organization(root, 'buyer'),
    ]
    const { registryPartnerships } = app.services
    await registryPartnerships.set(root.ctx, one.id, { modules: [{ name: 'two' }] })
    const input = share({ way: 'ADD', consumers: ['Buyer'] }, [one.id, two.id, buyer.id])
    const own = 'Organization Buyer cannot consume its own modules'
    expect(await acting.preview(input)).toMatchObject({
      changing: { count: 2 },
      refused: [{ count: 1, names: ['buyer'], reason: own }],
      gains: { isAll: false, count: 1, names: ['Buyer'] },
      loses: { count: 0 },
    })
    const ended = await acting.run(input)
    expect(ended.counts).toMatchObject({ changed: 2, refused: 1 })
    expect(refusedOf(ended)).toEqual([['buyer', own]])
    expect(await consumersOf(one.id)).toEqual(['buyer', 'two'])
    expect(await consumersOf(two.id)).toEqual(['buyer'])

    await acting.work(await acting.undo(ended.id))
    expect(await consumersOf(one.id)).toEqual(['two'])
    expect(await consumersOf(two.id)).toEqual([])
  })

  test('removes consumers, and keeps the others with their ends', async () => {
    const [one, two] = [await app.make.organization(root, 'one'), await app.make.organization(root, 'two')]
    for (const name of ['buyer', 'other']) await app.make.organization(root, name)
    const { registryPartnerships } = app.services
    const endsAt = new Date(app.clock.now().getTime() + 86_400_000)
    const both = [{ name: 'buyer', endsAt }, { name: 'other' }]
    await registryPartnerships.set(root.ctx, one.id, { modules: both })
    await registryPartnerships.set(root.ctx, two.id, { modules: 'all' })
    const input = share({ way: 'REMOVE', consumers: ['OTHER'] }, [one.id, two.id])
    expect(await acting.preview(input)).toMatchObject({
      ...{ changing: { names: ['one'] }, unchanged: { names: ['two'] } },
      loses: { isAll: false, count: 1, names: ['other'] },
    })
    const ended = await acting.run(input)
    expect(ended.counts).toMatchObject({ changed: 1, unchanged: 1 })
    expect(await consumersOf(one.id)).toEqual(['buyer'])
    await acting.work(await acting.undo(ended.id))
    expect(await consumersOf(one.id)).toEqual(['buyer', 'other'])
  })

  test('with all and with none, and back', async () => {
    const { id } = await app.make.organization(root, 'one')
    await app.make.organization(root, 'two')
    await app.services.registryPartnerships.set(root.ctx, id, { modules: [{ name: 'two' }] })
    const all = share({ way: 'ALL' }, [id])
    expect(await acting.preview(all)).toMatchObject({ gains: { isAll: true }, loses: { count: 0 } })
    const ended = await acting.run(all)
    expect(await consumersOf(id)).toBe('all')
    const none = share({ way: 'NONE' }, [id])
    expect(await acting.preview(none)).toMatchObject({ loses: { isAll: true } })
    await acting.work(await acting.undo(ended.id))
    expect(await consumersOf(id)).toEqual(['two'])
    await acting.run(none)
    expect(await consumersOf(id)).toEqual([])
  })
})

describe('suspending many', () => {
  const suspend = (suspended: boolean, selection: object) => ({
    kind: 'USER_SUSPENSION',
    settings: { suspended },
    ...selection,
  })

  test('spares the one who does it, and is undone', async () => {
    const [ann, bob] = [await app.make.user('ann'), await app.make.user('bob')]
    const input = suspend(true, { ids: [ann.id, bob.id, root.id] })
    expect(await acting.preview(input)).toMatchObject({
      changing: { count: 2 },
      refused: [{ names: ['root'], reason: 'It is your own account' }],
    })
    const ended = await acting.run({ ...input, reason: 'They left.' })
    expect(ended.counts).toMatchObject({ changed: 2, refused: 1 })
    const suspended = async () => {
      const rows = await app.prisma.user.findMany({
        where: { suspendedAt: { not: null } },
        orderBy: { username: 'asc' },
      })
      return rows.map(({ username }) => username)
    }
    expect(await suspended()).toEqual(['ann', 'bob'])
    const events = await app.prisma.auditEvent.findMany({ where: { action: 'user.suspend' } })
    expect(events.map(({ reason, requestId }) => [reason, requestId])).toEqual([
      ['They left.', ended.id],
      ['They left.', ended.id],
    ])
    await acting.work(await acting.undo(ended.id))
    expect(await suspended()).toEqual([])
  })

  test('all that match are those of the list', async () => {
    await app.make.user('zoe-1')
    await app.make.user('zoe-2')
    const { counts } = await acting.run(suspend(true, { users: { search: 'zoe' } }))
    expect(counts.changed).toBe(2)
  })
})

describe('moving workspaces', () => {
  const move = (engineVersion: string, selection: object) => ({
    kind: 'WORKSPACE_ENGINE_VERSION',
    settings: { engineVersion },
    ...selection,
  })
  const versions = async () =>
    (await app.prisma.workspace.findMany({ include: { engineVersion: true }, orderBy: { name: 'asc' } })).map(
      ({ engineVersion }) => engineVersion.version,
    )

  beforeEach(async () => {
    await app.prisma.engineVersion.deleteMany()
    await app.make.engineVersion(root, '1.9.0')
    await app.make.engineVersion(root, '1.10.0')
    await app.make.engineVersion(root, '1.11.0-beta1', { beta: true })
  })

  test('of all organizations off a version; back again, as long as that is enabled', async () => {
    for (const name of ['one', 'two'])
      await app.make.workspace(root, await app.make.organization(root, name), '1.9.0')
    await app.make.workspace(root, await app.make.organization(root, 'three'), '1.10.0')
    const ended = await acting.run(move('1.10.0', { workspaces: { engineVersion: '1.9.0' } }))
    expect(ended.counts).toMatchObject({ changed: 2 })
    expect(ended.targets.nodes[0]?.name).toMatch(/^one\//)
    expect(await versions()).toEqual(['1.10.0', '1.10.0', '1.10.0'])
    await acting.work(await acting.undo(ended.id))
    expect((await versions()).sort()).toEqual(['1.10.0', '1.9.0', '1.9.0'])
  })

  test('refuses where the organization may not use it; the preview says the same', async () => {
    const beta = await app.make.organization(root, 'beta')
    await app.prisma.organization.update({ where: { id: beta.id }, data: { accessBetaTools: true } })
    await app.make.workspace(root, beta, '1.9.0')
    await app.make.workspace(root, await app.make.organization(root, 'plain'), '1.9.0')
    const input = move('1.11.0-beta1', { workspaces: {} })
    const reason = 'Engine version is invalid: 1.11.0-beta1 is a beta version'
    expect(await acting.preview(input)).toMatchObject({
      changing: { count: 1 },
      refused: [{ count: 1, reason }],
    })
    const ended = await acting.run(input)
    expect(ended.counts).toMatchObject({ changed: 1, refused: 1 })
    expect(refusedOf(ended)).toMatchObject([[expect.stringMatching(/^plain\//), reason]])
  })

  test('of an organization is for those who manage its workspaces', async () => {
    const owner = await app.make.user()
    const acme = await app.make.organization(owner, 'acme')
    await app.make.workspace(owner, acme, '1.9.0')
    const other = await app.make.workspace(root, await app.make.organization(root, 'other'), '1.9.0')
    const input = move('1.10.0', { workspaces: { organization: 'acme' } })
    expect((await new Acting(app, owner).run(input)).counts).toMatchObject({ changed: 1 })
    const foreign = await new Acting(app, owner).run(move('1.10.0', { ids: [other.id] }))
    expect(refusedOf(foreign)).toEqual([[other.id, 'It does not exist, or is not yours to change']])

    const reader = new Acting(app, await app.make.member(acme))
    expect(await reader.preview(input)).toMatchObject({ changing: { count: 0 }, refused: [{ count: 1 }] })
    expect((await reader.run({ ...input, settings: { engineVersion: '1.9.0' } })).counts).toMatchObject({
      refused: 1,
    })
    const everywhere = await new Acting(app, owner).ask('bulkActStart', move('1.10.0', { workspaces: {} }))
    expect(everywhere.userErrors).toMatchObject([{ code: 'NOT_FOUND' }])
  })
})

describe('deprecating modules', () => {
  test('deprecates every published version, and restores what was not deprecated before', async () => {
    const acme = await app.make.organization(root, 'acme')
    const address = { namespace: 'acme', name: 'network', provider: 'aws' }
    const { modules, moduleVersions } = app.services
    const module = await modules.create(root.ctx, 'acme', address)
    for (const version of ['1.0.0', '1.1.0']) await moduleVersions.create(root.ctx, module.id, { version })
    const [now, size] = [app.clock.now(), 1]
    await app.prisma.moduleVersion.updateMany({
      data: { status: 'ok', storageKey: 'key', sha256: 'ab'.repeat(32), size, publishedAt: now },
    })
    const first = { moduleId: module.id, version: '1.0.0' }
    const former = { deprecation: 'deprecated', deprecationReason: 'Its own.', deprecationLink: '' } as const
    await app.prisma.moduleVersion.updateMany({ where: first, data: former })

    const input = {
      kind: 'MODULE_DEPRECATION',
      settings: { deprecation: { reason: 'Use the other.' } },
      modules: { organization: 'acme' },
    }
    expect(await acting.preview(input)).toMatchObject({ changing: { names: ['acme/network/aws'] } })
    const ended = await acting.run(input)
    expect(ended.counts).toMatchObject({ changed: 1 })
    const reasons = async () =>
      (await app.prisma.moduleVersion.findMany({ orderBy: { version: 'asc' } })).map(
        (each) => each.deprecationReason,
      )
    expect(await reasons()).toEqual(['Its own.', 'Use the other.'])
    expect((await acting.run(input)).counts).toMatchObject({ unchanged: 1 })
    await acting.work(await acting.undo(ended.id))
    expect(await reasons()).toEqual(['Its own.', null])
    expect(acme.id).toBe(module.organizationId)
  })
})

/** A module with published versions of these numbers; the ids of all its versions, the last of them unpublished. */
async function moduleWith(published: readonly string[], waiting: string): Promise<string[]> {
  await app.make.organization(root, 'acme')
  const { modules, moduleVersions } = app.services
  const address = { namespace: 'acme', name: 'network', provider: 'aws' }
  const { id: moduleId } = await modules.create(root.ctx, 'acme', address)
  const ids: string[] = []
  for (const version of [...published, waiting])
    ids.push((await moduleVersions.create(root.ctx, moduleId, { version })).version.id)
  const [publishedAt, size] = [app.clock.now(), 1]
  await app.prisma.moduleVersion.updateMany({
    where: { version: { in: [...published] } },
    data: { status: 'ok', storageKey: 'key', sha256: 'ab'.repeat(32), size, publishedAt },
  })
  return ids
}

describe('deprecating versions of a module', () => {
  const reasons = async () => {
    const rows = await app.prisma.moduleVersion.findMany({ orderBy: { sortKey: 'asc' } })
    return rows.map((each) => each.deprecationReason)
  }
  const input = (selection: object) => ({
    kind: 'MODULE_VERSION_DEPRECATION',
    settings: { deprecation: { reason: 'Use 2.' } },
    ...selection,
  })

  test('leaves the others, and those that were never published; undoing brings back their ends of life', async () => {
    const [one, two, , waiting] = await moduleWith(['1.0.0', '1.1.0', '2.0.0'], '2.1.0')
    const endsAt = new Date(app.clock.now().getTime() + 86_400_000 * 30)
    const data = { endOfLifeAt: endsAt, endOfLifeReason: 'Old.' }
    await app.prisma.moduleVersion.update({ where: { id: two ?? '' }, data })
    const act = input({ ids: [one, two, waiting] })
    const refused = [{ count: 1, names: ['acme/network/aws 2.1.0'], reason: 'It is not published' }]
    expect(await acting.preview(act)).toMatchObject({ changing: { count: 2 }, refused })
    const ended = await acting.run({ ...act, reason: 'They leak.' })
    expect(ended.counts).toMatchObject({ changed: 2, refused: 1 })
    expect(refusedOf(ended)).toEqual([['acme/network/aws 2.1.0', 'It is not published']])
    expect(await reasons()).toEqual(['Use 2.', 'Use 2.', null, null])
    const events = await app.prisma.auditEvent.findMany({ where: { requestId: ended.id } })
    expect(events.map(({ action, reason }) => [action, reason])).toEqual([
      ['module-version.deprecate', 'They leak.'],
      ['module-version.deprecate', 'They leak.'],
    ])
    await acting.work(await acting.undo(ended.id))
    expect(await reasons()).toEqual([null, null, null, null])
    const restored = await app.prisma.moduleVersion.findUniqueOrThrow({ where: { id: two ?? '' } })
    expect(restored.endOfLifeReason).toBe('Old.')
  })

  test('takes all of a module, for those who manage it', async () => {
    await moduleWith(['1.0.0', '1.1.0'], '1.2.0')
    const { id: moduleId } = await app.prisma.module.findFirstOrThrow()
    const act = input({ moduleVersions: { moduleId } })
    const stranger = new Acting(app, await app.make.user())
    expect((await stranger.ask('bulkActStart', act)).userErrors).toMatchObject([{ code: 'NOT_FOUND' }])
    const [first] = await app.prisma.moduleVersion.findMany()
    const foreign = await stranger.run(input({ ids: [first?.id] }))
    expect(foreign.counts).toMatchObject({ changed: 0, refused: 1 })
    expect((await acting.run(act)).counts).toMatchObject({ changed: 2, refused: 1 })
  })
})

describe('deprecating providers', () => {
  test('deprecates private ones with all their versions, and refuses pointers to public ones', async () => {
    const { providers } = app.services
    const ids: string[] = []
    for (const namespace of ['acme', 'globex']) {
      await app.make.organization(root, namespace)
      const facts = { registryName: 'private', namespace, name: 'cloud' }
      ids.push((await providers.create(root.ctx, namespace, facts)).id)
    }
    await providers.create(root.ctx, 'acme', { registryName: 'public', namespace: 'nimbus', name: 'cloud' })
    const own = { deprecation: { 'deprecated-status': 'Deprecated', reason: 'Its own.' } }
    await providers.update(root.ctx, ids[1] ?? '', own)
    const deprecation = { reason: 'Use the other.' }
    const input = { kind: 'PROVIDER_DEPRECATION', settings: { deprecation }, providers: { search: 'cloud' } }
    const refused = [{ names: ['nimbus/cloud'], reason: 'Its versions are those of the public registry' }]
    expect(await acting.preview(input)).toMatchObject({
      ...{ changing: { names: ['acme/cloud'] }, unchanged: { names: ['globex/cloud'] }, refused },
    })
    const ended = await acting.run(input)
    expect(ended.counts).toMatchObject({ changed: 1, unchanged: 1, refused: 1 })
    const reasons = async () => {
      const where = { registryName: 'private' } as const
      const rows = await app.prisma.registryProvider.findMany({ where, orderBy: { namespace: 'asc' } })
      return rows.map((each) => each.deprecationReason)
    }
    expect(await reasons()).toEqual(['Use the other.', 'Its own.'])
    await acting.work(await acting.undo(ended.id))
    expect(await reasons()).toEqual([null, 'Its own.'])
  })

  test('of an organization is for those who manage its providers', async () => {
    const owner = await app.make.user()
    const acme = await app.make.organization(owner, 'acme')
    const facts = { registryName: 'private', namespace: 'acme', name: 'cloud' }
    await app.services.providers.create(owner.ctx, 'acme', facts)
    const input = {
      kind: 'PROVIDER_DEPRECATION',
      settings: { deprecation: { reason: 'Old.' } },
      providers: { organization: 'acme' },
    }
    expect((await new Acting(app, await app.make.member(acme)).run(input)).counts.refused).toBe(1)
    expect((await new Acting(app, owner).run(input)).counts.changed).toBe(1)
    const everywhere = await new Acting(app, owner).ask('bulkActStart', { ...input, providers: {} })
    expect(everywhere.userErrors).toMatchObject([{ code: 'NOT_FOUND' }])
  })
})

describe('approving public providers', () => {
  const approve = (approval: object, selection: object = { publicProviders: { search: 'cloud-' } }) => ({
    kind: 'PUBLIC_PROVIDER_APPROVAL',
    settings: { approval },
    ...selection,
  })
  const allowed = async () => {
    const rows = await app.prisma.publicProvider.findMany({
      orderBy: { name: 'asc' },
      include: { approvals: { include: { organization: true } } },
    })
    return rows.map(({ approvedForAll, approvals }) =>
      approvedForAll ? 'all' : approvals.map(({ organization }) => organization.name).sort(),
    )
  }

  beforeEach(async () => {
    await app.prisma.publicProvider.deleteMany()
    for (const name of ['acme', 'Beta', 'zeta']) await app.make.organization(root, name)
    for (const name of ['cloud-1', 'cloud-2']) await makePublicProvider(app, { name })
  })

  test('adds organizations, whose former approvals stay when it is undone', async () => {
    const [first] = await app.prisma.publicProvider.findMany({ orderBy: { name: 'asc' } })
    const names = { ids: ['acme', 'zeta'], faults: [] }
    await app.services.adminPublicProviders.approve(root.ctx, first?.id ?? '', names)
    const input = approve({ organizations: ['ACME', 'beta'] })
    expect(await acting.preview(input)).toMatchObject({
      ...{ changing: { count: 2 }, gains: { isAll: false, count: 2 }, loses: { count: 0 } },
    })
    const ended = await acting.run(input)
    expect(ended.counts).toMatchObject({ changed: 2 })
    expect(await allowed()).toEqual([
      ['Beta', 'acme', 'zeta'],
      ['Beta', 'acme'],
    ])
    expect((await acting.run(input)).counts).toMatchObject({ unchanged: 2 })
    const events = await app.prisma.auditEvent.findMany({ where: { requestId: ended.id } })
    expect(events.map(({ action }) => action)).toEqual(Array(3).fill('public-provider.approve'))
    await acting.work(await acting.undo(ended.id))
    expect(await allowed()).toEqual([['acme', 'zeta'], []])
  })

  test('approves for all, and refuses organizations that do not exist', async () => {
    const unknown = approve({ organizations: ['acme', 'nowhere'] })
    const reason = 'Organization nowhere not found'
    expect(await acting.preview(unknown)).toMatchObject({ refused: [{ count: 2, reason }] })
    expect(refusedOf(await acting.run(unknown))).toEqual([
      ['someone/cloud-1', reason],
      ['someone/cloud-2', reason],
    ])
    const nobody = await acting.ask('bulkActStart', approve({ organizations: [] }))
    expect(nobody.userErrors).toMatchObject([{ field: ['approval', 'organizations'], code: 'BLANK' }])
    const all = approve({ forAll: true })
    expect(await acting.preview(all)).toMatchObject({ gains: { isAll: true }, loses: { count: 0 } })
    const ended = await acting.run(all)
    expect(await allowed()).toEqual(['all', 'all'])
    await acting.work(await acting.undo(ended.id))
    expect(await allowed()).toEqual([[], []])
    const owner = new Acting(app, await app.make.user())
    expect((await owner.ask('bulkActStart', all)).userErrors).toMatchObject([{ code: 'NOT_FOUND' }])
  })
})

test('two thousand things are foreseen, fixed at the start, and left as they are where it is stopped', async () => {
  const rows = Array.from({ length: 2000 }, (_, at) => ({
    id: `org-${String(at).padStart(16, 'A')}`,
    name: `many-${at}`,
    nameKey: `many-${at}`,
    email: 'many@example.com',
    createdAt: app.clock.now(),
    updatedAt: app.clock.now(),
  }))
  await app.prisma.organization.createMany({ data: rows })
  const input = { kind: 'ORGANIZATION_LIMIT', settings: { workspaceLimit: 3 }, organizations: {} }
  expect(await acting.preview(input)).toMatchObject({ total: 2000, changing: { count: 2000 } })
  const id = await acting.start(input)
  const { data } = await graphql(app, root, '{ bulkActs { nodes { counts { waiting } } totalCount } }')
  expect(data).toEqual({ bulkActs: { nodes: [{ counts: { waiting: 2000 } }], totalCount: 1 } })
  await acting.ask('bulkActCancel', { id })
  expect((await acting.look(id)).counts).toMatchObject({ cancelled: 2000 })
})
