import { rule } from '@engine/shared/rule'
import { describe, expect, test } from 'vitest'
import type { Team } from '../../src/domain/teams/team.js'
import { startTestApp } from '../app.js'
import { ownersOf, type Person } from '../makers.js'
import { as, graphql, notFoundBody } from '../rest.js'

const path = '/organizations/acme/team-tokens'
const bodyWith = (attributes: object): object => ({ data: { type: 'authentication-tokens', attributes } })
const inDays = (n: number): string => new Date(app.clock.now().getTime() + n * 86_400_000).toISOString()

async function make(of: Team, by: Person, attributes: object): Promise<string> {
  app.clock.move(1000)
  const answer = await as(app, by).post(`/teams/${of.id}/authentication-tokens`, {
    body: bodyWith(attributes),
  })
  expect(answer.status, answer.text).toBe(201)
  return answer.body.data.id as string
}

const app = await startTestApp()
const owner = await app.make.user('owner')
const acme = await app.make.organization(owner, 'acme')
const second = await app.make.member(acme, 'second')
await app.prisma.teamMember.create({ data: { teamId: await ownersOf(app, acme), userId: second.id } })
const builders = await app.make.team(owner, acme, { name: 'builders' })
const watchers = await app.make.team(owner, acme, { name: 'Watchers' })
const foreign = await app.make.organization(owner)
await make(await app.make.team(owner, foreign), owner, { description: 'foreign' })
await app.make.token(owner)
const made = {
  plain: await make(builders, owner, { 'expired-at': inDays(3) }),
  first: await make(builders, second, { description: 'ci', 'expired-at': inDays(1) }),
  other: await make(watchers, owner, { description: 'cd', 'expired-at': inDays(2) }),
}

async function listed(query = ''): Promise<string[]> {
  const { status, body } = await as(app, owner).get(`${path}${query}`)
  expect(status).toBe(200)
  return body.data.map(({ id }: { id: string }) => id)
}

describe('the tokens of all teams of an organization', () => {
  rule('§3 tokens', '`GET /organizations/:org/team-tokens` lists those of all its teams')
  rule('§11 tokens', 'A team token names its team')
  test('are listed newest first, each with its team, none with its value', async () => {
    const { body } = await as(app, owner).get(path)
    const { plain, first, other } = made
    expect(body.data).toMatchObject([
      { id: other, relationships: { team: { data: { id: watchers.id, type: 'teams' } } } },
      { id: first, relationships: { team: { data: { id: builders.id, type: 'teams' } } } },
      { id: plain, attributes: { description: null, token: null } },
    ])
    expect(body.meta.pagination['total-count']).toBe(3)
    const one = await as(app, owner).get(`/authentication-tokens/${first}`)
    expect(one.body.data).toEqual(body.data[1])
    expect(await listed('?page[size]=1&page[number]=2')).toEqual([first])
  })

  test('are searched by the name of the team, and sorted as clients ask', async () => {
    const { plain, first, other } = made
    expect(await listed('?q=WATCH')).toEqual([other])
    expect(await listed('?q=_')).toEqual([])
    expect(await listed('?sort=expired-at')).toEqual([first, other, plain])
    expect(await listed('?sort=-expired-at')).toEqual([plain, other, first])
    expect(await listed('?sort=created-at')).toEqual([plain, first, other])
    expect((await listed('?sort=team-name'))[0]).toBe(other)
    expect((await listed('?sort=-created-by'))[0]).toBe(first)
    expect(new Set(await listed('?sort=-last-used-at'))).toEqual(new Set([plain, first, other]))
    const { status, body } = await as(app, owner).get(`${path}?sort=name`)
    expect([status, body.errors[0].source]).toEqual([400, { parameter: 'sort' }])
  })

  test('are there for owners alone', async () => {
    const member = await app.make.member(acme)
    const manager = await app.make.manager(acme, { manageModules: true })
    const whose = { type: 'organization', id: acme.id } as const
    const { value } = await app.services.tokens.replacePlain(owner.ctx, whose, {})
    for (const caller of [member, manager, value, await app.make.user()]) {
      const { status, body } = await as(app, caller).get(path)
      expect([status, body]).toEqual([404, notFoundBody])
    }
    expect((await as(app, undefined).get(path)).status).toBe(401)
    expect((await as(app, second).get(path)).status).toBe(200)
  })
})

describe('a token of a team without a description', () => {
  rule('§11 tokens', 'A description of "" counts as absent')
  test.each([
    { attributes: { description: '' }, description: '' },
    { attributes: { description: null }, description: null },
    { attributes: {}, description: null },
  ])(
    'is made by $attributes among the many, once: it ends no other, and is read back as it was written',
    async ({ attributes, description }) => {
      const team = await app.make.team(owner, acme)
      const id = await make(team, owner, attributes)
      const plain = await as(app, owner).get(`/teams/${team.id}/authentication-token`)
      expect(plain.body.data).toMatchObject({ id, attributes: { description } })
      for (const other of [attributes, {}, { description: '' }]) {
        const again = await as(app, owner).post(`/teams/${team.id}/authentication-tokens`, {
          body: bodyWith(other),
        })
        expect([again.status, again.body.errors[0].source]).toEqual([
          422,
          { pointer: '/data/attributes/description' },
        ])
      }
      const query = `{ team(id: "${team.id}") { token { id description } } }`
      const shown = (await graphql(app, owner, query)).data['team']
      expect(shown).toEqual({ token: { id, description: null } })
      expect((await as(app, owner).get(`/authentication-tokens/${id}`)).status).toBe(200)
      await as(app, owner).post(`/teams/${team.id}/authentication-token`, { body: bodyWith({}) })
      expect((await as(app, owner).get(`/authentication-tokens/${id}`)).status).toBe(404)
    },
  )

  test('of a person is one whose description is null', async () => {
    const answer = await as(app, owner).post(`/users/${owner.id}/authentication-tokens`, {
      body: bodyWith({ description: '' }),
    })
    expect([answer.status, answer.body.data.attributes.description]).toEqual([201, null])
  })
})

describe('revoking the tokens of all teams', () => {
  rule(
    '§18 team tokens',
    '`DELETE /organizations/:org/team-tokens` revokes those of all its teams, for owners',
  )
  test('ends those of all teams of the organization, each with a row of the audit log, and no others', async () => {
    const stranger = await app.make.user()
    const corp = await app.make.organization(stranger, 'corp')
    const teams = [await app.make.team(stranger, corp), await app.make.team(stranger, corp)]
    const ids = await Promise.all(teams.map((team) => make(team, stranger, { description: 'ci' })))
    const before = await app.prisma.authenticationToken.count()
    expect((await as(app, stranger).delete('/organizations/corp/team-tokens')).status).toBe(204)
    expect(await app.prisma.authenticationToken.count()).toBe(before - 2)
    expect((await as(app, stranger).get('/organizations/corp/team-tokens')).body.data).toEqual([])
    const rows = await app.prisma.auditEvent.findMany({
      where: { action: 'authentication-token.delete', organizationId: corp.id },
      select: { subjectId: true, actorId: true },
    })
    expect(rows.map(({ subjectId }) => subjectId).sort()).toEqual([...ids].sort())
    expect(rows.map(({ actorId }) => actorId)).toEqual([stranger.id, stranger.id])
    expect((await as(app, stranger).delete('/organizations/corp/team-tokens')).status).toBe(204)
  })

  test('is not found for members, strangers and tokens with scopes, and nothing ends', async () => {
    const count = await app.prisma.authenticationToken.count({ where: { teamId: { not: null } } })
    const scoped = await app.make.token(owner, { scopes: ['publish:acme/network/aws'] })
    for (const caller of [await app.make.member(acme), await app.make.user(), scoped])
      expect((await as(app, caller).delete(path)).status).toBe(404)
    expect(await app.prisma.authenticationToken.count({ where: { teamId: { not: null } } })).toBe(count)
  })
})
