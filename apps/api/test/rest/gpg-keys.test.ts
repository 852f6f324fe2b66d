import { generateKey, readKey } from 'openpgp'
import type { Response } from 'supertest'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Organization } from '../../src/domain/organizations/organization.js'
import { startTestApp, type TestApp } from '../app.js'
import type { Person } from '../makers.js'
import { auditOf } from '../modules/story.js'
import { documentOf, jsonApi, notFoundBody, unauthorizedBody } from '../rest.js'

const path = '/api/registry/private/v2/gpg-keys'

let app: TestApp
let owner: Person
let acme: Organization

beforeAll(async () => {
  app = await startTestApp({ LOG_LEVEL: 'silent' })
  owner = await app.make.user('ana')
  acme = await app.make.organization(owner, 'Acme')
  await app.make.organization(owner, 'Other')
})
afterAll(() => app.stop())

/** These paths do not lie below `/api/v2`. */
async function ask(
  caller: Person | string | undefined,
  method: 'get' | 'head' | 'post' | 'patch' | 'put' | 'delete' | 'options',
  address: string,
  body?: object,
  headers: Readonly<Record<string, string>> = {},
): Promise<Response> {
  const token = typeof caller === 'object' ? caller.token : caller
  const call = app.http[method](address).set(headers)
  if (token !== undefined) void call.set('Authorization', `Bearer ${token}`)
  return body === undefined ? call : call.set('Content-Type', jsonApi).send(JSON.stringify(body))
}

const keyOf = (attributes: object): object => documentOf('gpg-keys', attributes)

interface Pair {
  readonly armor: string
  readonly secret: string
  readonly keyId: string
}

async function newPair(type: 'curve25519' | 'rsa' = 'curve25519'): Promise<Pair> {
  const { publicKey, privateKey } = await generateKey({
    type,
    userIDs: [{ name: 'Release' }],
    format: 'armored',
  })
  const fingerprint = (await readKey({ armoredKey: publicKey })).getFingerprint()
  return { armor: publicKey, secret: privateKey, keyId: fingerprint.slice(-16).toUpperCase() }
}

async function register(namespace = 'Acme', by = owner): Promise<Pair & { id: string; self: string }> {
  const pair = await newPair()
  const answer = await ask(by, 'post', path, keyOf({ namespace, 'ascii-armor': pair.armor }))
  expect(answer.status, answer.text).toBe(201)
  return { ...pair, id: answer.body.data.id, self: `${path}/${namespace}/${pair.keyId}` }
}

describe('create', () => {
  test.each(['curve25519', 'rsa'] as const)('answers 201 with the long id of a %s key', async (type) => {
    const { armor, keyId } = await newPair(type)
    const answer = await ask(owner, 'post', path, keyOf({ namespace: 'Acme', 'ascii-armor': armor }))
    expect([answer.status, answer.headers['content-type']]).toEqual([201, jsonApi])
    expect(keyId).toMatch(/^[0-9A-F]{16}$/)
    expect(answer.body).toEqual({
      data: {
        id: expect.stringMatching(/^gpg-[A-Za-z0-9]{16}$/),
        type: 'gpg-keys',
        attributes: {
          namespace: 'Acme',
          'key-id': keyId,
          'ascii-armor': armor,
          source: '',
          'source-url': null,
          'trust-signature': '',
          'created-at': '2026-03-01T12:00:00.000Z',
          'updated-at': '2026-03-01T12:00:00.000Z',
        },
        links: { self: `${path}/Acme/${keyId}` },
      },
    })
    expect(await auditOf(app, answer.body.data.id)).toMatchObject([
      { action: 'gpg-key.create', face: 'rest', organizationId: acme.id },
    ])
  })

  test('bad armor is 422: no key, a broken one, a private one, two at once', async () => {
    const [first, second] = [await newPair(), await newPair()]
    const before = await app.prisma.gpgKey.count()
    for (const armor of [
      'no key',
      first.armor.slice(0, 200),
      // The very first bytes say what follows.
      first.armor.replace(/(\r?\n\r?\n)\S{40}/, `$1${'A'.repeat(40)}`),
      first.secret,
      7,
    ]) {
      const answer = await ask(owner, 'post', path, keyOf({ namespace: 'Acme', 'ascii-armor': armor }))
      expect(answer.status).toBe(422)
      expect(answer.body.errors).toEqual([
        {
          status: '422',
          title: 'invalid attribute',
          detail: 'Ascii armor is invalid',
          source: { pointer: '/data/attributes/ascii-armor' },
        },
      ])
    }
    const both = `${first.armor}\n${second.armor}`
    const answer = await ask(owner, 'post', path, keyOf({ namespace: 'Acme', 'ascii-armor': both }))
    expect([answer.status, await app.prisma.gpgKey.count()]).toEqual([422, before])
  })

  test('tells everything that is missing at once', async () => {
    const answer = await ask(owner, 'post', path, keyOf({}))
    expect(answer.status).toBe(422)
    expect(answer.body.errors.map(({ detail }: { detail: string }) => detail)).toEqual([
      "Namespace can't be blank",
      "Ascii armor can't be blank",
    ])
    const wrongType = await ask(owner, 'post', path, documentOf('keys', { namespace: 'Acme' }))
    expect(wrongType.body.errors.map((each: { source: { pointer: string } }) => each.source.pointer)).toEqual(
      ['/data/type', '/data/attributes/ascii-armor'],
    )
  })

  test('the same key twice in a namespace is 422, also when thirty come at once; in another it is fine', async () => {
    const { armor } = await newPair()
    const body = keyOf({ namespace: 'Acme', 'ascii-armor': armor })
    const answers = await Promise.all(Array.from({ length: 30 }, () => ask(owner, 'post', path, body)))
    expect(answers.map(({ status }) => status).sort()).toEqual([
      201,
      ...Array.from({ length: 29 }, () => 422),
    ])
    expect(answers.find(({ status }) => status === 422)?.body.errors).toMatchObject([
      { detail: 'Key id has already been taken', source: { pointer: '/data/attributes/ascii-armor' } },
    ])
    const elsewhere = keyOf({ namespace: 'Other', 'ascii-armor': armor })
    expect((await ask(owner, 'post', path, elsewhere)).status).toBe(201)
  })

  test('in a namespace that is foreign or not there is the same 404', async () => {
    const { armor } = await newPair()
    const stranger = await app.make.user()
    for (const namespace of ['Acme', 'nowhere', 'a b', 'x']) {
      const answer = await ask(stranger, 'post', path, keyOf({ namespace, 'ascii-armor': armor }))
      expect([answer.status, answer.body]).toEqual([404, notFoundBody])
    }
  })
})

describe('list', () => {
  test('needs filter[namespace], and gives the keys of all the namespaces that it names', async () => {
    const [bea, names] = [await app.make.user(), ['first', 'second', 'third']]
    for (const name of names) await app.make.organization(bea, name)
    const keys = [await register('first', bea), await register('first', bea), await register('second', bea)]
    await register('third', bea)
    const answer = await ask(bea, 'get', `${path}?filter[namespace]=second,FIRST,nowhere,Acme,first`)
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
    const second = await ask(bea, 'get', `${path}?filter%5Bnamespace%5D=first&page[size]=1&page[number]=2`)
    expect(second.body.data).toMatchObject([{ attributes: { 'key-id': first[1] } }])
  })

  test.each(['', '?filter[namespace]=', '?filter[namespace]=,%20', `?filter[namespace]=${'a,'.repeat(101)}`])(
    '%j is 400',
    async (query) => {
      const answer = await ask(owner, 'get', `${path}${query}`)
      expect(answer.status).toBe(400)
      expect(answer.body.errors).toMatchObject([
        { title: 'invalid parameter', source: { parameter: 'filter[namespace]' } },
      ])
    },
  )
})

describe('show, update and delete', () => {
  test('finds a key by its namespace and id, in any case', async () => {
    const { self, id, keyId } = await register()
    for (const address of [self, `${path}/acme/${keyId.toLowerCase()}`]) {
      const answer = await ask(owner, 'get', address)
      expect([answer.status, answer.body.data.id]).toEqual([200, id])
    }
    for (const address of [`${path}/Other/${keyId}`, `${path}/Acme/0000000000000000`, `${path}/Acme/x`])
      expect((await ask(owner, 'get', address)).body).toEqual(notFoundBody)
  })

  test('PATCH moves the key to another namespace of the caller', async () => {
    const { self, id, keyId } = await register()
    const answer = await ask(owner, 'patch', self, keyOf({ namespace: 'Other' }))
    expect([answer.status, answer.body.data.attributes.namespace]).toEqual([200, 'Other'])
    expect((await ask(owner, 'get', self)).status).toBe(404)
    expect((await ask(owner, 'get', `${path}/Other/${keyId}`)).body.data.id).toBe(id)
    expect((await auditOf(app, id)).map(({ action }) => action)).toEqual(['gpg-key.create', 'gpg-key.update'])
    const same = await ask(owner, 'patch', `${path}/Other/${keyId}`, keyOf({}))
    expect([same.status, same.body.data]).toEqual([200, answer.body.data])
  })

  test('PATCH to a namespace that is foreign or not there is 403, and the key stays', async () => {
    const { self } = await register()
    await app.make.organization(await app.make.user(), 'foreign')
    const readable = await app.make.organization(await app.make.user(), 'readable')
    await app.prisma.organizationMembership.create({
      data: { id: 'ou-reader', organizationId: readable.id, userId: owner.id, createdAt: app.clock.now() },
    })
    for (const namespace of ['foreign', 'readable', 'nowhere', 'a b']) {
      const answer = await ask(owner, 'patch', self, keyOf({ namespace }))
      expect(answer.status).toBe(403)
      expect(answer.body.errors).toEqual([
        { status: '403', title: 'forbidden', detail: 'namespace not authorized' },
      ])
    }
    expect((await ask(owner, 'get', self)).status).toBe(200)
  })

  test('PATCH with null, a wrong type or to where the key is already is 422', async () => {
    const { self, armor } = await register()
    await ask(owner, 'post', path, keyOf({ namespace: 'Other', 'ascii-armor': armor }))
    for (const [attributes, detail] of [
      [{ namespace: null }, "Namespace can't be blank"],
      [{ namespace: 7 }, 'Namespace is invalid'],
      [{ namespace: 'Other' }, 'Key id has already been taken'],
    ] as const) {
      const answer = await ask(owner, 'patch', self, keyOf(attributes))
      expect(answer.status).toBe(422)
      expect(answer.body.errors).toMatchObject([
        { detail, source: { pointer: '/data/attributes/namespace' } },
      ])
    }
    expect((await ask(owner, 'get', self)).status).toBe(200)
  })

  test('DELETE answers 204, once; with a stale If-Match it is 412', async () => {
    const { self, id } = await register()
    const stale = { 'If-Match': '"x"' }
    expect((await ask(owner, 'delete', self, undefined, stale)).status).toBe(412)
    const { headers } = await ask(owner, 'get', self)
    const good = { 'If-Match': headers['etag'] as string }
    expect((await ask(owner, 'delete', self, undefined, good)).status).toBe(204)
    expect((await ask(owner, 'delete', self)).status).toBe(404)
    expect((await auditOf(app, id)).at(-1)).toMatchObject({ action: 'gpg-key.delete', before: { id } })
  })
})

describe('who may ask', () => {
  test('members read, holders of manage-providers write, strangers and nobody get nowhere', async () => {
    const { self, keyId } = await register()
    const member = await app.make.member(acme)
    const manager = await app.make.manager(acme, { manageProviders: true })
    const modules = await app.make.manager(acme, { manageModules: true })
    const stranger = await app.make.user()
    const statuses = async (caller: Person | undefined): Promise<number[]> => {
      const { armor } = await newPair()
      const answers = [
        await ask(caller, 'get', `${path}?filter[namespace]=Acme`),
        await ask(caller, 'get', self),
        await ask(caller, 'post', path, keyOf({ namespace: 'Acme', 'ascii-armor': armor })),
        await ask(caller, 'patch', self, keyOf({ namespace: 'Acme' })),
      ]
      return answers.map(({ status }) => status)
    }
    expect(await statuses(manager)).toEqual([200, 200, 201, 200])
    expect(await statuses(member)).toEqual([200, 200, 404, 404])
    expect(await statuses(modules)).toEqual([200, 200, 404, 404])
    expect(await statuses(stranger)).toEqual([200, 404, 404, 404])
    expect(await statuses(undefined)).toEqual([401, 401, 401, 401])
    expect((await ask(undefined, 'get', path)).body).toEqual(unauthorizedBody)
    expect((await ask(stranger, 'get', `${path}?filter[namespace]=Acme`)).body.data).toEqual([])
    expect((await ask(member, 'delete', self)).body).toEqual(notFoundBody)
    expect((await ask(manager, 'delete', `${path}/Acme/${keyId}`)).status).toBe(204)
  })

  test('a token that only reads writes nothing', async () => {
    const { self, armor } = await register()
    const token = await app.make.token(owner, { scopes: ['read'] })
    expect((await ask(token, 'get', self)).status).toBe(200)
    expect((await ask(token, 'delete', self)).status).toBe(404)
    const body = keyOf({ namespace: 'Other', 'ascii-armor': armor })
    expect((await ask(token, 'post', path, body)).body).toEqual(notFoundBody)
  })

  test('405, OPTIONS, HEAD and headers are those of the API', async () => {
    const { self } = await register()
    const put = await ask(owner, 'put', path)
    expect([put.status, put.headers['allow']]).toEqual([405, 'GET, HEAD, POST, OPTIONS'])
    const options = await ask(owner, 'options', self)
    expect([options.status, options.headers['allow']]).toEqual([204, 'GET, HEAD, PATCH, DELETE, OPTIONS'])
    const head = await ask(owner, 'head', self)
    expect(head.headers).toMatchObject({
      'tfp-api-version': '2.6',
      'x-ratelimit-limit': '0',
      'cache-control': 'private, no-cache',
      vary: 'Authorization',
    })
    expect((await ask(owner, 'get', '/api/registry/private/v2/other')).body).toEqual(notFoundBody)
  })
})
