import { rule } from '@engine/shared/rule'
import { describe, expect, test } from 'vitest'
import { startTestApp } from '../app.js'
import { as, documentOf, graphql, notFoundBody } from '../rest.js'
import { racers } from '../full-run.js'
import { invitation, linkIn } from './invitations.js'

const app = await startTestApp({ CONSOLE_URL: 'https://console.test' })
const owner = await app.make.user('owner')
const acme = await app.make.organization(owner, 'acme')

const memberships = '/organizations/acme/organization-memberships'
const password = 'correct horse battery'

const invite = (email: string, teamIds: readonly string[] = [], path = memberships, by = owner) =>
  as(app, by).post(path, invitation(email, ...teamIds))

const accept = (path: string, body: unknown) => as(app, undefined).post(path, { body })

describe('an invitation', () => {
  rule(
    '§3 memberships',
    'An invitation is a link shown to the inviter, by which the person sets a password and becomes active',
  )
  test('is a link shown to the inviter, by which the person sets a password and becomes active', async () => {
    const team = await app.make.team(owner, acme, { name: 'crew' })
    const invited = await invite('Ann@Example.com', [team.id])
    expect(invited.status).toBe(201)
    const { id, type, attributes, relationships } = invited.body.data
    expect(id).toMatch(/^ou-[A-Za-z0-9]{16}$/)
    expect([type, attributes.status, attributes.email]).toEqual([
      'organization-memberships',
      'invited',
      'Ann@Example.com',
    ])
    expect(attributes['invitation-url']).toMatch(/^https:\/\/console\.test\/invitations\/engv_\w+$/)
    expect(relationships).toEqual({
      organization: { data: { id: 'acme', type: 'organizations' } },
      user: { data: { id: `user-${id.slice(3)}`, type: 'users' } },
      teams: { data: [{ id: team.id, type: 'teams' }] },
    })
    const shown = await as(app, owner).get(`/organization-memberships/${id}`)
    expect(shown.body.data.attributes).not.toHaveProperty('invitation-url')

    const accepted = await accept(linkIn(invited), { username: 'ann', password })
    expect(accepted.status).toBe(201)
    expect(accepted.body.data).toMatchObject({
      type: 'users',
      attributes: { username: 'ann', email: 'Ann@Example.com', 'is-admin': false },
    })
    expect(accepted.headers).toMatchObject({
      'content-type': 'application/vnd.api+json',
      'cache-control': 'no-store',
      'tfp-api-version': '2.6',
    })
    const active = await as(app, owner).get(`/organization-memberships/${id}?include=user,teams`)
    expect(active.body.data.attributes).toMatchObject({ status: 'active', email: 'Ann@Example.com' })
    expect(active.body.included).toMatchObject([
      { type: 'users', id: accepted.body.data.id, attributes: { username: 'ann' } },
      { type: 'teams', id: team.id },
    ])
    const signIn = `mutation { signIn(input: { login: "ann", password: "${password}" }) { token } }`
    const { data } = await graphql(app, undefined, signIn)
    expect((await as(app, data['signIn']?.['token'] as string).get('/organizations/acme')).status).toBe(200)
  })

  rule('§3 memberships', '`POST /invitations/:token` takes a document or plain JSON, and tells all faults')
  test('takes a document too, and tells all faults without being used up', async () => {
    const path = linkIn(await invite('bea@example.com'))
    const wrong = await accept(path, { password: 'short' })
    expect(wrong.status).toBe(422)
    expect(wrong.body.errors).toMatchObject([
      { detail: "Username can't be blank", source: { pointer: '/username' } },
      { detail: 'Password is invalid', source: { pointer: '/password' } },
    ])
    const taken = await accept(path, documentOf('users', { username: 'OWNER', password }))
    expect(taken.body.errors).toMatchObject([
      { detail: 'Username has already been taken', source: { pointer: '/data/attributes/username' } },
    ])
    expect((await accept(path, documentOf('teams', { username: 'bea', password }))).status).toBe(422)
    expect((await accept(path, '{')).status).toBe(400)
    expect((await accept(path, documentOf('users', { username: 'bea', password }))).status).toBe(201)
    const again = await accept(path, { username: 'bea2', password })
    expect([again.status, again.body]).toEqual([404, notFoundBody])
  })

  rule('§3 memberships', 'A link is good once')
  test('is good once: of many at once one makes the user', async () => {
    const path = linkIn(await invite('raced@example.com'))
    const answers = await Promise.all(
      Array.from({ length: racers }, (_, n) => accept(path, { username: `raced${n}`, password })),
    )
    expect(answers.filter((answer) => answer.status === 201)).toHaveLength(1)
    for (const { status } of answers) expect([201, 404]).toContain(status)
    expect(await app.prisma.user.count({ where: { emailKey: 'raced@example.com' } })).toBe(1)
  })

  rule('§3 memberships', 'A link is good for 7 days')
  test('is good for seven days, and not after its membership or organization went', async () => {
    const late = linkIn(await invite('late@example.com'))
    const withdrawn = await invite('withdrawn@example.com')
    await as(app, owner).delete(`/organization-memberships/${withdrawn.body.data.id}`)
    const paused = await app.make.organization(owner, 'paused')
    const stopped = await invite('stopped@example.com', [], '/organizations/paused/organization-memberships')
    await app.prisma.organization.update({ where: { id: paused.id }, data: { isDisabled: true } })
    for (const path of [linkIn(withdrawn), linkIn(stopped), '/invitations/engv_nothing', '/invitations/%00'])
      expect((await accept(path, { username: 'late', password })).body).toEqual(notFoundBody)
    app.clock.move(7 * 86_400_000)
    expect((await accept(late, { username: 'late', password })).status).toBe(404)
  })

  test('answers OPTIONS and 405 with Allow, and 415 for another type', async () => {
    const path = linkIn(await invite('methods@example.com'))
    const options = await as(app, undefined).options(path)
    expect([options.status, options.headers['allow']]).toEqual([204, 'POST, OPTIONS'])
    const get = await as(app, undefined).get(path)
    expect([get.status, get.headers['allow']]).toEqual([405, 'POST, OPTIONS'])
    const text = await as(app, undefined).post(path, { body: 'x', headers: { 'Content-Type': 'text/plain' } })
    expect(text.status).toBe(415)
  })

  test('stays open for a user whom an administrator makes, who joins no organization unasked', async () => {
    const admin = await app.make.administrator()
    const invited = await invite('made@example.com')
    const body = documentOf('users', { username: 'made', email: 'made@example.com', password })
    expect((await as(app, admin).post('/admin/users', { body })).status).toBe(201)
    const shown = await as(app, owner).get(`/organization-memberships/${invited.body.data.id}`)
    expect(shown.body.data.attributes.status).toBe('invited')
    expect((await accept(linkIn(invited), { username: 'made2', password })).status).toBe(422)
  })
})

describe('inviting', () => {
  test('an existing user, by a site administrator, makes a member at once, in the teams, without a link', async () => {
    const user = await app.make.user('known')
    const team = await app.make.team(owner, acme)
    const answer = await invite('KNOWN@example.com', [team.id], memberships, await app.make.administrator())
    expect(answer.status).toBe(201)
    expect(answer.body.data.attributes).toMatchObject({ status: 'active', email: 'known@example.com' })
    expect(answer.body.data.attributes).not.toHaveProperty('invitation-url')
    expect(answer.body.data.relationships).toMatchObject({
      user: { data: { id: user.id, type: 'users' } },
      teams: { data: [{ id: team.id, type: 'teams' }] },
    })
    expect((await as(app, user).get('/organizations/acme')).status).toBe(200)
  })

  rule('§3 memberships', 'An address is invited once, and is no member yet')
  test('the same address twice is refused, in any case, whether invited or a member', async () => {
    await invite('twice@example.com')
    for (const email of ['twice@example.com', 'TWICE@example.com', 'owner@example.com']) {
      const answer = await invite(email)
      expect([answer.status, answer.body.errors[0].detail]).toEqual([422, 'Email has already been taken'])
    }
    const answers = await Promise.all(Array.from({ length: racers }, () => invite('thirty@example.com')))
    expect(answers.filter((answer) => answer.status === 201)).toHaveLength(1)
    expect(answers.filter((answer) => answer.status === 422)).toHaveLength(racers - 1)
  })

  test('tells the faults of the address and of the teams at once', async () => {
    const foreign = await app.make.organization(owner, 'foreign')
    const foreignTeam = await app.make.team(owner, foreign)
    const body = {
      data: {
        type: 'organization-memberships',
        attributes: { email: 'invalid' },
        relationships: { teams: { data: [{ type: 'teams', id: foreignTeam.id }, { id: 'x' }] } },
      },
    }
    const answer = await as(app, owner).post(memberships, { body })
    expect(answer.status).toBe(422)
    expect(
      answer.body.errors.map((error: { source: { pointer: string }; detail: string }) => [
        error.source.pointer,
        error.detail,
      ]),
    ).toEqual([
      ['/data/attributes/email', 'Email is invalid'],
      ['/data/relationships/teams/data/0/id', `Team ${foreignTeam.id} not found`],
      ['/data/relationships/teams/data/1/type', "Type can't be blank"],
      ['/data/relationships/teams/data/1/id', 'Team x not found'],
    ])
    const shapeless = {
      data: { type: 'organization-memberships', relationships: { teams: { data: 'all' } } },
    }
    const refused = await as(app, owner).post(memberships, { body: shapeless })
    expect(refused.body.errors.map((error: { source: { pointer: string } }) => error.source.pointer)).toEqual(
      ['/data/relationships/teams/data', '/data/attributes/email'],
    )
  })

  rule('§3 memberships', 'Inviting is for owners')
  test('is for owners: members and strangers get 404', async () => {
    const member = await app.make.member(acme)
    const stranger = await app.make.user()
    const body = documentOf('organization-memberships', { email: 'x@example.com' })
    for (const caller of [member, stranger])
      expect((await as(app, caller).post(memberships, { body })).body).toEqual(notFoundBody)
    expect((await as(app, member).get(memberships)).status).toBe(200)
    expect((await as(app, stranger).get(memberships)).body).toEqual(notFoundBody)
  })
})

describe('the list of memberships', () => {
  rule('§3 memberships', 'The list is paged and filtered by status and address')
  test('is the oldest first, in pages, with filters and users', async () => {
    const listed = await app.make.organization(owner, 'listed')
    const path = '/organizations/listed/organization-memberships'
    app.clock.move(1000)
    await app.make.member(listed, 'lena')
    app.clock.move(1000)
    await invite('pending@example.com', [], path)
    const emails = async (query: string): Promise<string[]> =>
      (await as(app, owner).get(path + query)).body.data.map(
        (each: { attributes: { email: string } }) => each.attributes.email,
      )
    expect(await emails('')).toEqual(['owner@example.com', 'lena@example.com', 'pending@example.com'])
    expect(await emails('?filter[status]=invited')).toEqual(['pending@example.com'])
    expect(await emails('?filter[status]=active')).toHaveLength(2)
    expect(await emails('?filter[email]=LENA@example.com,pending@example.com')).toHaveLength(2)
    expect(await emails('?q=len')).toEqual(['lena@example.com'])
    expect(await emails('?q=_')).toEqual([])
    expect(await emails('?page[number]=2&page[size]=2')).toEqual(['pending@example.com'])
    const included = await as(app, owner).get(`${path}?include=user`)
    expect(included.body.included.map((user: { id: string }) => user.id)).toContain(owner.id)
    for (const query of ['?filter[status]=gone', '?filter[x]=1', '?include=owner'])
      expect((await as(app, owner).get(path + query)).status, query).toBe(400)
  })
})
