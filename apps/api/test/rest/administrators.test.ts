import { rule } from '@engine/shared/rule'
import { describe, expect, test } from 'vitest'
import { startTestApp } from '../app.js'
import type { Person } from '../makers.js'
import { as } from '../rest.js'
import { racers } from '../full-run.js'

const app = await startTestApp()
const admin = await app.make.administrator('root')
await app.make.administrator('second')

const act = (caller: Person, id: string, action: string) =>
  as(app, caller).post(`/admin/users/${id}/actions/${action}`)
describe('administrators', () => {
  rule('§3 users', '`grant_admin` and `revoke_admin` answer 200 with the user and hold at once')
  test('are made and unmade, which holds at once and is audited once', async () => {
    const user = await app.make.user('eve')
    const granted = await act(admin, user.id, 'grant_admin')
    expect([granted.status, granted.body.data.attributes['is-admin']]).toEqual([200, true])
    expect((await as(app, user).get('/admin/users')).status).toBe(200)
    await act(admin, user.id, 'grant_admin')
    const revoked = await act(admin, user.id, 'revoke_admin')
    expect([revoked.status, revoked.body.data.attributes['is-admin']]).toEqual([200, false])
    expect((await as(app, user).get('/admin/users')).status).toBe(404)
    const audit = await app.prisma.auditEvent.findMany({
      where: { subjectId: user.id },
      orderBy: { id: 'asc' },
    })
    expect(audit.map((event) => event.action)).toEqual(
      expect.arrayContaining(['user.grant-admin', 'user.revoke-admin']),
    )
    expect(audit.filter((event) => event.action === 'user.grant-admin')).toHaveLength(1)
  })

  rule('§3 users', 'The last active administrator can be neither deleted, suspended nor demoted')
  test('the last active one can be neither deleted, suspended nor demoted', async () => {
    const own = await startTestApp()
    const last = await own.make.administrator()
    const asleep = await own.make.administrator()
    const path = `/admin/users/${last.id}`
    await as(own, last).post(`/admin/users/${asleep.id}/actions/suspend`)
    for (const answer of [
      await as(own, last).delete(path),
      await as(own, last).post(`${path}/actions/suspend`),
      await as(own, last).post(`${path}/actions/revoke_admin`),
    ]) {
      expect(answer.status).toBe(422)
      expect(answer.body.errors[0].detail).toBe(
        'The last active site administrator can be neither deleted, suspended nor demoted',
      )
    }
    expect((await as(own, last).delete(`/admin/users/${asleep.id}`)).status).toBe(204)
    expect((await as(own, last).get('/account/details')).body.data.attributes['is-admin']).toBe(true)
  })

  rule(
    '§3 users',
    'The last active administrator can be neither deleted, suspended nor demoted … not in a race either',
  )
  test.each(['suspend', 'revoke_admin', 'delete'])(
    'of two, one remains when many calls at once would %s both',
    async (action) => {
      const own = await startTestApp()
      const both = [await own.make.administrator(), await own.make.administrator()] as const
      const remove = (n: number) => {
        const caller = as(own, both[n % 2])
        const path = `/admin/users/${both[(n + 1) % 2]?.id}`
        return action === 'delete' ? caller.delete(path) : caller.post(`${path}/actions/${action}`)
      }
      const answers = await Promise.all(Array.from({ length: racers }, (_, n) => remove(n)))
      for (const { status } of answers) expect([200, 204, 401, 404, 422]).toContain(status)
      const where = { isSiteAdmin: true, suspendedAt: null }
      expect(await own.prisma.user.count({ where })).toBe(1)
    },
  )
})

describe('deleting a user', () => {
  rule('§3 users', '`DELETE /admin/users/:id` takes tokens and memberships along')
  test('takes tokens and memberships along, not the organizations', async () => {
    const owner = await app.make.user()
    const acme = await app.make.organization(owner, 'acme')
    const member = await app.make.manager(acme, { manageModules: true })
    expect((await as(app, admin).delete(`/admin/users/${member.id}`)).status).toBe(204)
    expect((await as(app, member).get('/account/details')).status).toBe(401)
    expect((await as(app, admin).get(`/admin/users/${member.id}`)).status).toBe(404)
    expect(await app.prisma.organizationMembership.count({ where: { userId: member.id } })).toBe(0)
    expect((await as(app, owner).get('/organizations/acme')).status).toBe(200)
  })

  test('is refused for the last owner of an organization', async () => {
    const owner = await app.make.user()
    await app.make.organization(owner, 'lonely')
    const answer = await as(app, admin).delete(`/admin/users/${owner.id}`)
    expect([answer.status, answer.body.errors[0].detail]).toEqual([
      422,
      'The team owners cannot lose its last member',
    ])
    expect((await as(app, owner).get('/organizations/lonely')).status).toBe(200)
  })

  test('of two owners deleted at once one remains', async () => {
    const owner = await app.make.user()
    const raced = await app.make.organization(owner, 'raced-owners')
    const other = await app.make.user()
    const team = await app.prisma.team.findFirstOrThrow({ where: { organizationId: raced.id } })
    await as(app, owner).post(`/teams/${team.id}/relationships/users`, {
      body: { data: [{ type: 'users', id: other.username }] },
    })
    const answers = await Promise.all(
      Array.from({ length: racers }, (_, n) =>
        as(app, admin).delete(`/admin/users/${(n % 2 ? owner : other).id}`),
      ),
    )
    expect(answers.filter((answer) => answer.status === 204)).toHaveLength(1)
    expect(await app.prisma.teamMember.count({ where: { teamId: team.id } })).toBe(1)
  })

  test('of an id that is none is a miss, whatever characters it has', async () => {
    for (const id of ['user-0000000000000000', 'root', '%00', 'user-%27'])
      expect((await as(app, admin).delete(`/admin/users/${id}`)).status, id).toBe(404)
  })
})
