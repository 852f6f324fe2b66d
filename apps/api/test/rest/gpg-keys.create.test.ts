import { rule } from '@engine/shared/rule'
import { describe, expect, test } from 'vitest'
import { auditOf } from '../modules/module-requests.js'
import { as, detailsOf, documentOf, jsonApi, notFoundBody, pointersOf } from '../rest.js'
import { startAcme } from './acme.js'
import { keyOf, newPair, path } from './gpg-keys.js'
import { racers } from '../full-run.js'

const { app, owner, acme } = await startAcme()
await app.make.organization(owner, 'Other')

describe('create', () => {
  rule('§6 signing keys', 'Creation is 201 with the id of the key')
  test.each(['ecc', 'rsa'] as const)('answers 201 with the long id of a %s key', async (type) => {
    const { armor, keyId } = await newPair(type)
    const answer = await as(app, owner).post(path, {
      body: keyOf({ namespace: 'Acme', 'ascii-armor': armor }),
    })
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
      const answer = await as(app, owner).post(path, {
        body: keyOf({ namespace: 'Acme', 'ascii-armor': armor }),
      })
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
    const answer = await as(app, owner).post(path, {
      body: keyOf({ namespace: 'Acme', 'ascii-armor': both }),
    })
    expect([answer.status, await app.prisma.gpgKey.count()]).toEqual([422, before])
  })

  test('tells everything that is missing at once', async () => {
    const answer = await as(app, owner).post(path, { body: keyOf({}) })
    expect(answer.status).toBe(422)
    expect(detailsOf(answer)).toEqual(["Namespace can't be blank", "Ascii armor can't be blank"])
    const wrongType = await as(app, owner).post(path, { body: documentOf('keys', { namespace: 'Acme' }) })
    expect(pointersOf(wrongType)).toEqual(['/data/type', '/data/attributes/ascii-armor'])
  })

  test('the same key twice in a namespace is 422, also when many come at once; in another it is fine', async () => {
    const { armor } = await newPair()
    const body = keyOf({ namespace: 'Acme', 'ascii-armor': armor })
    const answers = await Promise.all(
      Array.from({ length: racers }, () => as(app, owner).post(path, { body })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([
      201,
      ...Array.from({ length: racers - 1 }, () => 422),
    ])
    expect(answers.find(({ status }) => status === 422)?.body.errors).toMatchObject([
      { detail: 'Key id has already been taken', source: { pointer: '/data/attributes/ascii-armor' } },
    ])
    const inOther = keyOf({ namespace: 'Other', 'ascii-armor': armor })
    expect((await as(app, owner).post(path, { body: inOther })).status).toBe(201)
  })

  test('in a namespace that is foreign or not there is the same 404', async () => {
    const { armor } = await newPair()
    const stranger = await app.make.user()
    for (const namespace of ['Acme', 'missing', 'a b', 'x']) {
      const answer = await as(app, stranger).post(path, { body: keyOf({ namespace, 'ascii-armor': armor }) })
      expect([answer.status, answer.body]).toEqual([404, notFoundBody])
    }
  })
})
