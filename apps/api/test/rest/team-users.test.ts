import { rule } from '@engine/shared/rule'
import { describe, expect, test } from 'vitest'
import { startTestApp } from '../app.js'
import { ownersOf } from '../makers.js'
import { as, documentOf, faultsOf } from '../rest.js'
import { racers } from '../full-run.js'

const app = await startTestApp()
const owner = await app.make.user('owner')
const acme = await app.make.organization(owner, 'acme')
await app.make.member(acme, 'member')

const patch = (id: string, attributes: object, headers: Record<string, string> = {}) =>
  as(app, owner).patch(`/teams/${id}`, { body: documentOf('teams', attributes), headers })
const users = (...usernames: string[]): object => ({ data: usernames.map((id) => ({ type: 'users', id })) })

describe('the owners', () => {
  rule('§3 teams', '`owners` may do everything and can be neither deleted nor renamed')
  test('may do everything and can be neither deleted nor renamed', async () => {
    const id = await ownersOf(app, acme)
    const shown = await as(app, owner).get(`/teams/${id}`)
    expect(shown.body.data.attributes).toMatchObject({
      'organization-access': { 'manage-providers': true, 'manage-modules': true, 'manage-workspaces': true },
      permissions: { 'can-destroy': false, 'can-update-membership': true },
    })
    const renamed = await patch(id, { name: 'bosses' })
    expect([renamed.status, renamed.body.errors[0].source.pointer]).toEqual([422, '/data/attributes/name'])
    expect((await patch(id, { name: 'owners' })).status).toBe(200)
    expect((await patch(id, { 'organization-access': { 'manage-modules': false } })).status).toBe(422)
    const deleted = await as(app, owner).delete(`/teams/${id}`)
    expect([deleted.status, deleted.body.errors[0].detail]).toEqual([
      422,
      'The team owners cannot be deleted',
    ])
  })

  rule('§3 teams', '`owners` never loses its last member')
  test('never lose their last member, also when many calls at once take two away', async () => {
    const raced = await app.make.organization(owner, 'raced')
    const id = await ownersOf(app, raced)
    const path = `/teams/${id}/relationships/users`
    const alone = await as(app, owner).delete(path, { body: users('owner') })
    expect([alone.status, alone.body.errors[0].detail]).toEqual([
      422,
      'The team owners cannot lose its last member',
    ])
    const admin = await app.make.administrator()
    const other = await app.make.user('other-owner')
    expect((await as(app, admin).post(path, { body: users('other-owner') })).status).toBe(204)
    expect((await as(app, admin).delete(path, { body: users('owner', 'other-owner') })).status).toBe(422)
    const answers = await Promise.all(
      Array.from({ length: racers }, (_, n) =>
        as(app, admin).delete(path, { body: users(n % 2 ? 'owner' : other.username) }),
      ),
    )
    for (const { status } of answers) expect([204, 422]).toContain(status)
    expect(await app.prisma.teamMember.count({ where: { teamId: id } })).toBe(1)
  })
})

describe('the users of a team', () => {
  rule('§3 teams', 'Users are added and taken out by their names, 204')
  test('are added and taken out by their names, in any case and once each', async () => {
    const team = await app.make.team(owner, acme)
    const path = `/teams/${team.id}/relationships/users`
    const added = await as(app, owner).post(path, { body: users('member', 'MEMBER', 'owner') })
    expect([added.status, added.body]).toEqual([204, {}])
    expect((await as(app, owner).post(path, { body: users('member') })).status).toBe(204)
    const shown = await as(app, owner).get(`/teams/${team.id}`)
    expect(shown.body.data.attributes['users-count']).toBe(2)
    expect((await as(app, owner).delete(path, { body: users('member') })).status).toBe(204)
    expect((await as(app, owner).delete(path, { body: users('member') })).status).toBe(204)
    expect((await as(app, owner).get(`/teams/${team.id}`)).body.data.relationships.users.data).toEqual([
      { id: owner.id, type: 'users' },
    ])
    const audit = await app.prisma.auditEvent.findFirst({
      where: { subjectId: team.id, action: 'team.update-members' },
      orderBy: { id: 'asc' },
    })
    expect(audit).toMatchObject({ before: { members: [] }, after: { members: ['member', 'owner'] } })
  })

  test('become members of the organization with it where a site administrator adds them', async () => {
    const team = await app.make.team(owner, acme)
    const newcomer = await app.make.user('newcomer')
    expect((await as(app, newcomer).get('/organizations/acme')).status).toBe(404)
    const admin = await app.make.administrator()
    await as(app, admin).post(`/teams/${team.id}/relationships/users`, { body: users('newcomer') })
    expect((await as(app, newcomer).get('/organizations')).body.data).toHaveLength(1)
    const where = { organizationId: acme.id, userId: newcomer.id, status: 'active' as const }
    expect(await app.prisma.organizationMembership.count({ where })).toBe(1)
  })

  test('are told wrong one by one, all at once, and no user is added', async () => {
    const team = await app.make.team(owner, acme)
    const data = [
      { type: 'users', id: 'member' },
      { type: 'users', id: 'ghost' },
      { type: 'people', id: 'owner' },
      { id: '' },
      { type: 'users', id: 7 },
      null,
    ]
    const answer = await as(app, owner).post(`/teams/${team.id}/relationships/users`, { body: { data } })
    expect(answer.status).toBe(422)
    expect(faultsOf(answer)).toEqual([
      ['/data/1/id', 'User ghost is not a member of the organization'],
      ['/data/2/type', 'Type is invalid'],
      ['/data/3/type', "Type can't be blank"],
      ['/data/3/id', "Id can't be blank"],
      ['/data/4/id', 'Id is invalid'],
      ['/data/5/type', "Type can't be blank"],
      ['/data/5/id', "Id can't be blank"],
    ])
    expect(await app.prisma.teamMember.count({ where: { teamId: team.id } })).toBe(0)
    for (const body of [{}, { data: {} }, { data: null }]) {
      const refused = await as(app, owner).post(`/teams/${team.id}/relationships/users`, { body })
      expect([refused.status, refused.body.errors[0].source.pointer]).toEqual([422, '/data'])
    }
    const many = users(...Array.from({ length: 1001 }, (_, n) => `user${n}`))
    const tooMany = await as(app, owner).post(`/teams/${team.id}/relationships/users`, { body: many })
    expect(tooMany.status).toBe(422)
  })
})
