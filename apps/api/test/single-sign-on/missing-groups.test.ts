import { rule } from '@engine/shared/rule'
import { beforeEach, expect, test } from 'vitest'
import { createLog } from '../../src/adapters/logs/logger.js'
import type { Log } from '../../src/kernel/log.js'
import { personOf, signedIn, startSetup, type SignOnSetup } from './setup.js'

let count = 0
const lines: { text: string; facts: object }[] = []

const setup = await startSetup({ OIDC_ADMIN_GROUP: 'site-admins' }, {}, undefined, collecting(lines))
await setup.app.make.administrator()

beforeEach(() => {
  count++
  lines.length = 0
})

/** A log whose warnings are listed. */
function collecting(into: { text: string; facts: object }[]): Log {
  const warn = (facts: object, text: string) => void into.push({ text, facts })
  return { ...createLog('silent'), warn, child: () => collecting(into) } as Log
}

/** A site administrator and member of a team, each by a group. */
async function privileged(on: SignOnSetup = setup) {
  const owner = await on.app.make.user()
  const { id } = await on.app.make.organization(owner, `grouped-${count}`)
  await on.app.prisma.organization.update({ where: { id }, data: { ssoGroups: [`builders-${count}`] } })
  const team = await on.app.make.team(owner, { id, name: `grouped-${count}` } as never, {
    ssoTeamId: `builders-${count}`,
  })
  const sub = `person-${count}`
  const entered = await signedIn(on, personOf(sub, { groups: ['site-admins', `builders-${count}`] }))
  expect(entered.user?.isSiteAdmin).toBe(true)
  const rights = async () => {
    const where = { userId: entered.user?.id ?? '' }
    const user = await on.app.prisma.user.findUniqueOrThrow({ where: { id: where.userId } })
    const teams = await on.app.prisma.teamMember.findMany({ where })
    return { isSiteAdmin: user.isSiteAdmin, teams: teams.map(({ teamId }) => teamId) }
  }
  return {
    sub,
    rights,
    all: { isSiteAdmin: true, teams: [team.id] },
    none: { isSiteAdmin: false, teams: [] },
  }
}

const lastSession = async (on: SignOnSetup = setup) =>
  on.app.prisma.auditEvent.findFirstOrThrow({ where: { action: 'session.create' }, orderBy: { id: 'desc' } })

rule('§18 single sign-on', 'Groups that did not come change no right and no team, and the audit log says so')
test.each([
  ['a reference', { _claim_names: { groups: 'src1' } }, /in more groups than the provider sends/],
  [
    'a reference beside an empty list',
    { groups: [], _claim_names: { groups: 'src1' } },
    /in more groups than/,
  ],
  ['hasgroups', { hasgroups: true }, /in more groups than the provider sends/],
  ['too many to read', { groups: Array.from({ length: 5001 }, String) }, /in more groups than/],
  ['no claim', {}, /sends no claim groups; let it send one/],
  [
    'a list of objects',
    { groups: [{ name: 'site-admins' }] },
    /sends the claim groups as a list with objects/,
  ],
  ['a list with a number', { groups: ['site-admins', 7] }, /sends the claim groups as a list with numbers/],
  ['a number', { groups: 7 }, /sends the claim groups as a number/],
  ['true', { groups: true }, /sends the claim groups as true or false/],
  ['null', { groups: null }, /sends the claim groups as null/],
])('%s in place of the groups leaves rights and teams as they were', async (_, claims, sentence) => {
  const { sub, rights, all } = await privileged()
  expect(await signedIn(setup, personOf(sub, claims))).toMatchObject({ problem: null })
  expect(await rights()).toEqual(all)
  expect((await lastSession()).after).toEqual({ groups: expect.stringMatching(sentence) })
})

rule(
  '§19 sign-in',
  'Groups are texts or the keys of an object; anything else is unreadable and told with its form',
)
test.each([
  ['keys of an object', (own: string) => ({ 'site-admins': { role: 'x' }, [own]: {} })],
  ['keys whose values say nothing', (own: string) => ({ 'site-admins': null, [own]: true })],
])('%s are groups', async (_, groupsOf) => {
  const { sub, rights, all, none } = await privileged()
  await signedIn(setup, personOf(sub, { groups: groupsOf(`builders-${count}`) }))
  expect(await rights()).toEqual(all)
  await signedIn(setup, personOf(sub, { groups: {} }))
  expect(await rights()).toEqual(none)
})

test('an empty list is no groups: rights and teams go, and the audit event says nothing of it', async () => {
  const { sub, rights, none } = await privileged()
  await signedIn(setup, personOf(sub, { groups: [] }))
  expect(await rights()).toEqual(none)
  expect((await lastSession()).after).toBeNull()
})

test('groups that did not come are a line of the log each time; a claim that never comes is one in all', async () => {
  const fresh: typeof lines = []
  const other = await startSetup({}, {}, undefined, collecting(fresh))
  const told = () => fresh.filter(({ text }) => text.startsWith('The groups did not come'))
  for (const sub of ['one', 'two']) await signedIn(other, personOf(sub))
  expect(told()).toMatchObject([{ facts: { subject: 'one', claim: 'groups' } }])
  for (const sub of ['one', 'two']) await signedIn(other, personOf(sub, { hasgroups: true }))
  expect(told().slice(1)).toMatchObject([{ facts: { subject: 'one' } }, { facts: { subject: 'two' } }])
})

rule('§18 single sign-on', 'What the ID token proved stays proven when the userinfo address refuses')
test('a userinfo address that refuses takes nothing away', async () => {
  const { sub, rights, all } = await privileged()
  setup.provider.refusesUserinfo = true
  const entered = await signedIn(setup, personOf(sub))
  const newcomer = await signedIn(setup, personOf(`new-${count}`))
  setup.provider.refusesUserinfo = false
  expect(entered).toMatchObject({ problem: null, user: { email: `${sub}@corp.test` } })
  expect(await rights()).toEqual(all)
  expect(newcomer).toMatchObject({ problem: null, user: { email: `new-${count}@corp.test` } })
  const { after } = await lastSession()
  expect(after).toEqual({ groups: expect.stringMatching(/did not answer at its userinfo address/) })
})

test('groups that only the userinfo address tells count', async () => {
  const other = await startSetup({ OIDC_ADMIN_GROUP: 'site-admins' }, { conformIdTokenClaims: true })
  const { sub, rights, none } = await privileged(other)
  await other.app.make.administrator()
  await signedIn(other, personOf(sub, { groups: [] }))
  expect(await rights()).toEqual(none)
})

rule('§18 single sign-on', 'A dotted name of the groups claim is a path where no claim has that very name')
test('a dotted name leads into a claim, unless a claim has that very name', async () => {
  const settings = { OIDC_ADMIN_GROUP: 'site-admins', OIDC_GROUPS_CLAIM: 'realm_access.roles' }
  const other = await startSetup(settings)
  await other.app.make.administrator()
  const isAdmin = async (claims: object) =>
    (await signedIn(other, personOf('nested', claims))).user?.isSiteAdmin
  expect(await isAdmin({ realm_access: { roles: ['site-admins'] } })).toBe(true)
  expect(await isAdmin({ realm_access: { roles: ['site-admins'] }, 'realm_access.roles': [] })).toBe(false)
  expect(await isAdmin({ realm_access: { roles: ['site-admins'] } })).toBe(true)
  expect(await isAdmin({ realm_access: 'roles' })).toBe(true)
})

rule('§18 single sign-on', 'A provider that calls itself otherwise is logged with both issuers')
test('the log names both issuers where they differ, at the start and at a sign-in', async () => {
  const fresh: typeof lines = []
  const other = await startSetup({}, {}, undefined, collecting(fresh))
  other.provider.callsItself = `${other.provider.issuer}/realms/corp`
  const both = new RegExp(
    `OIDC_ISSUER is ${other.provider.issuer}, but .*${other.provider.issuer}/realms/corp`,
  )
  await other.app.services.singleSignOn.tryOut({
    ...(await other.app.make.user()).ctx,
    log: collecting(fresh),
  })
  await expect(signedIn(other, personOf('anyone'))).rejects.toThrow()
  const causes = fresh.map(({ facts }) => (facts as { cause?: string }).cause).filter(Boolean)
  expect(causes).toEqual([expect.stringMatching(both), expect.stringMatching(both)])
})
