import { rule } from '@engine/shared/rule'
import { describe, expect, test } from 'vitest'
import type { Person } from '../makers.js'
import { used } from './seen-provider.js'
import { point, startControlled, startOrigin, type Named } from './controlled.js'

const origin = await startOrigin()
const { app, admin, list, ask, download, row, version, setPolicy, approveForAll, settle } =
  await startControlled(origin)
const { services, make, prisma } = app

/** An organization with its owner and this policy. */
async function organization(policy: Parameters<typeof setPolicy>[1] = {}) {
  const owner = await make.user()
  const { id, name } = await make.organization(owner)
  await setPolicy(name, policy)
  return { id, name, owner }
}

const listed = { publicProviders: 'listed' }
const mayUse = async (by: Person | string, thing: Named): Promise<boolean> =>
  (await list(by, thing)).versions[0] !== '0.0.0-not-available'

describe('of an organization whose rule is `listed`', () => {
  rule('§14 who may use', 'Without a pointer or an approval nothing of it is listed or delivered')
  test('nothing else installs: one entry, a line that says whom to ask, and 410', async () => {
    const thing = await origin.provider()
    const acme = await organization(listed)
    const link = `https://console.test/organizations/${acme.name}/public-providers/registry.example/acme/${thing.name}`
    const line = `acme/${thing.name} is not approved for ${acme.name}. Ask for it: ${link}`
    const { body } = await ask(acme.owner, thing, '/versions')
    expect(body).toEqual({
      versions: [{ version: '0.0.0-not-available', protocols: [], platforms: [] }],
      warnings: [line],
    })
    for (const path of ['/1.0.0', '/1.0.0/download/linux/amd64']) {
      const answer = await ask(acme.owner, thing, path)
      expect([answer.status, answer.body]).toEqual([410, { errors: [line] }])
    }
    expect((await ask(acme.owner, thing, '/0.0.0-not-available/download/linux/amd64')).status).toBe(404)
  })

  rule('§14 who may use', 'Its own public `registry-providers` are its list, in any case')
  test('its own pointers install, of it alone, until they are gone', async () => {
    const thing = await origin.provider()
    const [acme, globex] = [await organization(listed), await organization(listed)]
    expect(await mayUse(acme.owner, thing)).toBe(false)
    await point(app, acme.owner, acme.name, { namespace: 'ACME', name: thing.name.toUpperCase() })
    expect(await mayUse(acme.owner, thing)).toBe(true)
    expect(await mayUse(globex.owner, thing)).toBe(false)
    expect((await download(acme.owner, thing, '1.0.0')).status).toBe(200)
    await prisma.registryProvider.deleteMany({ where: { organizationId: acme.id } })
    expect(await mayUse(acme.owner, thing)).toBe(false)
  })

  rule('§14 who may use', 'A private provider of the same name lists nothing')
  test('a private provider of that name lists nothing', async () => {
    const acme = await organization(listed)
    const thing = await origin.provider()
    await services.providers.create(acme.owner.ctx, acme.name, {
      ...{ registryName: 'private', namespace: acme.name, name: thing.name },
    })
    expect(await mayUse(acme.owner, thing)).toBe(false)
  })

  rule('§14 who may use', 'What is `approved-for-all` installs everywhere')
  test('what is approved for all installs', async () => {
    const thing = await origin.provider()
    const acme = await organization(listed)
    await mayUse(acme.owner, thing)
    await approveForAll(thing)
    expect(await mayUse(acme.owner, thing)).toBe(true)
    await approveForAll(thing, false)
    expect(await mayUse(acme.owner, thing)).toBe(false)
  })

  rule('§14 who may use', 'What was approved for an organization by name installs there')
  test('what was approved for it installs, until that is withdrawn', async () => {
    const thing = await origin.provider()
    const [acme, globex] = [await organization(listed), await organization(listed)]
    await mayUse(acme.owner, thing)
    const { id } = await row(thing)
    await services.adminPublicProviders.approve(admin.ctx, id, { ids: [acme.name], faults: [] })
    expect([await mayUse(acme.owner, thing), await mayUse(globex.owner, thing)]).toEqual([true, false])
    await services.adminPublicProviders.withdraw(admin.ctx, id, { ids: [acme.name], faults: [] })
    expect(await mayUse(acme.owner, thing)).toBe(false)
  })
})

describe('the caller', () => {
  rule('§14 who may use', 'Of the token of a team or an organization that organization decides')
  test('with the token of a team or an organization is of that organization', async () => {
    const thing = await origin.provider()
    const { owner, id, name } = await organization(listed)
    const team = await make.team(owner, { id, name } as never)
    const tokens = [
      (await services.tokens.create(owner.ctx, { type: 'team', id: team.id, organizationId: id }, {})).value,
      (await services.tokens.create(owner.ctx, { type: 'organization', id }, {})).value,
    ]
    for (const token of tokens) expect(await mayUse(token, thing)).toBe(false)
    await point(app, owner, name, thing)
    for (const token of tokens) expect(await mayUse(token, thing)).toBe(true)
  })

  rule('§19', 'Of the organizations of a person that decide the widest counts')
  test('of two organizations has the wider rule and the shorter cooldown', async () => {
    const thing = await origin.provider([{ version: '1.0.0', publishedAt: '2026-03-01T11:00:00Z' }])
    const [strict, wide] = [
      await organization({ ...listed, providerCooldown: '0s' }),
      await organization({ providerCooldown: '72h' }),
    ]
    const both = await make.member({ id: strict.id } as never)
    expect(await mayUse(both, thing)).toBe(false)
    await prisma.organizationMembership.create({
      data: { id: `ou-${make.next()}`, organizationId: wide.id, userId: both.id, createdAt: app.clock.now() },
    })
    // The strict one does not list it, so that its cooldown does not count either.
    expect((await list(both, thing)).warnings[0]).toContain('is held until 2026-03-04 11:00 UTC')
    await setPolicy(wide.name, { providerCooldown: '1h' })
    expect(await mayUse(both, thing)).toBe(true)
    expect(await mayUse(strict.owner, thing)).toBe(false)
  })

  rule('§14 who may use', 'A person whom several organizations refuse is told so, and each of them wants it')
  test('of several that refuse is told of all of them', async () => {
    const thing = await origin.provider()
    const organizations = [await organization(listed), await organization(listed)]
    const both = await make.member({ id: organizations[0]?.id } as never)
    await prisma.organizationMembership.create({
      data: {
        ...{ id: `ou-${make.next()}`, organizationId: organizations[1]?.id ?? '', userId: both.id },
        createdAt: app.clock.now(),
      },
    })
    const [first] = organizations.map(({ name }) => name).sort()
    expect((await list(both, thing)).warnings[0]).toContain(
      `is not approved for ${first} or 1 more of your organizations. Ask for it: `,
    )
    await settle()
    expect(await prisma.publicProviderRefusal.count({ where: { providerId: (await row(thing)).id } })).toBe(2)
  })

  rule('§14 who may use', 'Of disabled organizations none counts')
  test('of a disabled organization is of none', async () => {
    const thing = await origin.provider()
    const { owner, name } = await organization(listed)
    expect(await mayUse(owner, thing)).toBe(false)
    await setPolicy(name, { isDisabled: true })
    expect(await mayUse(owner, thing)).toBe(true)
    await setPolicy(name, { isDisabled: false })
    expect(await mayUse(owner, thing)).toBe(false)
  })

  test('with the token of a disabled organization may use nothing', async () => {
    const thing = await origin.provider()
    const { owner, id, name } = await organization(listed)
    const { value } = await services.tokens.create(owner.ctx, { type: 'organization', id }, {})
    await setPolicy(name, { isDisabled: true })
    const answer = await ask(value, thing, '/versions')
    expect([answer.status, answer.body.versions]).not.toEqual([
      200,
      [expect.objectContaining({ version: '1.0.0' })],
    ])
  })
})

describe('where the rule of the site is `listed`', async () => {
  const strict = await startControlled(origin, { PUBLIC_PROVIDERS: 'listed', PROVIDER_COOLDOWN: '24h' })

  rule('§14 who may use', 'A person of no organization, and an administrator without one, follow the site')
  test('a person of no organization, and an administrator without one, follow it', async () => {
    const thing = await origin.provider()
    const person = await strict.app.make.user()
    for (const by of [person, strict.admin])
      expect(await strict.list(by, thing)).toEqual({
        versions: ['0.0.0-not-available'],
        warnings: [`acme/${thing.name} is not approved here. Ask a site administrator.`],
      })
    await strict.settle()
    expect(await strict.app.prisma.publicProviderRefusal.count()).toBe(0)
    await strict.approveForAll(thing)
    for (const by of [person, strict.admin])
      expect((await strict.list(by, thing)).versions).toEqual(['1.0.0'])
  })

  rule('§14 who may use', 'The rule of an organization counts in place of that of the site')
  test('an organization that is open is open, and an administrator of it too', async () => {
    const thing = await origin.provider()
    const owner = await strict.app.make.user()
    const { id, name } = await strict.app.make.organization(owner)
    expect((await strict.list(owner, thing)).versions).toEqual(['0.0.0-not-available'])
    await strict.setPolicy(name, { publicProviders: 'open' })
    expect((await strict.list(owner, thing)).versions).toEqual(['1.0.0'])
    await strict.app.prisma.organizationMembership.create({
      data: {
        id: 'ou-admin',
        organizationId: id,
        userId: strict.admin.id,
        createdAt: strict.app.clock.now(),
      },
    })
    expect((await strict.list(strict.admin, thing)).versions).toEqual(['1.0.0'])
  })
})

describe('what is wanted', () => {
  const requestsOf = async (thing: Named) => {
    await settle()
    const { id } = await row(thing)
    const all = await services.adminPublicProviders.requestsOf(admin.ctx, [id])
    return (all.get(id) ?? []).map(({ organization: name, count }) => [name, count])
  }

  rule('§14 wanted', 'Refusals count by provider, organization and day, for 90 days')
  test('counts by provider, organization and day, and is kept for 90 days', async () => {
    const thing = await origin.provider()
    const [acme, globex] = [await organization(listed), await organization(listed)]
    await list(acme.owner, thing)
    await ask(acme.owner, thing, '/1.0.0/download/linux/amd64')
    await list(globex.owner, thing)
    app.clock.move(24 * 3_600_000)
    await list(acme.owner, thing)
    expect(await requestsOf(thing)).toEqual([
      [acme.name, 3],
      [globex.name, 1],
    ])
    const { id: providerId } = await row(thing)
    const where = { providerId, organizationId: acme.id }
    const days = await prisma.publicProviderRefusal.findMany({ where, orderBy: { day: 'asc' } })
    expect(days.map(({ count }) => count)).toEqual([2, 1])
    app.clock.move(89 * 24 * 3_600_000)
    await services.publicProviderUses.run(admin.ctx)
    expect(await requestsOf(thing)).toEqual([[acme.name, 1]])
    app.clock.move(24 * 3_600_000)
    await services.publicProviderUses.run(admin.ctx)
    expect(await requestsOf(thing)).toEqual([])
  })

  rule('§14 wanted', 'A pointer, an approval or another rule takes an organization off at once')
  test('is so no more once it may be used', async () => {
    const thing = await origin.provider()
    const organizations = []
    for (let count = 0; count < 4; count++) {
      const each = await organization(listed)
      await list(each.owner, thing)
      organizations.push(each)
    }
    expect(await requestsOf(thing)).toHaveLength(4)
    const [one, two, three] = organizations
    if (!one || !two || !three) throw new Error('too few')
    await point(app, one.owner, one.name, thing)
    await services.adminPublicProviders.approve(admin.ctx, (await row(thing)).id, {
      ids: [two.name],
      faults: [],
    })
    await setPolicy(three.name, { publicProviders: 'open' })
    expect(await requestsOf(thing)).toEqual([[organizations[3]?.name, 1]])
    const filter = { status: 'wanted', search: thing.name } as const
    const page = { number: 1, size: 20 }
    expect((await services.adminPublicProviders.list(admin.ctx, filter, page as never)).items).toHaveLength(1)
    await approveForAll(thing)
    expect(await requestsOf(thing)).toEqual([])
    expect((await services.adminPublicProviders.list(admin.ctx, filter, page as never)).items).toEqual([])
  })
})

rule('§14 uses', 'Downloads count by token and day')
test('downloads are counted by version, token and day; lists and what is withheld are not', async () => {
  const thing = await origin.provider(['1.0.0', '1.1.0'])
  const acme = await organization()
  const { value } = await services.tokens.create(acme.owner.ctx, { type: 'organization', id: acme.id }, {})
  await list(value, thing)
  await download(value, thing, '1.0.0')
  await download(value, thing, '1.0.0', 'darwin/arm64')
  await download(acme.owner, thing, '1.1.0')
  await download(value, thing, '3.0.0')
  await settle()
  const { id } = await row(thing)
  const page = { number: 1, size: 20 }
  const lists = await services.adminPublicProviders.usersOf(admin.ctx, [id], page)
  const lastDay = app.clock.now().toISOString().slice(0, 10)
  expect(lists.get(id)?.items).toEqual([
    { version: '1.0.0', organization: acme.name, organizationId: acme.id, tokens: 1, downloads: 2, lastDay },
    { version: '1.1.0', organization: null, organizationId: null, tokens: 1, downloads: 1, lastDay },
  ])
})

test('whom a decision touches is named up to a number, and counted', async () => {
  const thing = await origin.provider()
  await list(admin, thing)
  const { id } = await version(thing, '1.0.0')
  const owner = await make.user()
  for (let count = 0; count < 21; count++) await used(app, id, (await make.organization(owner)).id)
  const using = (await services.adminPublicProviders.organizationsUsing(admin.ctx, [id])).get(id)
  expect([using?.names.length, using?.total]).toEqual([20, 21])
})
