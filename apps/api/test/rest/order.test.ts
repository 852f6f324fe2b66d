import { rule } from '@engine/shared/rule'
import { describe, expect, test } from 'vitest'
import { startTestApp } from '../app.js'
import { as, jsonApi, notFoundBody, unauthorizedBody } from '../rest.js'
import { create, path } from './engine-versions.js'

const app = await startTestApp()
const admin = await app.make.administrator()
const user = await app.make.user()

const large = 'x'.repeat(1024 * 1024 + 1)
const stale = { 'If-Match': '"stale"' }
const text = { 'Content-Type': 'text/plain' }
const json = { 'Content-Type': jsonApi }

describe('the order of checks', () => {
  rule('§2 order', '401, 404, 405, 412, 413, 415, 400, 422')
  test('is 401, 404, 405, 412, 413, 415, 400, 422: a request with all faults is told them in this order', async () => {
    const { id, attributes } = await create(app, admin)
    const here = `${path}/${id}`
    const query = '?page[number]=x&include=nothing'
    const everything = { body: large, headers: { ...text, ...stale } }
    const wrong = '{"data":{"type":"wrong","attributes":{"version":7}}}'
    const { etag = '' } = (await as(app, admin).get(here)).headers
    const steps = [
      [401, as(app, undefined).put(here + query, everything)],
      [404, as(app, user).put(here + query, everything)],
      [405, as(app, admin).put(here + query, everything)],
      [412, as(app, admin).patch(here + query, everything)],
      [413, as(app, admin).patch(here + query, { body: large, headers: { ...text, 'If-Match': etag } })],
      [415, as(app, admin).patch(here + query, { body: '{', headers: text })],
      [400, as(app, admin).patch(here + query, { body: '{', headers: json })],
      [400, as(app, admin).patch(`${here}?include=nothing`, { body: wrong })],
      [422, as(app, admin).patch(here, { body: wrong })],
    ] as const
    for (const [status, asked] of steps) {
      const answer = await asked
      expect([answer.status, answer.body.errors[0].status]).toEqual([status, String(status)])
    }
    expect((await as(app, admin).get(here)).body.data.attributes).toEqual(attributes)
  })

  rule('§2 order', '404 comes first for `HEAD`, `OPTIONS` and `If-None-Match` too')
  test('right and existence come first for HEAD, OPTIONS, If-None-Match and If-Match too', async () => {
    const { id } = await create(app, admin)
    const { etag = '' } = (await as(app, admin).get(`${path}/${id}`)).headers
    for (const caller of [user, undefined])
      for (const answer of [
        await as(app, caller).head(`${path}/${id}`),
        await as(app, caller).options(`${path}/${id}`),
        await as(app, caller).get(`${path}/${id}`, { headers: { 'If-None-Match': etag } }),
        await as(app, caller).get(`${path}/${id}`, { headers: { 'If-None-Match': '*' } }),
        await as(app, caller).delete(`${path}/${id}`, { headers: { 'If-Match': etag } }),
      ]) {
        expect(answer.status).toBe(caller ? 404 : 401)
        expect(answer.headers).not.toHaveProperty('allow')
        expect(answer.headers).not.toHaveProperty('etag')
      }
    expect((await as(app, admin).get(`${path}/${id}`)).status).toBe(200)
  })

  rule('§2 errors', 'Bad parameters and a malformed body are told together')
  test('a malformed body and bad parameters are told at once', async () => {
    const answer = await as(app, admin).post(`${path}?page[number]=x&filter[x]=1&include=nothing`, {
      body: '{',
    })
    expect(answer.status).toBe(400)
    expect(answer.body.errors).toEqual([
      {
        status: '400',
        title: 'invalid parameter',
        detail: 'filter[x] is not a parameter of this list',
        source: { parameter: 'filter[x]' },
      },
      {
        status: '400',
        title: 'invalid parameter',
        detail: 'Invalid include parameter',
        source: { parameter: 'include' },
      },
      { status: '400', title: 'JSON body is invalid' },
    ])
  })
})

describe('what a caller may not know of', () => {
  const volatile = [
    'date',
    'x-request-id',
    'x-ratelimit-remaining',
    'x-ratelimit-reset',
    'connection',
    'keep-alive',
  ]
  const steady = (headers: Record<string, string>) =>
    Object.fromEntries(Object.entries(headers).filter(([name]) => !volatile.includes(name)))

  rule(
    '§2 hiding',
    'What a valid token lacks the right for equals a miss in status, body, header names and values',
  )
  test('is the very same 404 as what is not there, in body, header names and values', async () => {
    const owner = await app.make.user()
    const acme = await app.make.organization(owner)
    const team = await app.make.team(owner, acme)
    const version = await app.make.engineVersion(admin, '9.9.1')
    const workspace = await app.make.workspace(owner, acme, version.version)
    const member = await app.make.member(acme)
    const twins = [
      [user, `/organizations/${acme.name}`, '/organizations/not-there'],
      [user, `/organizations/${acme.name}/teams`, '/organizations/not-there/teams'],
      [user, `/teams/${team.id}`, '/teams/team-0000000000000000'],
      [user, `/workspaces/${workspace.id}`, '/workspaces/ws-0000000000000000'],
      [member, `/teams/${team.id}/authentication-token`, '/teams/team-0000000000000000/authentication-token'],
      [
        member,
        `/users/${owner.id}/authentication-tokens`,
        '/users/user-0000000000000000/authentication-tokens',
      ],
      [member, `/admin/organizations/${acme.name}`, '/admin/organizations/not-there'],
    ] as const
    for (const [caller, there, notThere] of twins)
      for (const method of ['get', 'head', 'post', 'patch', 'put', 'delete', 'options'] as const) {
        const body = method === 'post' || method === 'patch' ? { body: { data: [] } } : {}
        const hidden = await as(app, caller)[method](there, body)
        const missing = await as(app, caller)[method](notThere, body)
        expect([hidden.status, hidden.text], `${method} ${there}`).toEqual([404, missing.text])
        if (method !== 'head') expect(hidden.body).toEqual(notFoundBody)
        expect(steady(hidden.headers), `${method} ${there}`).toEqual(steady(missing.headers))
      }
    expect((await as(app, owner).get(`/organizations/${acme.name}`)).status).toBe(200)
  })

  rule('§2 hiding', 'No error carries an ETag')
  rule(
    '§2 tags',
    'Answers to a good token, errors and 204 too, are `private, no-cache` and vary by `Authorization`',
  )
  test('no error carries a tag, and those to a good token are for its caller alone', async () => {
    const { id } = await create(app, admin)
    const answers = [
      await as(app, admin).get(`${path}/tool-0000000000000000`),
      await as(app, admin).put(path),
      await as(app, admin).patch(`${path}/${id}`, { body: {}, headers: stale }),
      await as(app, admin).post(path, { body: '{' }),
      await as(app, admin).post(path, { body: {} }),
      await as(app, admin).delete(`${path}/${id}`),
    ]
    expect(answers.map(({ status }) => status)).toEqual([404, 405, 412, 400, 422, 204])
    for (const { headers } of answers) {
      expect(headers).not.toHaveProperty('etag')
      expect(headers).toMatchObject({ 'cache-control': 'private, no-cache', vary: 'Authorization' })
    }
  })

  rule('§2 hiding', '401 is for a missing, malformed or unknown token alone, always with the same body')
  test('a caller without a token gets 401 with the same body on every path, existing or not', async () => {
    const { id } = await create(app, admin)
    for (const address of [`${path}/${id}`, '/organizations', '/nothing/here', `${path}/%zz`]) {
      const answer = await as(app, undefined).get(address)
      expect([answer.status, answer.body], address).toEqual([401, unauthorizedBody])
      expect(answer.headers).not.toHaveProperty('etag')
    }
  })
})
