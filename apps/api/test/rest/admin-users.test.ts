import { hash } from '@node-rs/argon2'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../app.js'
import type { Person } from '../makers.js'
import { as, documentOf, graphql, notFoundBody, unauthorizedBody } from '../rest.js'

let app: TestApp
let admin: Person

beforeAll(async () => {
  app = await startTestApp()
  admin = await app.make.administrator('root')
  await app.make.administrator('second')
})
afterAll(() => app.stop())

const password = 'correct horse battery'
const signIn = `mutation ($login: String!, $password: String!) {
  signIn(input: { login: $login, password: $password }) { token userErrors { message } }
}`

async function session(login: string, secret = password): Promise<string> {
  const { data } = await graphql(app, undefined, signIn, { login, password: secret })
  return data['signIn']?.['token'] as string
}

const creation = (username: string, attributes: object = {}): object =>
  documentOf('users', { username, email: `${username}@example.com`, password, ...attributes })
const act = (caller: Person, id: string, action: string) =>
  as(app, caller).post(`/admin/users/${id}/actions/${action}`)
const names = (answer: { body: { data: { attributes: { username: string } }[] } }): string[] =>
  answer.body.data.map(({ attributes }) => attributes.username)

describe('the list of users', () => {
  test('is by user name, in pages, and searched by name and address with % and _ as they are', async () => {
    for (const username of ['zoe', 'Bob', 'b_b', 'bxb']) await app.make.user(username)
    const all = await as(app, admin).get('/admin/users')
    expect(names(all)).toEqual(['Bob', 'b_b', 'bxb', 'root', 'second', 'zoe'])
    expect(all.body.data.find((user: { id: string }) => user.id === admin.id)).toMatchObject({
      type: 'users',
      attributes: {
        username: 'root',
        email: 'root@example.com',
        'is-admin': true,
        'is-suspended': false,
        'is-service-account': false,
      },
    })
    expect(names(await as(app, admin).get('/admin/users?q=B_B'))).toEqual(['b_b'])
    expect(names(await as(app, admin).get('/admin/users?q=zoe@EXAMPLE'))).toEqual(['zoe'])
    expect(names(await as(app, admin).get('/admin/users?q=%25'))).toEqual([])
    const page = await as(app, admin).get('/admin/users?page[number]=2&page[size]=4')
    expect(names(page)).toEqual(['second', 'zoe'])
    expect(page.body.meta.pagination['total-count']).toBe(6)
  })

  test('is filtered by administrators and suspended users, and by nothing else', async () => {
    const gone = await app.make.user('gone')
    await act(admin, gone.id, 'suspend')
    expect(names(await as(app, admin).get('/admin/users?filter[admin]=true'))).toEqual(['root', 'second'])
    expect(names(await as(app, admin).get('/admin/users?filter[admin]=false'))).not.toContain('root')
    expect(names(await as(app, admin).get('/admin/users?filter[suspended]=true'))).toEqual(['gone'])
    expect(names(await as(app, admin).get('/admin/users?filter[suspended]=false'))).not.toContain('gone')
    for (const parameter of ['filter[admin]=yes', 'filter[suspended]=', 'filter[name]=x', 'page[size]=-1'])
      expect((await as(app, admin).get(`/admin/users?${parameter}`)).status, parameter).toBe(400)
  })

  test('and all that hangs on it is not there for anybody but site administrators', async () => {
    const user = await app.make.user()
    const reader = await app.make.token(admin, { scopes: ['registry'] })
    for (const caller of [user, reader])
      for (const answer of [
        await as(app, caller).get('/admin/users'),
        await as(app, caller).post('/admin/users', { body: creation('nope') }),
        await as(app, caller).get(`/admin/users/${user.id}`),
        await as(app, caller).delete(`/admin/users/${user.id}`),
        await as(app, caller).post(`/admin/users/${user.id}/actions/grant_admin`),
        await as(app, caller).post(`/admin/users/${user.id}/actions/password_link`),
      ])
        expect([answer.status, answer.body]).toEqual([404, notFoundBody])
    const nobody = await as(app, undefined).get('/admin/users')
    expect([nobody.status, nobody.body]).toEqual([401, unauthorizedBody])
  })
})

describe('creating a user', () => {
  test('gives somebody who can sign in', async () => {
    const made = await as(app, admin).post('/admin/users', { body: creation('carol', { 'is-admin': true }) })
    expect(made.status).toBe(201)
    expect(made.body.data.attributes).toMatchObject({ username: 'carol', 'is-admin': true })
    expect(JSON.stringify(made.body)).not.toContain(password)
    const token = await session('carol')
    expect((await as(app, token).get('/account/details')).body.data.id).toBe(made.body.data.id)
    expect((await as(app, admin).delete(`/admin/users/${made.body.data.id}`)).status).toBe(204)
  })

  test('tells all faults at once and makes nothing', async () => {
    const body = documentOf('users', {
      username: '-x',
      email: 'nowhere',
      password: 'short',
      'is-admin': 'yes',
    })
    const answer = await as(app, admin).post('/admin/users', { body })
    expect(answer.status).toBe(422)
    expect(answer.body.errors.map((error: { detail: string }) => error.detail)).toEqual([
      'Username is invalid',
      'Email is invalid',
      'Password is invalid',
      'Is admin is invalid',
    ])
    const blank = await as(app, admin).post('/admin/users', { body: documentOf('users', {}) })
    expect(blank.body.errors).toHaveLength(3)
    const wrongType = await as(app, admin).post('/admin/users', { body: documentOf('user', {}) })
    expect(wrongType.body.errors[0].source.pointer).toBe('/data/type')
  })

  test('names and addresses are unique in any case, also of thirty at once', async () => {
    const taken = await as(app, admin).post('/admin/users', {
      body: creation('ROOT', { email: 'other@example.com' }),
    })
    expect(taken.body.errors[0].detail).toBe('Username has already been taken')
    const address = await as(app, admin).post('/admin/users', {
      body: creation('other', { email: 'Root@Example.com' }),
    })
    expect(address.body.errors[0].detail).toBe('Email has already been taken')
    const raced = await Promise.all(
      Array.from({ length: 30 }, (_, n) =>
        as(app, admin).post('/admin/users', { body: creation('raced', { email: `r${n}@example.com` }) }),
      ),
    )
    expect(raced.filter((answer) => answer.status === 201)).toHaveLength(1)
    expect(raced.filter((answer) => answer.status === 422)).toHaveLength(29)
  })
})

describe('suspending', () => {
  test('stops tokens and sessions at once, and unsuspending brings them back', async () => {
    const made = await as(app, admin).post('/admin/users', { body: creation('dan') })
    const { id } = made.body.data
    const token = await session('dan')
    const own = await as(app, token).post(`/users/${id}/authentication-tokens`, { body: { data: {} } })
    const value = own.body.data.attributes.token as string
    const suspended = await act(admin, id, 'suspend')
    expect([suspended.status, suspended.body.data.attributes['is-suspended']]).toEqual([200, true])
    for (const bearer of [token, value]) {
      const answer = await as(app, bearer).get('/account/details')
      expect([answer.status, answer.body]).toEqual([401, unauthorizedBody])
    }
    expect(await session('dan')).toBeNull()
    expect((await act(admin, id, 'suspend')).status).toBe(200)
    const back = await act(admin, id, 'unsuspend')
    expect([back.status, back.body.data.attributes['is-suspended']]).toEqual([200, false])
    expect((await as(app, value).get('/account/details')).status).toBe(200)
  })
})

describe('administrators', () => {
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
    await own.stop()
  })

  test.each(['suspend', 'revoke_admin', 'delete'])(
    'of two, one remains when thirty calls at once would %s both',
    async (action) => {
      const own = await startTestApp()
      const both = [await own.make.administrator(), await own.make.administrator()] as const
      const remove = (n: number) => {
        const caller = as(own, both[n % 2])
        const path = `/admin/users/${both[(n + 1) % 2]?.id}`
        return action === 'delete' ? caller.delete(path) : caller.post(`${path}/actions/${action}`)
      }
      const answers = await Promise.all(Array.from({ length: 30 }, (_, n) => remove(n)))
      for (const { status } of answers) expect([200, 204, 401, 404, 422]).toContain(status)
      const where = { isSiteAdmin: true, suspendedAt: null }
      expect(await own.prisma.user.count({ where })).toBe(1)
      await own.stop()
    },
  )
})

describe('deleting a user', () => {
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
      Array.from({ length: 30 }, (_, n) =>
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

describe('a forgotten password', () => {
  test('is replaced by a one-time link that an administrator makes', async () => {
    const made = await as(app, admin).post('/admin/users', { body: creation('fay') })
    const { id } = made.body.data
    const before = await session('fay')
    const first = await act(admin, id, 'password_link')
    expect(first.status).toBe(200)
    const link = new URL(first.body.data.attributes['invitation-url'] as string)
    expect(link.href).toMatch(/^http:\/\/localhost:3000\/invitations\/engv_/)
    const again = await act(admin, id, 'password_link')
    const path = (url: string): string => `/invitations/${url.split('/').at(-1)}`
    const body = { password: 'another good password' }
    expect((await as(app, undefined).post(path(link.href), { body })).status).toBe(404)
    const used = await as(app, undefined).post(path(again.body.data.attributes['invitation-url'] as string), {
      body,
    })
    expect([used.status, used.body.data.id]).toEqual([201, id])
    expect((await as(app, before).get('/account/details')).status).toBe(401)
    expect(await session('fay')).toBeNull()
    expect(await session('fay', 'another good password')).toMatch(/^engs_/)
  })
})

describe("one's own account", () => {
  async function person(username: string): Promise<string> {
    const made = await app.make.user(username)
    await app.prisma.user.update({ where: { id: made.id }, data: { passwordHash: await hash(password) } })
    return session(username)
  }
  const change = (token: string, attributes: object) =>
    as(app, token).patch('/account/password', { body: documentOf('users', attributes) })

  test('a new password asks for the old one and ends the other sessions, not tokens', async () => {
    const token = await person('gus')
    const other = await session('gus')
    const user = (await as(app, token).get('/account/details')).body.data
    const own = await as(app, token).post(`/users/${user.id}/authentication-tokens`, { body: { data: {} } })
    const next = 'a new good password'
    const answer = await change(token, {
      current_password: password,
      password: next,
      password_confirmation: next,
    })
    expect([answer.status, answer.body.data.id]).toEqual([200, user.id])
    expect((await as(app, token).get('/account/details')).status).toBe(200)
    expect((await as(app, other).get('/account/details')).status).toBe(401)
    const value = own.body.data.attributes.token as string
    expect((await as(app, value).get('/account/details')).status).toBe(200)
    expect(await session('gus')).toBeNull()
    expect(await session('gus', next)).toMatch(/^engs_/)
  })

  test('a wrong old password, a weak new one and another confirmation are told at once', async () => {
    const token = await person('hal')
    const answer = await change(token, {
      current_password: 'wrong',
      password: 'a new good password',
      password_confirmation: 'another',
    })
    expect(answer.status).toBe(422)
    expect(answer.body.errors).toMatchObject([
      { detail: 'Current password is invalid', source: { pointer: '/data/attributes/current_password' } },
      { detail: 'Password confirmation is invalid' },
    ])
    const blank = await change(token, {})
    expect(blank.body.errors.map((error: { detail: string }) => error.detail)).toEqual([
      "Current password can't be blank",
      "Password can't be blank",
    ])
    expect((await change(token, { current_password: password, password: 'short' })).status).toBe(422)
    expect(await session('hal')).toMatch(/^engs_/)
  })

  test('a user name and an address are changed, in all their uniqueness, by a token that may do everything', async () => {
    const token = await person('ida')
    const update = (bearer: string, attributes: object) =>
      as(app, bearer).patch('/account/update', { body: documentOf('users', attributes) })
    const changed = await update(token, { username: 'Ida2', email: 'ida2@example.com' })
    expect(changed.body.data.attributes).toMatchObject({ username: 'Ida2', email: 'ida2@example.com' })
    expect((await update(token, { username: 'ROOT' })).body.errors[0].detail).toBe(
      'Username has already been taken',
    )
    expect((await update(token, { email: null })).body.errors[0].detail).toBe("Email can't be blank")
    const reader = await as(app, token).post(`/users/${changed.body.data.id}/authentication-tokens`, {
      body: { data: { attributes: { scopes: ['read'] } } },
    })
    const narrow = reader.body.data.attributes.token as string
    expect((await update(narrow, { username: 'ida3' })).status).toBe(404)
    expect((await change(narrow, {})).status).toBe(404)
    expect((await as(app, token).get('/account/update')).status).toBe(405)
  })
})
