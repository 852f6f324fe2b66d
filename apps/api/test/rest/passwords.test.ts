import { rule } from '@engine/shared/rule'
import { describe, expect, test } from 'vitest'
import { startTestApp } from '../app.js'
import type { Person } from '../makers.js'
import { as, detailsOf, documentOf } from '../rest.js'
import { password, sessionOf, userWithPassword } from '../sign-in.js'

const app = await startTestApp()
const admin = await app.make.administrator('root')
await app.make.administrator('second')

const creation = (username: string, attributes: object = {}): object =>
  documentOf('users', { username, email: `${username}@example.com`, password, ...attributes })
const act = (caller: Person, id: string, action: string) =>
  as(app, caller).post(`/admin/users/${id}/actions/${action}`)
describe('a forgotten password', () => {
  rule('§3 memberships', 'An administrator makes a link for a forgotten password')
  test('is replaced by a one-time link that an administrator makes', async () => {
    const made = await as(app, admin).post('/admin/users', { body: creation('fay') })
    const { id } = made.body.data
    const before = await sessionOf(app, 'fay')
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
    expect(await sessionOf(app, 'fay')).toBeNull()
    expect(await sessionOf(app, 'fay', 'another good password')).toMatch(/^engs_/)
  })
})

describe("one's own account", () => {
  async function person(username: string): Promise<string> {
    await userWithPassword(app, username)
    return sessionOf(app, username)
  }
  const change = (token: string, attributes: object) =>
    as(app, token).patch('/account/password', { body: documentOf('users', attributes) })

  rule('§3 memberships', 'Changing a password asks for the old one and ends other sessions')
  test('a new password asks for the old one and ends the other sessions, and the tokens', async () => {
    const token = await person('gus')
    const other = await sessionOf(app, 'gus')
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
    expect((await as(app, value).get('/account/details')).status).toBe(401)
    expect(await sessionOf(app, 'gus')).toBeNull()
    expect(await sessionOf(app, 'gus', next)).toMatch(/^engs_/)
  })

  rule('§10', 'A changed or reset password ends all other sessions … those that are just beginning too')
  test('no session begins by the old password while a new one comes', async () => {
    const token = await person('jon')
    const next = 'a new good password'
    app.beforeNextWrite(async () => {
      expect((await change(token, { current_password: password, password: next })).status).toBe(200)
    })
    expect(await sessionOf(app, 'jon')).toBeNull()
    expect(await app.prisma.session.count({ where: { user: { username: 'jon' } } })).toBe(1)
    expect(await sessionOf(app, 'jon', next)).toMatch(/^engs_/)
  })

  test('no session begins while its user is suspended, and a factor that came meanwhile is asked for', async () => {
    await person('kit')
    const meanwhile = (data: object) =>
      app.beforeNextWrite(
        async () => void (await app.prisma.user.update({ where: { usernameKey: 'kit' }, data })),
      )
    meanwhile({ suspendedAt: app.clock.now() })
    expect(await sessionOf(app, 'kit')).toBeNull()
    await app.prisma.user.update({ where: { usernameKey: 'kit' }, data: { suspendedAt: null } })
    meanwhile({ twoFactorEnabledAt: app.clock.now(), twoFactorSecret: 'sealed' })
    expect(await sessionOf(app, 'kit')).toBeNull()
    expect(await app.prisma.session.count({ where: { user: { username: 'kit' } } })).toBe(1)
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
    expect(detailsOf(blank)).toEqual(["Current password can't be blank", "Password can't be blank"])
    expect((await change(token, { current_password: password, password: 'short' })).status).toBe(422)
    expect(await sessionOf(app, 'hal')).toMatch(/^engs_/)
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
