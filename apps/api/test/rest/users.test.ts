import { describe, expect, test } from 'vitest'
import { startTestApp } from '../app.js'
import type { Person } from '../makers.js'
import { as, documentOf, notFoundBody } from '../rest.js'

const app = await startTestApp()
const admin = await app.make.administrator('ada')
const owner = await app.make.user('olga')
const acme = await app.make.organization(owner, 'acme')
const member = await app.make.member(acme, 'max')
const stranger = await app.make.user('sam')

const path = ({ id }: Person): string => `/users/${id}`

/** Entry of a user in the list of members. */
const asColleague = ({ id, username }: Person): object => ({
  id,
  type: 'users',
  attributes: {
    username,
    email: `${username}@example.com`,
    'email-verified': true,
    'is-service-account': false,
    'two-factor': { enabled: false, verified: false },
  },
  links: { self: `/api/v2/users/${id}` },
})

describe('GET /users/:id, where the links of users lead', () => {
  test('shows all of oneself, as account/details does', async () => {
    const answer = await as(app, member).get(path(member))
    const details = await as(app, member).get('/account/details')
    expect([answer.status, answer.body]).toEqual([200, details.body])
  })

  test('shows all of any user to site administrators', async () => {
    const answer = await as(app, admin).get(path(stranger))
    expect(answer.status).toBe(200)
    expect(answer.body.data.attributes).toMatchObject({ username: 'sam', 'is-suspended': false })
  })

  test('shows colleagues no more of each other than the list of members does', async () => {
    const answer = await as(app, member).get(path(owner))
    expect([answer.status, answer.body]).toEqual([200, { data: asColleague(owner) }])
  })

  test('is a miss for strangers and for what is no id, and asks for a token', async () => {
    for (const id of [member.id, 'user-0000000000000000', 'max', '%00', 'user-%F0%9F%92%A9'])
      expect((await as(app, stranger).get(`/users/${id}`)).body).toEqual(notFoundBody)
    expect((await as(app, undefined).get(path(member))).status).toBe(401)
  })

  test('shows members to the tokens of their team and their organization, which see themselves too', async () => {
    const { tokens } = app.services
    const team = await app.make.team(owner, acme)
    const owners = [
      { type: 'organization', id: acme.id },
      { type: 'team', id: team.id, organizationId: acme.id },
    ] as const
    for (const each of owners) {
      const { value } = await tokens.replacePlain(owner.ctx, each, {})
      expect((await as(app, value).get(path(member))).body).toEqual({ data: asColleague(member) })
      expect((await as(app, value).get(path(stranger))).body).toEqual(notFoundBody)
      const self = (await as(app, value).get('/account/details')).body.data
      expect((await as(app, value).get(`/users/${self.id}`)).body).toEqual({ data: self })
    }
  })

  test('lets a token that only asks the registry see its owner alone', async () => {
    const token = await app.make.token(member, { scopes: ['registry'] })
    expect((await as(app, token).get(path(member))).status).toBe(200)
    expect((await as(app, token).get(path(owner))).status).toBe(404)
  })

  test('ends for colleagues while their only common organization is disabled', async () => {
    const set = (isDisabled: boolean) => {
      const body = documentOf('organizations', { 'is-disabled': isDisabled })
      return as(app, admin).patch('/admin/organizations/acme', { body })
    }
    await set(true)
    expect((await as(app, member).get(path(owner))).body).toEqual(notFoundBody)
    await set(false)
    expect((await as(app, member).get(path(owner))).status).toBe(200)
  })
})
