import { describe, expect, test } from 'vitest'
import type { Team } from '../../src/domain/teams/team.js'
import { startTestApp } from '../app.js'
import type { Person } from '../makers.js'
import { as } from '../rest.js'

const app = await startTestApp()
const owner = await app.make.user('olga')
const acme = await app.make.organization(owner, 'acme')
const member = await app.make.member(acme, 'max')
const team = await app.make.team(owner, acme)

async function membershipOf({ id }: Person, organization = acme): Promise<string> {
  const where = { organizationId_userId: { organizationId: organization.id, userId: id } }
  return (await app.prisma.organizationMembership.findUniqueOrThrow({ where })).id
}

const invite = (email: string) => app.services.memberships.create(owner.ctx, acme.name, { email })

const bodyOf = (...ids: unknown[]) => ({
  body: { data: ids.map((id) => ({ id, type: 'organization-memberships' })) },
})
const path = (of: Pick<Team, 'id'>): string => `/teams/${of.id}/relationships/organization-memberships`
const shown = (query = '') => as(app, owner).get(`/teams/${team.id}${query}`)

describe('POST and DELETE /teams/:id/relationships/organization-memberships', () => {
  test('take members into a team and out of it by their memberships, and write it down', async () => {
    const id = await membershipOf(member)
    expect((await as(app, owner).post(path(team), bodyOf(id, id))).status).toBe(204)
    expect((await shown()).body.data.relationships.users.data).toEqual([{ id: member.id, type: 'users' }])
    expect((await as(app, owner).post(path(team), bodyOf(id))).status).toBe(204)
    expect((await as(app, owner).delete(path(team), bodyOf(id))).status).toBe(204)
    expect((await shown()).body.data.attributes['users-count']).toBe(0)
    const audited = await app.prisma.auditEvent.findMany({ where: { action: 'team.update-members' } })
    expect(audited).toHaveLength(3)
    expect(audited[0]).toMatchObject({ before: { members: [] }, after: { members: ['max'] } })
  })

  test('lead those who are invited into the team once they come', async () => {
    const { membership, invitationUrl } = await invite('ira@example.com')
    const { id } = membership
    expect((await as(app, owner).post(path(team), bodyOf(id))).status).toBe(204)
    const asked = await shown('?include=organization-memberships')
    expect(asked.body.data.relationships['organization-memberships'].data).toEqual([
      { id, type: 'organization-memberships' },
    ])
    await as(app, owner).delete(path(team), bodyOf(id))
    expect((await shown('?include=organization-memberships')).body.included).toEqual([])
    await as(app, owner).post(path(team), bodyOf(id))
    const accepted = await as(app, undefined).post(`/invitations/${invitationUrl?.split('/').at(-1)}`, {
      body: { username: 'ira', password: 'correct horse battery' },
    })
    const userId: string = accepted.body.data.id
    expect((await shown()).body.data.relationships.users.data).toContainEqual({ id: userId, type: 'users' })
  })

  test('name every fault and change nothing: unknown, foreign, no text, a wrong type', async () => {
    const stranger = await app.make.user()
    const foreign = await membershipOf(stranger, await app.make.organization(stranger))
    const good = await membershipOf(member)
    const { body } = bodyOf(good, foreign, 'ou-0000000000000000', 7, null)
    const answer = await as(app, owner).post(path(team), {
      body: { data: [...body.data, { id: good, type: 'users' }] },
    })
    expect(answer.status).toBe(422)
    expect(answer.body.errors.map((e: { source: object; detail: string }) => [e.source, e.detail])).toEqual([
      [{ pointer: '/data/1/id' }, `Organization membership ${foreign} not found`],
      [{ pointer: '/data/2/id' }, 'Organization membership ou-0000000000000000 not found'],
      [{ pointer: '/data/3/id' }, 'Id is invalid'],
      [{ pointer: '/data/4/id' }, "Id can't be blank"],
      [{ pointer: '/data/5/type' }, 'Type is invalid'],
    ])
    expect((await shown()).body.data.relationships.users.data).not.toContainEqual({
      id: member.id,
      type: 'users',
    })
  })

  test('keep the last owner', async () => {
    const { body } = await as(app, owner).get(`/organizations/${acme.name}/teams?filter[names]=owners`)
    const answer = await as(app, owner).delete(path(body.data[0]), bodyOf(await membershipOf(owner)))
    expect([answer.status, answer.body.errors[0].detail]).toEqual([
      422,
      'The team owners cannot lose its last member',
    ])
  })

  test('are a miss for members without the right', async () => {
    expect((await as(app, member).post(path(team), bodyOf(await membershipOf(member)))).status).toBe(404)
  })
})

test('include brings the memberships, users and organization of one team and of a list', async () => {
  const id = await membershipOf(member)
  await as(app, owner).post(path(team), bodyOf(id))
  const query = '?include=users,organization-memberships,organization'
  const kinds = (included: { type: string; id: string }[]): string[] => included.map((each) => each.type)
  const one = (await shown(query)).body
  expect(one.included).toContainEqual(expect.objectContaining({ type: 'organizations', id: 'acme' }))
  expect(one.included).toContainEqual(expect.objectContaining({ type: 'organization-memberships', id }))
  const list = (await as(app, owner).get(`/organizations/acme/teams${query}`)).body
  const memberships = list.data.map(
    (each: { relationships: Record<string, { data: object[] }> }) =>
      each.relationships['organization-memberships']?.data.length,
  )
  expect(memberships).toEqual([1, one.data.relationships['organization-memberships'].data.length])
  expect(kinds(list.included).filter((type) => type === 'organizations')).toHaveLength(1)
  expect((await shown()).body.data.relationships).not.toHaveProperty('organization-memberships')
})
