import { rule } from '@engine/shared/rule'
import { expect, test } from 'vitest'
import { startTestApp } from '../app.js'
import { ownersOf, type Person } from '../makers.js'
import { as, dataOf, documentOf, graphql } from '../rest.js'

const app = await startTestApp()
const admin = await app.make.administrator('root')
const owner = await app.make.user('owner')
const acme = await app.make.organization(owner, 'acme')

const facts = `id at action tokenId face address requestId administratorOverride before after reason
  actor { type id name } target { type id name } organization { id name }`

const listOf = (filter: string) =>
  `{ auditEvents(filter: { ${filter} }) { nodes { ${facts} } totalCount hasMore } }`

interface Connection {
  readonly nodes: readonly Record<string, unknown>[]
  readonly totalCount: number
  readonly hasMore: boolean
}

async function list(caller: Person, filter: string): Promise<Connection> {
  const data = await dataOf(app, caller, listOf(filter))
  return data['auditEvents'] as unknown as Connection
}

const codes = async (caller: Person | string | undefined, query: string): Promise<string[]> =>
  ((await graphql(app, caller, query)).errors ?? []).map(({ extensions }) => extensions.code)

test('an event is told with its actor, its target and its organization, by itself and in the list', async () => {
  const team = await app.make.team(owner, acme, { name: 'crew' })
  const body = documentOf('teams', { visibility: 'organization' })
  const headers = { 'X-Audit-Reason': 'Every member should see it', 'X-Request-Id': 'see-the-crew' }
  expect((await as(app, owner).patch(`/teams/${team.id}`, { body, headers })).status).toBe(200)
  const { nodes, totalCount, hasMore } = await list(admin, 'requestId: "see-the-crew"')
  expect([totalCount, hasMore]).toEqual([1, false])
  expect(nodes[0]).toMatchObject({
    action: 'team.update',
    actor: { type: 'USER', id: owner.id, name: 'owner' },
    target: { type: 'team', id: team.id, name: 'crew' },
    organization: { id: acme.id, name: 'acme' },
    face: 'REST',
    requestId: 'see-the-crew',
    reason: 'Every member should see it',
    administratorOverride: false,
    before: { visibility: 'secret' },
    after: { visibility: 'organization' },
  })
  const { data } = await graphql(app, admin, `{ auditEvent(id: "${nodes[0]?.['id']}") { ${facts} } }`)
  expect(data['auditEvent']).toEqual(nodes[0])
})

rule('§3 audit', 'Owners read the events of their organization and no others')
test('an owner reads what happened in the organization, and nothing of other organizations', async () => {
  await app.make.team(owner, acme)
  const stranger = await app.make.user()
  const foreign = await app.make.organization(stranger)
  const own = await list(owner, 'organization: "Acme"')
  expect(own.totalCount).toBeGreaterThan(1)
  expect(new Set(own.nodes.map(({ organization }) => (organization as { id: string }).id))).toEqual(
    new Set([acme.id]),
  )
  const mine = own.nodes[0]?.['id']
  const theirs = (await list(admin, `organization: "${foreign.id}"`)).nodes[0]?.['id']
  const ofSite = (await list(admin, 'search: "user"')).nodes.find(
    ({ organization }) => organization === null,
  )?.['id']
  const see = async (caller: Person, id: unknown) =>
    (await graphql(app, caller, `{ auditEvent(id: "${String(id)}") { id } }`)).data['auditEvent']
  expect(await see(owner, mine)).toEqual({ id: mine })
  for (const id of [theirs, ofSite, '0', '-1', '99999999999999999999', 'x'])
    expect(await see(owner, id), String(id)).toBeNull()
  expect(await codes(owner, listOf(`organization: "${foreign.name}"`))).toEqual(['NOT_FOUND'])
  expect(await codes(owner, listOf(''))).toEqual(['NOT_FOUND'])
})

rule('§3 audit', 'A token of a team sees no tokens, so not the log that tells of them')
test('a member without the rights of an owner, and a token of the owners themselves, read nothing', async () => {
  const member = await app.make.member(acme)
  const whose = { type: 'team', id: await ownersOf(app, acme), organizationId: acme.id } as const
  const { value } = await app.services.tokens.replacePlain(owner.ctx, whose, {})
  const { nodes } = await list(owner, 'organization: "acme"')
  for (const caller of [member, value]) {
    expect(await codes(caller, listOf('organization: "acme"'))).toEqual(['NOT_FOUND'])
    const { data } = await graphql(app, caller, `{ auditEvent(id: "${String(nodes[0]?.['id'])}") { id } }`)
    expect(data['auditEvent']).toBeNull()
  }
  expect(await codes(undefined, listOf(''))).toEqual(['UNAUTHENTICATED'])
})

rule('§5 disabled', 'A disabled organization keeps its log for site administrators alone')
test('what happened in an organization stays for its owners while it is enabled, and for administrators always', async () => {
  const closed = await app.make.organization(owner)
  const filter = `organization: "${closed.name}"`
  expect((await list(owner, filter)).totalCount).toBe(1)
  await app.services.adminOrganizations.update(admin.ctx, closed.id, { isDisabled: true })
  expect(await codes(owner, listOf(filter))).toEqual(['NOT_FOUND'])
  expect((await list(admin, filter)).totalCount).toBe(2)
})

test('an organization that is called like the id of another one shows nothing of it', async () => {
  const trap = await app.make.user()
  const victim = await app.make.organization(await app.make.user())
  const named = await app.make.organization(trap, victim.id)
  const { nodes } = await list(trap, `organization: "${victim.id}"`)
  expect(nodes.map(({ target }) => (target as { id: string }).id)).toEqual([named.id])
})

test('the viewer learns whether the log is theirs to read, on the site and in an organization', async () => {
  const question = `{ viewer { permissions } organization(name: "acme") { permissions } }`
  const asAdmin = await graphql(app, admin, question)
  const asOwner = await graphql(app, owner, question)
  expect(asAdmin.data['viewer']?.['permissions']).toContain('AUDIT_EVENTS_READ')
  expect(asOwner.data['viewer']?.['permissions']).not.toContain('AUDIT_EVENTS_READ')
  expect(asOwner.data['organization']?.['permissions']).toContain('AUDIT_EVENTS_READ')
})

const countsOf = (edges: readonly string[], filter: string) =>
  `{ auditEventCounts(edges: ${JSON.stringify(edges)}, filter: { ${filter} }) }`

test('events are counted by parts of time as the list of the same filter has them', async () => {
  const crew = await app.make.organization(owner)
  const filter = `organization: "${crew.name}"`
  const day = (n: number) => new Date(Date.UTC(2031, 0, n)).toISOString()
  const past = {
    face: 'rest',
    actorType: 'user',
    actorName: 'owner',
    requestId: 'x',
    organizationId: crew.id,
  }
  const about = { action: 'team.create', subjectType: 'team', subjectId: 'team-1', subjectName: 'crew' }
  await app.prisma.auditEvent.createMany({
    data: [day(2), day(2), '2031-01-03T23:59:59.999Z', day(4), day(5)].map((at) => ({
      ...past,
      ...about,
      at: new Date(at),
    })),
  })
  const edges = [1, 2, 3, 4].map(day)
  const counts = async (caller: Person, narrowed = filter) =>
    (await dataOf(app, caller, countsOf(edges, narrowed)))['auditEventCounts']
  expect(await counts(owner)).toEqual([0, 2, 1])
  expect(await counts(admin)).toEqual([0, 2, 1])
  expect(await counts(owner, `${filter}, from: "${day(3)}"`)).toEqual([0, 0, 1])
  expect(await counts(owner, `${filter}, action: "workspace"`)).toEqual([0, 0, 0])
  expect(await counts(owner, 'organization: "acme"')).toEqual([0, 0, 0])
})

test('events are counted only for those who may list them', async () => {
  const edges = ['2031-01-01T00:00:00Z', '2031-01-02T00:00:00Z']
  const member = await app.make.member(acme)
  expect(await codes(member, countsOf(edges, 'organization: "acme"'))).toEqual(['NOT_FOUND'])
  expect(await codes(owner, countsOf(edges, ''))).toEqual(['NOT_FOUND'])
  expect(await codes(undefined, countsOf(edges, ''))).toEqual(['UNAUTHENTICATED'])
})

test.each([
  ['one moment', ['2031-01-01T00:00:00Z']],
  ['moments that fall', ['2031-01-02T00:00:00Z', '2031-01-01T00:00:00Z']],
  ['more than 92 days', ['2031-01-01T00:00:00Z', '2031-04-04T00:00:00Z']],
  [
    'more than 92 parts',
    Array.from({ length: 94 }, (_, n) => new Date(Date.UTC(2031, 0, 1, n)).toISOString()),
  ],
])('%s are refused as the edges of parts', async (_, edges) => {
  expect((await graphql(app, admin, countsOf(edges, ''))).errors?.[0]?.message).toBe(
    'Edges are invalid: 2 to 93 rising moments within 92 days',
  )
})

test('an event tells what it changed, without what is long', async () => {
  const version = await app.make.engineVersion(admin, '1.9.0')
  const changed = { deprecated: true, deprecatedReason: 'It leaks. '.repeat(30) }
  await app.services.engineVersions.update(admin.ctx, version.id, changed)
  const question = `{ auditEvents(filter: { target: "${version.id}", action: "engine-version.update" }) {
    nodes { changes { name before after } } } }`
  expect((await dataOf(app, admin, question))['auditEvents']).toEqual({
    nodes: [
      {
        changes: [
          { name: 'deprecated', before: false, after: true },
          { name: 'deprecatedReason', before: null, after: null },
        ],
      },
    ],
  })
})
