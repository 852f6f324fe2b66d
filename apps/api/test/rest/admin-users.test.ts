import { rule } from '@engine/shared/rule'
import { describe, expect, test } from 'vitest'
import { startTestApp } from '../app.js'
import type { Person } from '../makers.js'
import { as, detailsOf, documentOf, notFoundBody, unauthorizedBody } from '../rest.js'
import { password, sessionOf } from '../sign-in.js'
import { racers } from '../full-run.js'

const app = await startTestApp()
const admin = await app.make.administrator('root')
await app.make.administrator('second')

const creation = (username: string, attributes: object = {}): object =>
  documentOf('users', { username, email: `${username}@example.com`, password, ...attributes })
const act = (caller: Person, id: string, action: string) =>
  as(app, caller).post(`/admin/users/${id}/actions/${action}`)
const names = (answer: { body: { data: { attributes: { username: string } }[] } }): string[] =>
  answer.body.data.map(({ attributes }) => attributes.username)

describe('the list of users', () => {
  rule('§3 users', '`GET /admin/users` is paged and searched by `q`')
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

  rule('§3 users', '`filter[admin]` and `filter[suspended]`, and no other')
  test('is filtered by administrators and suspended users, and by nothing else', async () => {
    const gone = await app.make.user('gone')
    await act(admin, gone.id, 'suspend')
    expect(names(await as(app, admin).get('/admin/users?filter[admin]=true'))).toEqual(['root', 'second'])
    expect(names(await as(app, admin).get('/admin/users?filter[admin]=false'))).not.toContain('root')
    expect(names(await as(app, admin).get('/admin/users?filter[suspended]=true'))).toEqual(['gone'])
    expect(names(await as(app, admin).get('/admin/users?filter[suspended]=false'))).not.toContain('gone')
    for (const parameter of ['filter[admin]=yes', 'filter[name]=x', 'page[size]=-1'])
      expect((await as(app, admin).get(`/admin/users?${parameter}`)).status, parameter).toBe(400)
  })

  rule('§3 users', 'All of `/admin/users` is 404 for anyone but a site administrator')
  test('and all below it are there for site administrators alone', async () => {
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
    const anonymous = await as(app, undefined).get('/admin/users')
    expect([anonymous.status, anonymous.body]).toEqual([401, unauthorizedBody])
  })
})

describe('creating a user', () => {
  rule('§3 users', '`POST /admin/users` makes a user who can sign in')
  test('makes a user who can sign in', async () => {
    const made = await as(app, admin).post('/admin/users', { body: creation('carol', { 'is-admin': true }) })
    expect(made.status).toBe(201)
    expect(made.body.data.attributes).toMatchObject({ username: 'carol', 'is-admin': true })
    expect(JSON.stringify(made.body)).not.toContain(password)
    const token = await sessionOf(app, 'carol')
    expect((await as(app, token).get('/account/details')).body.data.id).toBe(made.body.data.id)
    expect((await as(app, admin).delete(`/admin/users/${made.body.data.id}`)).status).toBe(204)
  })

  test('tells all faults at once and makes nothing', async () => {
    const body = documentOf('users', {
      username: '-x',
      email: 'invalid',
      password: 'short',
      'is-admin': 'yes',
    })
    const answer = await as(app, admin).post('/admin/users', { body })
    expect(answer.status).toBe(422)
    expect(detailsOf(answer)).toEqual([
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

  test('names and addresses are unique in any case, also of many at once', async () => {
    const taken = await as(app, admin).post('/admin/users', {
      body: creation('ROOT', { email: 'other@example.com' }),
    })
    expect(taken.body.errors[0].detail).toBe('Username has already been taken')
    const address = await as(app, admin).post('/admin/users', {
      body: creation('other', { email: 'Root@Example.com' }),
    })
    expect(address.body.errors[0].detail).toBe('Email has already been taken')
    const raced = await Promise.all(
      Array.from({ length: racers }, (_, n) =>
        as(app, admin).post('/admin/users', { body: creation('raced', { email: `r${n}@example.com` }) }),
      ),
    )
    expect(raced.filter((answer) => answer.status === 201)).toHaveLength(1)
    expect(raced.filter((answer) => answer.status === 422)).toHaveLength(racers - 1)
  })
})

describe('suspending', () => {
  rule('§3 tokens', 'A suspended user’s tokens answer 401')
  rule('§3 users', '`suspend` and `unsuspend` answer 200 with the user')
  test('stops tokens and sessions at once, and unsuspending brings them back', async () => {
    const made = await as(app, admin).post('/admin/users', { body: creation('dan') })
    const { id } = made.body.data
    const token = await sessionOf(app, 'dan')
    const own = await as(app, token).post(`/users/${id}/authentication-tokens`, { body: { data: {} } })
    const value = own.body.data.attributes.token as string
    const suspended = await act(admin, id, 'suspend')
    expect([suspended.status, suspended.body.data.attributes['is-suspended']]).toEqual([200, true])
    for (const bearer of [token, value]) {
      const answer = await as(app, bearer).get('/account/details')
      expect([answer.status, answer.body]).toEqual([401, unauthorizedBody])
    }
    expect(await sessionOf(app, 'dan')).toBeNull()
    expect((await act(admin, id, 'suspend')).status).toBe(200)
    const back = await act(admin, id, 'unsuspend')
    expect([back.status, back.body.data.attributes['is-suspended']]).toEqual([200, false])
    expect((await as(app, value).get('/account/details')).status).toBe(200)
  })
})
