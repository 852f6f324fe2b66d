import { rule } from '@engine/shared/rule'
import { describe, expect, test } from 'vitest'
import { startTestApp } from '../app.js'
import { testSha as sha } from '../makers.js'
import { as, documentOf, expectFaults, faultsOf, jsonApi } from '../rest.js'
import { create, fresh, path, url, version } from './engine-versions.js'

const app = await startTestApp()
const admin = await app.make.administrator()

const post = (body: unknown, type: string) =>
  as(app, admin).post(path, { body, headers: { 'Content-Type': type } })

describe('a body', () => {
  rule('§2 media types', 'Bodies are accepted as `application/vnd.api+json` and as `application/json`')
  test.each([jsonApi, 'application/json', 'Application/JSON; charset=utf-8', `${jsonApi}; ext="x"`])(
    'is read as %s, and answered as JSON:API',
    async (type) => {
      const answer = await post(version({ version: fresh(app), url, sha }), type)
      expect([answer.status, answer.headers['content-type']]).toEqual([201, jsonApi])
    },
  )

  const howToSend =
    'documents are sent as application/vnd.api+json, and files to the upload link of the resource'
  test.each([
    ['text/plain', undefined],
    ['application/xml', undefined],
    ['application/x-www-form-urlencoded', `A form came: ${howToSend}`],
    ['application/jsonx', undefined],
    ['x', undefined],
  ])('of the type %s is 415 and nothing is created', async (type, detail) => {
    const before = await app.prisma.engineVersion.count()
    const answer = await post(JSON.stringify(version({ version: fresh(app), url, sha })), type)
    expect(answer.status).toBe(415)
    const error = { status: '415', title: 'unsupported media type', ...(detail && { detail }) }
    expect(answer.body).toEqual({ errors: [error] })
    expect(await app.prisma.engineVersion.count()).toBe(before)
  })

  rule('§2 media types', 'An empty body with a JSON content type is no error where no body is needed')
  test('that is empty is of no type: it is wrong only where a body is needed', async () => {
    const { id } = await create(app, admin)
    for (const type of [jsonApi, 'application/json', 'text/plain']) {
      const headers = { 'Content-Type': type }
      const made = await as(app, admin).post(path, { headers })
      expect([made.status, faultsOf(made)], type).toEqual([422, [['/data', "Data can't be blank"]]])
      const user = await app.make.user()
      const suspended = await as(app, admin).post(`/admin/users/${user.id}/actions/suspend`, { headers })
      expect([suspended.status, suspended.body.data.attributes['is-suspended']], type).toEqual([200, true])
    }
    const headers = { 'Content-Type': jsonApi }
    expect((await as(app, admin).delete(`${path}/${id}`, { headers })).status).toBe(204)
  })

  test('that is no UTF-8 is malformed JSON', async () => {
    const bytes = Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d])
    const answer = await app.http
      .post(`/api/v2${path}`)
      .set('Authorization', `Bearer ${admin.token}`)
      .set('Content-Type', 'application/json')
      .serialize((value) => value)
      .send(bytes)
    expect([answer.status, answer.body]).toEqual([
      400,
      { errors: [{ status: '400', title: 'JSON body is invalid' }] },
    ])
  })
})

describe('attributes', () => {
  rule('§2 attributes', 'Unknown attributes are ignored')
  test('that are unknown are ignored, on creation and update', async () => {
    const made = await create(app, admin, { unknown: { deep: [1] }, usage: 7, id: 'x', 'created-at': 5 })
    expect(made.attributes).toMatchObject({ usage: 0, 'created-at': app.clock.now().toISOString() })
    expect(made.attributes).not.toHaveProperty('unknown')
    const answer = await as(app, admin).patch(`${path}/${made.id}`, {
      body: version({ usage: 9, other: null }),
    })
    expect([answer.status, answer.body.data.attributes]).toEqual([200, made.attributes])
  })

  rule('§2 attributes', 'On creation null counts as absent')
  test('that are null count as absent on creation: the defaults hold', async () => {
    const nothing = { official: null, enabled: null, beta: null, deprecated: null, 'deprecated-reason': null }
    const { attributes } = await create(app, admin, { ...nothing, archs: null })
    expect(attributes).toMatchObject({
      official: false,
      enabled: true,
      beta: false,
      deprecated: false,
      'deprecated-reason': null,
      archs: [{ url, sha, os: 'linux', arch: 'amd64' }],
    })
  })

  rule('§2 errors', 'Details are `X can’t be blank` and `X is invalid`, X the attribute in words')
  rule('§2 attributes', 'A known attribute of the wrong JSON type is 422, never coerced')
  test('are never coerced: a known one of the wrong JSON type is 422, on creation and update', async () => {
    const { id, attributes } = await create(app, admin)
    const wrong = {
      official: 'true',
      enabled: 1,
      beta: [],
      deprecated: {},
      'deprecated-reason': true,
      sha: 5,
    }
    const expected = Object.keys(wrong).map((key) => [
      `/data/attributes/${key}`,
      `${key.charAt(0).toUpperCase()}${key.slice(1).replaceAll('-', ' ')} is invalid`,
    ])
    for (const answer of [
      await as(app, admin).post(path, { body: version({ version: fresh(app), url, ...wrong }) }),
      await as(app, admin).patch(`${path}/${id}`, { body: version(wrong) }),
    ]) {
      expect(answer.status).toBe(422)
      expect(faultsOf(answer).sort()).toEqual(expected.sort())
    }
    expect((await as(app, admin).get(`${path}/${id}`)).body.data.attributes).toEqual(attributes)
  })

  rule('§2 attributes', 'On PATCH null unsets what is nullable and is 422 otherwise')
  test('on PATCH null unsets what may be null and is 422 otherwise, and then nothing changes', async () => {
    const acme = await app.make.organization(admin)
    const address = `/admin/organizations/${acme.name}`
    const set = { 'workspace-limit': 3, 'apply-timeout': '1h' }
    await as(app, admin).patch(address, { body: documentOf('organizations', set) })
    const body = documentOf('organizations', { 'workspace-limit': null, 'access-beta-tools': null })
    const refused = await as(app, admin).patch(address, { body })
    expectFaults(refused, ['/data/attributes/access-beta-tools', "Access beta tools can't be blank"])
    expect((await as(app, admin).get(address)).body.data.attributes).toMatchObject(set)
    const unset = { 'workspace-limit': null, 'apply-timeout': null }
    const answer = await as(app, admin).patch(address, { body: documentOf('organizations', unset) })
    expect([answer.status, answer.body.data.attributes]).toMatchObject([200, unset])
  })
})

describe('an error object', () => {
  rule('§2 errors', '`status` is a string; `title`, `detail` and `source` as described')
  test('has its status as a string, a title, a detail and what it is about, and nothing else', async () => {
    const unprocessable = await as(app, admin).post(path, { body: version({ url, sha }) })
    expect(unprocessable.body).toEqual({
      errors: [
        {
          status: '422',
          title: 'invalid attribute',
          detail: "Version can't be blank",
          source: { pointer: '/data/attributes/version' },
        },
      ],
    })
    const bad = await as(app, admin).get('/admin/organizations?filter[module_producer]=maybe')
    expect(bad.body).toEqual({
      errors: [
        {
          status: '400',
          title: 'invalid parameter',
          detail: 'filter[module_producer] is invalid',
          source: { parameter: 'filter[module_producer]' },
        },
      ],
    })
    const include = await as(app, admin).get('/admin/organizations?include=everything')
    expect(include.body.errors).toEqual([
      {
        status: '400',
        title: 'invalid parameter',
        detail: 'Invalid include parameter',
        source: { parameter: 'include' },
      },
    ])
  })
})
