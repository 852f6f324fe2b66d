import { rule } from '@engine/shared/rule'
import { describe, expect, test } from 'vitest'
import type { Person } from '../makers.js'
import { auditOf } from '../modules/module-requests.js'
import { as, notFoundBody, unauthorizedBody } from '../rest.js'
import { startAcme } from './acme.js'
import { keyOf, newPair, path, register } from './gpg-keys.js'

const hundredAndOne = Array.from({ length: 101 }, (_, n) => `a${n}`).join()

const { app, owner, acme } = await startAcme()
await app.make.organization(owner, 'Other')

describe('list', () => {
  rule('§6 signing keys', 'The list holds the keys of the namespaces it names')
  test('needs filter[namespace], and gives the keys of all the namespaces that it names', async () => {
    const [bea, names] = [await app.make.user(), ['first', 'second', 'third']]
    for (const name of names) await app.make.organization(bea, name)
    const keys = [
      await register(app, bea, 'first'),
      await register(app, bea, 'first'),
      await register(app, bea, 'second'),
    ]
    await register(app, bea, 'third')
    const answer = await as(app, bea).get(`${path}?filter[namespace]=second,FIRST,missing,Acme,first`)
    expect(answer.status).toBe(200)
    const shown = answer.body.data.map(({ attributes: a }: { attributes: Record<string, string> }) => [
      a['namespace'],
      a['key-id'],
    ])
    const first = keys
      .slice(0, 2)
      .map(({ keyId }) => keyId)
      .sort()
    expect(shown).toEqual([...first.map((keyId) => ['first', keyId]), ['second', keys[2]?.keyId]])
    expect(answer.body.meta.pagination).toMatchObject({ 'total-count': 3, 'total-pages': 1 })
    expect(answer.body.links.self).toContain(`http://registry.test${path}?filter%5Bnamespace%5D=`)
    const second = await as(app, bea).get(`${path}?filter%5Bnamespace%5D=first&page[size]=1&page[number]=2`)
    expect(second.body.data).toMatchObject([{ attributes: { 'key-id': first[1] } }])
  })

  rule('§6 signing keys', 'The list needs `filter[namespace]`')
  test.each(['', '?filter[namespace]=', '?filter[namespace]=,%20', `?filter[namespace]=${hundredAndOne}`])(
    'a missing, empty or endless filter[namespace] is 400: %j',
    async (query) => {
      const answer = await as(app, owner).get(`${path}${query}`)
      expect(answer.status).toBe(400)
      expect(answer.body.errors).toMatchObject([
        { title: 'invalid parameter', source: { parameter: 'filter[namespace]' } },
      ])
    },
  )
})

describe('show, update and delete', () => {
  rule('§6 signing keys', 'Show finds a key by namespace and id')
  test('finds a key by its namespace and id, in any case', async () => {
    const { self, id, keyId } = await register(app, owner)
    for (const address of [self, `${path}/acme/${keyId.toLowerCase()}`]) {
      const answer = await as(app, owner).get(address)
      expect([answer.status, answer.body.data.id]).toEqual([200, id])
    }
    for (const address of [`${path}/Other/${keyId}`, `${path}/Acme/0000000000000000`, `${path}/Acme/x`])
      expect((await as(app, owner).get(address)).body).toEqual(notFoundBody)
  })

  rule('§6 signing keys', 'PATCH is 200 and moves the key')
  test('PATCH moves the key to another namespace of the caller', async () => {
    const { self, id, keyId } = await register(app, owner)
    const answer = await as(app, owner).patch(self, { body: keyOf({ namespace: 'Other' }) })
    expect([answer.status, answer.body.data.attributes.namespace]).toEqual([200, 'Other'])
    expect((await as(app, owner).get(self)).status).toBe(404)
    expect((await as(app, owner).get(`${path}/Other/${keyId}`)).body.data.id).toBe(id)
    expect((await auditOf(app, id)).map(({ action }) => action)).toEqual(['gpg-key.create', 'gpg-key.update'])
    const same = await as(app, owner).patch(`${path}/Other/${keyId}`, { body: keyOf({}) })
    expect([same.status, same.body.data]).toEqual([200, answer.body.data])
  })

  rule('§2 errors', '403 is for a signing key moved to a foreign namespace, with its detail')
  test('PATCH to a namespace that is foreign or not there is 403, and the key stays', async () => {
    const { self } = await register(app, owner)
    await app.make.organization(await app.make.user(), 'foreign')
    const readable = await app.make.organization(await app.make.user(), 'readable')
    await app.prisma.organizationMembership.create({
      data: { id: 'ou-reader', organizationId: readable.id, userId: owner.id, createdAt: app.clock.now() },
    })
    for (const namespace of ['foreign', 'readable', 'missing', 'a b']) {
      const answer = await as(app, owner).patch(self, { body: keyOf({ namespace }) })
      expect(answer.status).toBe(403)
      expect(answer.body.errors).toEqual([
        { status: '403', title: 'forbidden', detail: 'namespace not authorized' },
      ])
    }
    expect((await as(app, owner).get(self)).status).toBe(200)
  })

  test('PATCH with null, a wrong type or to where the key is already is 422', async () => {
    const { self, armor } = await register(app, owner)
    await as(app, owner).post(path, { body: keyOf({ namespace: 'Other', 'ascii-armor': armor }) })
    for (const [attributes, detail] of [
      [{ namespace: null }, "Namespace can't be blank"],
      [{ namespace: 7 }, 'Namespace is invalid'],
      [{ namespace: 'Other' }, 'Key id has already been taken'],
    ] as const) {
      const answer = await as(app, owner).patch(self, { body: keyOf(attributes) })
      expect(answer.status).toBe(422)
      expect(answer.body.errors).toMatchObject([
        { detail, source: { pointer: '/data/attributes/namespace' } },
      ])
    }
    expect((await as(app, owner).get(self)).status).toBe(200)
  })

  rule('§6 signing keys', 'DELETE is 204')
  test('DELETE answers 204, once; with a stale If-Match it is 412', async () => {
    const { self, id } = await register(app, owner)
    const stale = { 'If-Match': '"x"' }
    expect((await as(app, owner).delete(self, { headers: stale })).status).toBe(412)
    const { headers } = await as(app, owner).get(self)
    const good = { 'If-Match': headers['etag'] as string }
    expect((await as(app, owner).delete(self, { headers: good })).status).toBe(204)
    expect((await as(app, owner).delete(self)).status).toBe(404)
    expect((await auditOf(app, id)).at(-1)).toMatchObject({ action: 'gpg-key.delete', before: { id } })
  })
})

describe('who may ask', () => {
  test('members read, owners alone write, strangers get 404, callers without a token 401', async () => {
    const { self, keyId } = await register(app, owner)
    const member = await app.make.member(acme)
    const manager = await app.make.manager(acme, { manageProviders: true })
    const modules = await app.make.manager(acme, { manageModules: true })
    const stranger = await app.make.user()
    const statuses = async (caller: Person | undefined): Promise<number[]> => {
      const { armor } = await newPair()
      const answers = [
        await as(app, caller).get(`${path}?filter[namespace]=Acme`),
        await as(app, caller).get(self),
        await as(app, caller).post(path, { body: keyOf({ namespace: 'Acme', 'ascii-armor': armor }) }),
        await as(app, caller).patch(self, { body: keyOf({ namespace: 'Acme' }) }),
      ]
      return answers.map(({ status }) => status)
    }
    expect(await statuses(owner)).toEqual([200, 200, 201, 200])
    expect(await statuses(manager)).toEqual([200, 200, 404, 404])
    expect(await statuses(member)).toEqual([200, 200, 404, 404])
    expect(await statuses(modules)).toEqual([200, 200, 404, 404])
    expect(await statuses(stranger)).toEqual([200, 404, 404, 404])
    expect(await statuses(undefined)).toEqual([401, 401, 401, 401])
    expect((await as(app, undefined).get(path)).body).toEqual(unauthorizedBody)
    expect((await as(app, stranger).get(`${path}?filter[namespace]=Acme`)).body.data).toEqual([])
    expect((await as(app, member).delete(self)).body).toEqual(notFoundBody)
    expect((await as(app, owner).delete(`${path}/Acme/${keyId}`)).status).toBe(204)
  })

  test('a token that only reads writes nothing', async () => {
    const { self, armor } = await register(app, owner)
    const token = await app.make.token(owner, { scopes: ['read'] })
    expect((await as(app, token).get(self)).status).toBe(200)
    expect((await as(app, token).delete(self)).status).toBe(404)
    const body = keyOf({ namespace: 'Other', 'ascii-armor': armor })
    expect((await as(app, token).post(path, { body })).body).toEqual(notFoundBody)
  })

  rule('§6 signing keys', 'Their errors are those of JSON:API')
  test('405, OPTIONS, HEAD and headers are those of the API', async () => {
    const { self } = await register(app, owner)
    const put = await as(app, owner).put(path)
    expect([put.status, put.headers['allow']]).toEqual([405, 'GET, HEAD, POST, OPTIONS'])
    const options = await as(app, owner).options(self)
    expect([options.status, options.headers['allow']]).toEqual([204, 'GET, HEAD, PATCH, DELETE, OPTIONS'])
    const head = await as(app, owner).head(self)
    expect(head.headers).toMatchObject({
      'tfp-api-version': '2.6',
      'x-ratelimit-limit': '0',
      'cache-control': 'private, no-cache',
      vary: 'Authorization',
    })
    expect((await as(app, owner).get('/api/registry/private/v2/other')).body).toEqual(notFoundBody)
  })
})
