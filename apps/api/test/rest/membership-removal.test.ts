import { rule } from '@engine/shared/rule'
import { describe, expect, test } from 'vitest'
import { startTestApp } from '../app.js'
import { as, notFoundBody } from '../rest.js'
import { racers } from '../full-run.js'

const app = await startTestApp()
const owner = await app.make.user('owner')
const acme = await app.make.organization(owner, 'acme')

describe('deleting a membership', () => {
  rule('§3 memberships', 'DELETE takes the user out of the organization and its teams')
  test("takes the user out of the organization and all its teams, not out of another's", async () => {
    const team = await app.make.team(owner, acme)
    const user = await app.make.member(acme)
    const own = await app.make.organization(user, 'leavings')
    const body = { data: [{ type: 'users', id: user.username }] }
    expect((await as(app, owner).post(`/teams/${team.id}/relationships/users`, { body })).status).toBe(204)
    const whose = { userId: user.id, organizationId: acme.id }
    const { id } = await app.prisma.organizationMembership.findFirstOrThrow({ where: whose })
    expect((await as(app, owner).delete(`/organization-memberships/${id}`)).status).toBe(204)
    expect((await as(app, user).get('/organizations/acme')).status).toBe(404)
    expect(
      await app.prisma.teamMember.findMany({ where: { userId: user.id }, include: { team: true } }),
    ).toMatchObject([{ team: { organizationId: own.id, name: 'owners' } }])
    expect((await as(app, owner).get(`/organization-memberships/${id}`)).status).toBe(404)
    expect((await as(app, owner).delete(`/organization-memberships/${id}`)).status).toBe(404)
  })

  test('is refused for the last owner, also when many calls at once take two away', async () => {
    const raced = await app.make.organization(owner, 'raced')
    const admin = await app.make.administrator()
    const other = await app.make.user('second-owner')
    const where = { organizationId: raced.id }
    const first = await app.prisma.organizationMembership.findFirstOrThrow({ where })
    const alone = await as(app, admin).delete(`/organization-memberships/${first.id}`)
    expect([alone.status, alone.body.errors[0].detail]).toEqual([
      422,
      'The team owners cannot lose its last member',
    ])
    const owners = await app.prisma.team.findFirstOrThrow({ where })
    await as(app, admin).post(`/teams/${owners.id}/relationships/users`, {
      body: { data: [{ type: 'users', id: other.username }] },
    })
    const both = await app.prisma.organizationMembership.findMany({ where })
    const answers = await Promise.all(
      Array.from({ length: racers }, (_, n) =>
        as(app, admin).delete(`/organization-memberships/${both[n % 2]?.id}`),
      ),
    )
    expect(answers.filter((answer) => answer.status === 204)).toHaveLength(1)
    expect(await app.prisma.teamMember.count({ where: { teamId: owners.id } })).toBe(1)
  })

  test('of others is for owners, by an id that is one', async () => {
    const [member, other] = [await app.make.member(acme), await app.make.member(acme)]
    const { id } = await app.prisma.organizationMembership.findFirstOrThrow({ where: { userId: member.id } })
    expect((await as(app, other).delete(`/organization-memberships/${id}`)).body).toEqual(notFoundBody)
    for (const wrong of ['ou-0000000000000000', 'x', '%00'])
      expect((await as(app, owner).delete(`/organization-memberships/${wrong}`)).status).toBe(404)
  })
})
