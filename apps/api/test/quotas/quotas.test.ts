import { rule } from '@engine/shared/rule'
import { describe, expect, test } from 'vitest'
import type { Organization } from '../../src/domain/organizations/organization.js'
import { minutes } from '../../src/kernel/clock.js'
import { startTestApp } from '../app.js'
import { identityBody, trust } from '../ci-identities/ci-issuer.js'
import type { Person } from '../makers.js'
import { atOnce, tally } from '../races.js'
import { as, detailsOf, documentOf, graphql } from '../rest.js'

const limits = {
  ORG_LIMIT: '3',
  TEAM_LIMIT: '4',
  TOKEN_LIMIT: '5',
  WEBHOOK_LIMIT: '2',
  CI_IDENTITY_LIMIT: '3',
}

const app = await startTestApp(limits)
const admin = await app.make.administrator()

const fresh = () => `name-${app.make.next()}`

const organization = (by: Person) =>
  as(app, by).post('/organizations', {
    body: documentOf('organizations', { name: fresh(), email: 'a@example.org' }),
  })

const team = (by: Person, { name }: Organization) =>
  as(app, by).post(`/organizations/${name}/teams`, { body: documentOf('teams', { name: fresh() }) })

const webhook = (by: Person, { name }: Organization) =>
  as(app, by).post(`/organizations/${name}/webhooks`, {
    body: documentOf('webhooks', {
      name: fresh(),
      url: 'https://example.org/x',
      triggers: ['sharing.changed'],
    }),
  })

const token = (by: Person, owner: string, attributes: object = {}) =>
  as(app, by).post(`/${owner}/authentication-tokens`, {
    body: documentOf('authentication-tokens', { description: fresh(), ...attributes }),
  })

async function owned(): Promise<{ owner: Person; acme: Organization }> {
  const owner = await app.make.user()
  return { owner, acme: await app.make.organization(owner, fresh()) }
}

function refused(answer: { status: number; body: { errors: object[] } }, detail: string): void {
  expect([answer.status, answer.body.errors]).toEqual([
    422,
    [{ status: '422', title: 'invalid attribute', detail }],
  ])
}

describe('a quota', () => {
  rule('§18 quotas', 'A person makes at most ORG_LIMIT organizations, a site administrator any number')
  test('of organizations binds persons, also several at once, and no site administrator', async () => {
    const person = await app.make.user()
    expect(tally(await atOnce(() => organization(person), 8))).toEqual({ 201: 3, 422: 5 })
    const over = await organization(person)
    refused(over, 'The user has reached its limit of 3 organizations (ORG_LIMIT)')
    expect(await app.prisma.organization.count({ where: { createdById: person.id } })).toBe(3)
    for (let n = 0; n < 4; n++) expect((await organization(admin)).status).toBe(201)
    // One that is deleted makes room.
    const [first] = await app.prisma.organization.findMany({ where: { createdById: person.id } })
    expect((await as(app, person).delete(`/organizations/${first?.name}`)).status).toBe(204)
    expect((await organization(person)).status).toBe(201)
  })

  rule('§18 quotas', 'An organization has at most TEAM_LIMIT teams, its owners among them')
  test('of teams is never passed by several at once', async () => {
    const { owner, acme } = await owned()
    const answers = await atOnce(() => team(owner, acme), 8)
    expect(tally(answers)).toEqual({ 201: 3, 422: 5 })
    refused(await team(owner, acme), 'The organization has reached its limit of 4 teams (TEAM_LIMIT)')
    expect(await app.prisma.team.count({ where: { organizationId: acme.id } })).toBe(4)
  })

  rule('§18 quotas', 'An organization has at most WEBHOOK_LIMIT webhooks')
  test('of webhooks is never passed by several at once', async () => {
    const { owner, acme } = await owned()
    expect(tally(await atOnce(() => webhook(owner, acme), 6))).toEqual({ 201: 2, 422: 4 })
    refused(
      await webhook(owner, acme),
      'The organization has reached its limit of 2 webhooks (WEBHOOK_LIMIT)',
    )
  })

  rule('§18 quotas', 'An organization has at most CI_IDENTITY_LIMIT CI identities')
  test('of CI identities is never passed by several at once', async () => {
    const issuer = await trust(app, admin, 'https://ci.example')
    const { owner, acme } = await owned()
    const team = await app.make.team(owner, acme)
    const path = `/organizations/${acme.name}/ci-identities`
    const claims = { repository: 'acme/network' }
    const identity = () =>
      as(app, owner).post(path, {
        body: identityBody({ name: fresh(), issuer, team: team.id, claims, scopes: ['read'] }),
      })
    for (let n = 0; n < 2; n++) expect((await identity()).status).toBe(201)
    expect(tally(await atOnce(identity, 2))).toEqual({ 201: 1, 422: 1 })
    refused(await identity(), 'The organization has reached its limit of 3 CI identities (CI_IDENTITY_LIMIT)')
    // One that is deleted makes room.
    const [first] = (await as(app, owner).get(path)).body.data
    expect((await as(app, owner).delete(`/ci-identities/${first.id}`)).status).toBe(204)
    expect(tally(await atOnce(identity, 6))).toEqual({ 201: 1, 422: 5 })
  })

  rule('§18 quotas', 'A person, and an organization with its teams, has at most TOKEN_LIMIT tokens that work')
  test('of tokens counts those of a person that work, also for several at once', async () => {
    const person = await app.make.user()
    const path = `users/${person.id}`
    const soon = new Date(app.clock.now().getTime() + minutes(5)).toISOString()
    const made = await atOnce(() => token(person, path, { 'expired-at': soon }), 8)
    const there = await app.prisma.authenticationToken.count({ where: { userId: person.id } })
    expect([there, tally(made)[422]]).toEqual([5, 8 - (tally(made)[201] ?? 0)])
    refused(await token(person, path), 'The user has reached its limit of 5 tokens (TOKEN_LIMIT)')
    app.clock.move(minutes(6))
    expect((await token(person, path)).status).toBe(201)
  })

  test('of tokens of an organization counts those of all its teams with its own', async () => {
    const { owner, acme } = await owned()
    const teams = [await app.make.team(owner, acme), await app.make.team(owner, acme)]
    const own = `/organizations/${acme.name}/authentication-token`
    expect((await as(app, owner).post(own, { body: documentOf('authentication-tokens', {}) })).status).toBe(
      201,
    )
    const made = await atOnce((n) => token(owner, `teams/${teams[n % 2]?.id}`), 8)
    expect(tally(made)).toEqual({ 201: 4, 422: 4 })
    const [over] = made.filter(({ status }) => status === 422)
    expect(over && detailsOf(over)).toEqual([
      'The organization has reached its limit of 5 tokens (TOKEN_LIMIT)',
    ])
    // One that is replaced adds none.
    expect((await as(app, owner).post(own, { body: documentOf('authentication-tokens', {}) })).status).toBe(
      201,
    )
  })
})

rule('§18 quotas', 'Owners and site administrators see what an organization has of its limits')
test('owners and site administrators see what there is of each limit, members do not', async () => {
  const { owner, acme } = await owned()
  await webhook(owner, acme)
  const member = await app.make.member(acme)
  const one = await app.make.team(owner, acme)
  await token(owner, `teams/${one.id}`)
  const query = (field: string) => `{ ${field}(name: "${acme.name}") { quotas { kind used limit } } }`
  const quotas = [
    { kind: 'TEAMS', used: 2, limit: 4 },
    { kind: 'TOKENS', used: 1, limit: 5 },
    { kind: 'WEBHOOKS', used: 1, limit: 2 },
    { kind: 'CI_IDENTITIES', used: 0, limit: 3 },
    { kind: 'STORAGE', used: 0, limit: 100 * 1024 ** 3 },
  ]
  expect((await graphql(app, owner, query('organization'))).data).toEqual({ organization: { quotas } })
  expect((await graphql(app, admin, query('siteOrganization'))).data).toEqual({
    siteOrganization: { quotas },
  })
  expect((await graphql(app, member, query('organization'))).data).toEqual({ organization: { quotas: null } })
})

test('0 is no limit', async () => {
  const open = await startTestApp({ ORG_LIMIT: '0', TEAM_LIMIT: '0', TOKEN_LIMIT: '0', WEBHOOK_LIMIT: '0' })
  const owner = await open.make.user()
  const acme = await open.make.organization(owner, 'acme')
  for (let n = 0; n < 12; n++) {
    const body = documentOf('webhooks', {
      ...{ name: `w${n}`, url: 'https://example.org/x', triggers: ['sharing.changed'] },
    })
    const { status, text } = await as(open, owner).post(`/organizations/${acme.name}/webhooks`, { body })
    expect(status, text).toBe(201)
  }
})
