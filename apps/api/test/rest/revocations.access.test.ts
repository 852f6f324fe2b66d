import { rule } from '@engine/shared/rule'
import { describe, expect, test } from 'vitest'
import { startTestApp } from '../app.js'
import type { Person } from '../makers.js'
import { as, faultsOf, graphql, notFoundBody } from '../rest.js'
import { password, sessionOf, userWithPassword } from '../sign-in.js'
import { invitation, linkIn } from './invitations.js'
import { ownOf, revocationsOf } from './revocations.js'

const app = await startTestApp()
const ana = await app.make.user('ana')
await app.make.organization(ana, 'acme')
const { make, statusOf, rowsOf } = revocationsOf(app)

describe('POST /admin/users/:id/actions/revoke_tokens', () => {
  const path = (id: string): string => `/admin/users/${id}/actions/revoke_tokens`

  rule(
    '§10 lost secrets',
    '`revoke_tokens` ends all tokens, sessions and open links of a person, and the tokens of every kind that those made',
  )
  test('ends every token, session and open link of a person, and the tokens that those made', async () => {
    const root = await app.make.administrator()
    await userWithPassword(app, 'lost')
    const session = await sessionOf(app, 'lost')
    const { id } = (await as(app, session).get('/account/details')).body.data as { id: string }
    const own = await make(session, ownOf({ id }))
    await app.services.organizations.create(
      { ...root.ctx, actor: { ...root.ctx.actor, id, name: 'lost' } as typeof root.ctx.actor },
      { name: 'losers', email: 'l@example.com' },
    )
    const ofOrganization = await make(own.value, '/organizations/losers/authentication-token')
    const link = await as(app, root).post(`/admin/users/${id}/actions/password_link`)
    const linkPath = `/invitations/${String(link.body.data.attributes['invitation-url']).split('/').at(-1)}`
    const question = `{ user(id: "${id}") { accessCounts { tokens serviceTokens sessions links } } }`
    const asked = await graphql(app, root, question)
    expect(asked.data['user']?.['accessCounts']).toEqual({
      tokens: 2,
      serviceTokens: 1,
      sessions: 1,
      links: 1,
    })

    const answer = await as(app, root).post(path(id))
    expect([answer.status, answer.body.data.id, answer.body.data.type]).toEqual([200, id, 'users'])
    expect(answer.text).not.toMatch(/eng[a-z]_/)
    for (const value of [session, own.value, ofOrganization.value]) expect(await statusOf(value)).toBe(401)
    const used = await as(app, undefined).post(linkPath, { body: { password: 'another good password' } })
    expect(used.status).toBe(404)
    expect(await sessionOf(app, 'lost')).toMatch(/^engs_/)
    const [row] = await rowsOf(id)
    expect(row).toMatchObject({
      ...{ action: 'user.revoke-tokens', actorName: root.username, subjectName: 'lost' },
      before: {
        ...{ tokens: 2, serviceTokens: 1, sessions: 1, links: 1 },
        ids: expect.arrayContaining([own.id, ofOrganization.id]),
      },
    })
  })

  rule(
    '§10 lost secrets',
    '`revoke_tokens` ends all tokens, sessions and open links of a person, and the tokens of every kind that those made … invitations that wait for the person too',
  )
  test('ends the links of invitations to the address that the person has verified, and no others', async () => {
    const root = await app.make.administrator()
    const invite = (email: string) =>
      as(app, ana).post('/organizations/acme/organization-memberships', invitation(email))
    const links = async ({ id }: Person) => {
      const { data } = await graphql(app, root, `{ user(id: "${id}") { accessCounts { links } } }`)
      return (data['user']?.['accessCounts'] as { links: number } | undefined)?.links
    }
    const [bob, claiming] = [await app.make.user('bob'), await app.make.user('claiming')]
    const unproven = { emailProof: null, emailVerifiedAt: null }
    await app.prisma.user.update({ where: { id: claiming.id }, data: unproven })
    const [his, claimed] = [await invite('Bob@example.com'), await invite('claiming@example.com')]
    expect([await links(bob), await links(claiming)]).toEqual([1, 0])
    for (const { id } of [bob, claiming]) expect((await as(app, root).post(path(id))).status).toBe(200)
    expect(await links(bob)).toBe(0)
    expect((await rowsOf(bob.id))[0]).toMatchObject({ before: { links: 1 } })
    const other = await app.make.user()
    expect((await as(app, other).post(linkIn(his))).status).toBe(404)
    expect((await as(app, other).post(linkIn(claimed))).status).toBe(201)
  })

  rule(
    '§10 lost secrets',
    '`revoke_tokens` ends all tokens, sessions and open links of a person, and the tokens of every kind that those made … for site administrators alone',
  )
  test('is not there for other callers, and a missing user is 404', async () => {
    const root = await app.make.administrator()
    for (const [caller, id] of [
      [ana, ana.id],
      [ana, root.id],
      [root, 'user-0000000000000000'],
    ] as const) {
      const answer = await as(app, caller).post(path(id))
      expect([answer.status, answer.body]).toEqual([404, notFoundBody])
    }
    expect(await statusOf(ana.token)).toBe(200)
  })

  rule(
    '§10 lost secrets',
    '`revoke_tokens` ends all tokens, sessions and open links of a person, and the tokens of every kind that those made … also of the administrator who asks',
  )
  test('takes the administrator’s own access too when it is about himself', async () => {
    const root = await app.make.administrator()
    expect((await as(app, root).post(path(root.id))).status).toBe(200)
    expect(await statusOf(root.token)).toBe(401)
  })

  test('is told in numbers to site administrators alone', async () => {
    const { data } = await graphql(app, ana, '{ viewer { user { accessCounts { tokens } } } }')
    expect(data['viewer']?.['user']).toEqual({ accessCounts: null })
  })
})

describe('a new password', () => {
  const next = 'a kettle that hums at noon'
  const change = (bearer: string, attributes: object = {}) =>
    as(app, bearer).patch('/account/password', {
      body: {
        data: { type: 'users', attributes: { current_password: password, password: next, ...attributes } },
      },
    })

  async function person(username: string) {
    await userWithPassword(app, username)
    const session = await sessionOf(app, username)
    const { id } = (await as(app, session).get('/account/details')).body.data as { id: string }
    return { id, session, own: await make(session, ownOf({ id })) }
  }

  rule('§10 lost secrets', "A changed password ends the person's tokens")
  test('ends the person’s tokens, also the one that asks', async () => {
    const first = await person('pat')
    expect((await change(first.session)).status).toBe(200)
    expect([await statusOf(first.session), await statusOf(first.own.value)]).toEqual([200, 401])
    const second = await person('pia')
    expect((await change(second.own.value)).status).toBe(200)
    expect([await statusOf(second.session), await statusOf(second.own.value)]).toEqual([401, 401])
    const rows = await rowsOf(second.id)
    expect(rows[0]).toMatchObject({
      action: 'user.update-password',
      after: { endedTokens: expect.arrayContaining([second.own.id]) },
    })
  })

  rule('§10 lost secrets', "A changed password ends the person's tokens … unless `keep-tokens` is true")
  test.each(['keep-tokens', 'keep_tokens'])('keeps them where %s says so', async (name) => {
    const { session, own } = await person(`keeper-${name}`)
    expect((await change(session, { [name]: true })).status).toBe(200)
    expect([await statusOf(session), await statusOf(own.value)]).toEqual([200, 200])
  })

  rule('§10 lost secrets', "A changed password ends the person's tokens … which is a boolean")
  test('is refused with a keep-tokens that is no yes or no, and nothing ends', async () => {
    const { session, own } = await person('nono')
    const answer = await change(session, { 'keep-tokens': 'true' })
    expect(faultsOf(answer)).toEqual([['/data/attributes/keep-tokens', 'Keep tokens is invalid']])
    expect(await statusOf(own.value)).toBe(200)
  })

  rule(
    '§10 lost secrets',
    "A changed password ends the person's tokens … a password that was reset by a link too",
  )
  test.each([
    ['ends them by a link too', {}, 401],
    ['keeps them by a link that says so', { 'keep-tokens': true }, 200],
    ['keeps them by a link that says so otherwise', { keep_tokens: true }, 200],
  ])('%s', async (name, attributes, status) => {
    const root = await app.make.administrator()
    const { id, own, session } = await person(name.replaceAll(' ', '-'))
    const link = await as(app, root).post(`/admin/users/${id}/actions/password_link`)
    const token = String(link.body.data.attributes['invitation-url']).split('/').at(-1)
    const used = await as(app, undefined).post(`/invitations/${token}`, {
      body: { password: next, ...attributes },
    })
    expect(used.status, used.text).toBe(201)
    expect([await statusOf(session), await statusOf(own.value)]).toEqual([401, status])
  })
})
