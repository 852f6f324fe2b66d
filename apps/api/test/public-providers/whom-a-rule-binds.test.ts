import { rule } from '@engine/shared/rule'
import { describe, expect, test } from 'vitest'
import { newId } from '../../src/kernel/ids.js'
import { days } from '../../src/kernel/clock.js'
import type { Person } from '../makers.js'
import { graphql } from '../rest.js'
import { point, startControlled, startOrigin, type Named } from './controlled.js'

const origin = await startOrigin()
const open = await startControlled(origin)
const strict = await startControlled(origin, { PUBLIC_PROVIDERS: 'listed', PROVIDER_COOLDOWN: '24h' })
type Site = typeof open

interface Facts {
  readonly publicProviders?: 'open' | 'listed'
  readonly providerCooldown?: string
  readonly lists?: true
  readonly isDisabled?: true
  readonly userTokensEnabled?: false
}

/** Settings of an organization that a person has just created: none. */
const plain: Facts = {}
const strictest: Facts = { publicProviders: 'listed', providerCooldown: '72h' }
const careful: Facts = { providerCooldown: '72h' }
const wide: Facts = { publicProviders: 'open', providerCooldown: '0s' }
const listing: Facts = { ...strictest, lists: true }

const join = ({ app }: Site, organizationId: string, userId: string) =>
  app.prisma.organizationMembership.create({
    data: { id: newId('ou'), organizationId, userId, createdAt: app.clock.now() },
  })

/** A member of organizations with these settings; a provider whose only version came a moment ago. */
async function memberOf(site: Site, organizations: readonly Facts[]) {
  const { app } = site
  const thing = await origin.provider([{ version: '1.0.0', publishedAt: app.clock.now().toISOString() }])
  const person = await app.make.user()
  const names: string[] = []
  for (const { lists, userTokensEnabled = true, ...policy } of organizations) {
    const owner = await app.make.user()
    const { id, name } = await app.make.organization(owner)
    names.push(name)
    if (lists) await point(app, owner, name, thing)
    await join(site, id, person.id)
    await site.setPolicy(name, policy)
    await app.prisma.organization.update({ where: { id }, data: { userTokensEnabled } })
  }
  return { thing, person, names }
}

type Outcome = 'refused' | 'held' | 'installs'

async function outcomeOf({ list }: Site, by: Person | string, thing: Named): Promise<Outcome> {
  const { versions, warnings } = await list(by, thing)
  if (versions[0] === '1.0.0') return 'installs'
  return warnings[0]?.includes('is held until') ? 'held' : 'refused'
}

describe('of the organizations of a person', () => {
  rule('§19', 'Those decide that have settings of their own, the widest of them; one without widens nothing')
  test.each<[what: string, organizations: readonly Facts[], onOpenSite: Outcome, onStrictSite: Outcome]>([
    ['none', [], 'installs', 'refused'],
    ['one without settings', [plain], 'installs', 'refused'],
    ['one without settings that lists it', [{ lists: true }], 'installs', 'held'],
    ['two without settings, one of which lists it', [plain, { lists: true }], 'installs', 'held'],
    ['one that is listed', [strictest], 'refused', 'refused'],
    ['one that is listed, and one without settings', [strictest, plain], 'refused', 'refused'],
    ['one that is listed, and one that lists alone', [strictest, { lists: true }], 'refused', 'refused'],
    ['one that lists it, and one without settings', [listing, plain], 'held', 'held'],
    ['one with a cooldown alone', [careful], 'held', 'refused'],
    ['one with a cooldown alone, and one without settings', [careful, plain], 'held', 'refused'],
    ['one with a cooldown alone, and one that lists alone', [careful, { lists: true }], 'held', 'refused'],
    ['one that is listed, and one that is wide', [strictest, wide], 'installs', 'installs'],
    ['all three kinds', [strictest, plain, wide], 'installs', 'installs'],
    ['a wide rule without a cooldown', [strictest, { publicProviders: 'open' }], 'installs', 'held'],
    [
      'a short cooldown of one that refuses',
      [{ ...strictest, providerCooldown: '0s' }, careful],
      'held',
      'refused',
    ],
    ['one that is listed and disabled', [{ ...strictest, isDisabled: true }], 'installs', 'refused'],
    [
      'a disabled one, and one without settings',
      [{ ...strictest, isDisabled: true }, plain],
      'installs',
      'refused',
    ],
    [
      'a listed one, and a wide one that is disabled',
      [strictest, { ...wide, isDisabled: true }],
      'refused',
      'refused',
    ],
    [
      'a wide one that takes no tokens of people',
      [{ ...wide, userTokensEnabled: false }],
      'installs',
      'refused',
    ],
    [
      'one that takes no tokens of people',
      [{ ...strictest, userTokensEnabled: false }, plain],
      'refused',
      'refused',
    ],
  ])('a rule binds whom it is for: %s', async (_what, organizations, onOpenSite, onStrictSite) => {
    for (const [site, expected] of [
      [open, onOpenSite],
      [strict, onStrictSite],
    ] as const) {
      const { thing, person } = await memberOf(site, organizations)
      expect(await outcomeOf(site, person, thing)).toBe(expected)
      const download = await site.download(person, thing, '1.0.0')
      expect(download.status).toBe(expected === 'installs' ? 200 : 410)
    }
  })

  test('a rule binds whom it is for: who makes an organization installs what they did before', async () => {
    const { thing, person, names } = await memberOf(open, [strictest])
    const { versions, warnings } = await open.list(person, thing)
    await open.app.make.organization(person)
    expect(await open.list(person, thing)).toEqual({ versions, warnings })
    // What widens for them is for site administrators to set.
    await open.setPolicy(names[0] ?? '', { publicProviders: 'open' })
    expect(await outcomeOf(open, person, thing)).toBe('held')
    open.pass(days(3))
    expect(await outcomeOf(open, person, thing)).toBe('installs')
  })

  test('those that decide are told of and want it; none that takes no tokens of people', async () => {
    const { thing, person, names } = await memberOf(open, [strictest, plain, strictest])
    const [first, , third] = names
    const [one, other] = [first, third].sort()
    expect((await open.list(person, thing)).warnings[0]).toContain(
      `is not approved for ${one} or 1 more of your organizations. Ask for it: `,
    )
    await open.settle()
    const { id: providerId } = await open.row(thing)
    const wanted = await open.app.prisma.publicProviderRefusal.findMany({
      where: { providerId },
      select: { organization: { select: { name: true } } },
    })
    expect(wanted.map(({ organization }) => organization.name).sort()).toEqual([one, other])
    const hidden = await memberOf(open, [{ ...strictest, userTokensEnabled: false }])
    expect((await open.list(hidden.person, hidden.thing)).warnings).toEqual([
      `acme/${hidden.thing.name} is not approved here. Ask a site administrator.`,
    ])
  })
})

test('the token of an organization without settings follows the site, whatever its maker belongs to', async () => {
  const { thing, person } = await memberOf(open, [strictest])
  const own = await open.app.make.organization(person)
  const { tokens } = open.app.services
  const { value } = await tokens.create(person.ctx, { type: 'organization', id: own.id }, {})
  expect(await outcomeOf(open, value, thing)).toBe('installs')
  expect(await outcomeOf(open, person, thing)).toBe('refused')
})

test('a site administrator who belongs to an organization with settings is bound by it', async () => {
  const { thing, person } = await memberOf(open, [strictest])
  expect(await outcomeOf(open, open.admin, thing)).toBe('installs')
  const { organizationId } = await open.app.prisma.organizationMembership.findFirstOrThrow({
    where: { userId: person.id },
  })
  await join(open, organizationId, open.admin.id)
  expect(await outcomeOf(open, open.admin, thing)).toBe('refused')
})

test('a person is told in the console whose settings decide for them', async () => {
  const decidedBy = async (by: Person | string) =>
    (await graphql(open.app, by, '{ publicProviderSettings { decidedBy } }')).data['publicProviderSettings']
  const disabled: Facts = { ...wide, isDisabled: true }
  const { person, names } = await memberOf(open, [careful, plain, disabled, strictest])
  expect(await decidedBy(person)).toEqual({ decidedBy: [names[0], names[3]].sort() })
  expect(await decidedBy(await open.app.make.user())).toEqual({ decidedBy: [] })
})
