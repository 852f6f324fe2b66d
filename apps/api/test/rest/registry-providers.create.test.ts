import { rule } from '@engine/shared/rule'
import { describe, expect, test } from 'vitest'
import { ownersOf } from '../makers.js'
import { auditOf } from '../modules/module-requests.js'
import { as, detailsOf, notFoundBody } from '../rest.js'
import { startAcme } from './acme.js'
import { fresh, path, provider } from './registry-providers.js'

const { app, owner, acme } = await startAcme()

describe('create', () => {
  rule(
    'Spec resources',
    'A provider has the type `registry-providers`, a `prov-` id, the attributes and the `links.self` of the table',
  )
  rule('§6 providers', '201 on creation; a private one has an empty list of versions')
  test('of a private provider answers 201 with an empty list of versions', async () => {
    const attributes = { name: 'cloud', namespace: 'Acme', 'registry-name': 'private' }
    const answer = await as(app, owner).post(path, { body: provider(attributes) })
    expect(answer.status).toBe(201)
    const self = '/api/v2/organizations/Acme/registry-providers/private/Acme/cloud'
    expect(answer.body).toEqual({
      data: {
        id: expect.stringMatching(/^prov-[A-Za-z0-9]{16}$/),
        type: 'registry-providers',
        attributes: {
          ...attributes,
          'created-at': '2026-03-01T12:00:00.000Z',
          'updated-at': '2026-03-01T12:00:00.000Z',
          'source-url': null,
          deprecation: null,
          warnings: [],
          permissions: { 'can-delete': true },
        },
        relationships: {
          organization: { data: { id: 'Acme', type: 'organizations' } },
          versions: { data: [], links: { related: `${self}/versions` } },
        },
        links: { self },
      },
    })
    expect(await auditOf(app, answer.body.data.id)).toMatchObject([
      { action: 'registry-provider.create', actorId: owner.id, organizationId: acme.id },
    ])
  })

  rule('Spec resources', '`relationships.versions` is there for private providers only')
  test('of a public provider points to any namespace and knows no versions', async () => {
    const attributes = { name: 'aws', namespace: 'hashicorp', 'registry-name': 'public' }
    const answer = await as(app, owner).post(path, { body: provider(attributes) })
    expect(answer.status).toBe(201)
    expect(answer.body.data.attributes).toMatchObject(attributes)
    expect(answer.body.data.relationships).toEqual({
      organization: { data: { id: 'Acme', type: 'organizations' } },
    })
    expect(answer.body.data.links.self).toBe(
      '/api/v2/organizations/Acme/registry-providers/public/hashicorp/aws',
    )
  })

  rule('§2 errors', 'A missing `registry-name` gives exactly two errors, in their order')
  test.each([[{}], [{ 'registry-name': null }], [{ 'registry-name': '' }]])(
    'with %j gives exactly two errors about the registry name, in this order',
    async (attributes) => {
      const body = provider({ name: 'x', namespace: 'Acme', ...attributes })
      const answer = await as(app, owner).post(path, { body })
      expect(answer.status).toBe(422)
      const fault = (detail: string) => ({
        status: '422',
        title: 'invalid attribute',
        detail,
        source: { pointer: '/data/attributes/registry-name' },
      })
      expect(answer.body.errors).toEqual([
        fault("Registry name can't be blank"),
        fault('Registry name is not included in the list'),
      ])
    },
  )

  const refused = async (attributes: object, details: string[]): Promise<void> => {
    const before = await app.prisma.registryProvider.count()
    const answer = await as(app, owner).post(path, { body: provider(attributes) })
    expect([answer.status, detailsOf(answer)]).toEqual([422, details])
    expect(await app.prisma.registryProvider.count()).toBe(before)
  }

  rule('Spec providers', 'All three attributes are required on creation')
  test('name, namespace and registry name are required, and all that is missing is told at once', () =>
    refused({}, [
      "Name can't be blank",
      "Namespace can't be blank",
      "Registry name can't be blank",
      'Registry name is not included in the list',
    ]))

  rule('Spec providers', '`registry-name` is `public` or `private`')
  rule('§2 errors', '`X is not included in the list`')
  test.each(['other', 'Private', 'PUBLIC'])('the registry name is public or private: %j is 422', (wrong) =>
    refused({ name: 'x', namespace: 'Acme', 'registry-name': wrong }, [
      'Registry name is not included in the list',
    ]),
  )

  rule('§6 providers', 'A private namespace must be the organization’s name')
  test.each(['other', 'acme', 'ACME'])(
    'the namespace of a private one is the name of its organization: %j is 422',
    (namespace) => refused({ name: 'x', namespace, 'registry-name': 'private' }, ['Namespace is invalid']),
  )

  rule('§1 names', 'Provider names and namespaces have up to 64 letters, digits, `-` and `_`')
  test.each([
    [{ name: 'a b' }, 'Name is invalid'],
    [{ name: 'a.b' }, 'Name is invalid'],
    [{ name: 'a\u0000' }, 'Name is invalid'],
    [{ name: 7 }, 'Name is invalid'],
    [{ name: '' }, "Name can't be blank"],
    [{ name: 'x'.repeat(65) }, 'Name is too long (maximum is 64 characters)'],
    [{ namespace: 'a/b' }, 'Namespace is invalid'],
    [{ namespace: 7 }, 'Namespace is invalid'],
    [{ namespace: 'x'.repeat(65) }, 'Namespace is too long (maximum is 64 characters)'],
    [{ 'registry-name': 5 }, 'Registry name is invalid'],
  ])('names have up to 64 letters, digits, hyphens and underscores: %j is 422', (wrong, detail) =>
    refused({ name: 'x', namespace: 'someone', 'registry-name': 'public', ...wrong }, [detail]),
  )

  rule('Spec providers', 'Rules 2 and 3: a created provider appears in the list immediately')
  test.each(['public', 'private'])('a %s one is in the list at once', async (registryName) => {
    const attributes = { name: fresh(app), namespace: 'Acme', 'registry-name': registryName }
    const made = await as(app, owner).post(path, { body: provider(attributes) })
    const member = await app.make.member(acme)
    const list = await as(app, member).get(`${path}?q=${attributes.name}`)
    expect(list.body.data.map(({ id }: { id: string }) => id)).toEqual([made.body.data.id])
  })

  rule('Spec providers', 'Rule 1: the organization in the path must exist')
  test('in an organization that is not there is a miss, and nothing is created', async () => {
    const before = await app.prisma.registryProvider.count()
    const body = provider({ name: fresh(app), namespace: 'missing', 'registry-name': 'private' })
    const answer = await as(app, owner).post('/organizations/missing/registry-providers', { body })
    expect([answer.status, answer.body]).toEqual([404, notFoundBody])
    expect(await app.prisma.registryProvider.count()).toBe(before)
  })

  rule('Spec providers', 'Rule 1: create and delete need a token of the team owners or of a member of it')
  test('and deletion are for tokens of the team owners and of its members, not for the organization’s own', async () => {
    const ofTeam = { type: 'team', id: await ownersOf(app, acme), organizationId: acme.id } as const
    const { tokens } = app.services
    const { value: ownersToken } = await tokens.replacePlain(owner.ctx, ofTeam, {})
    const ofAcme = { type: 'organization', id: acme.id } as const
    const { value: ownToken } = await tokens.replacePlain(owner.ctx, ofAcme, {})
    for (const [bearer, status] of [
      [ownersToken, 201],
      [owner.token, 201],
      [ownToken, 404],
    ] as const) {
      const attributes = { name: fresh(app), namespace: 'someone', 'registry-name': 'public' }
      const made = await as(app, bearer).post(path, { body: provider(attributes) })
      expect(made.status).toBe(status)
      const deleted = await as(app, bearer).delete(`${path}/public/someone/${attributes.name}`)
      expect(deleted.status).toBe(status === 201 ? 204 : 404)
    }
    expect((await as(app, ownToken).get(path)).status).toBe(200)
  })

  rule('§6 providers', 'A duplicate is 422 `Name has already been taken`')
  test('a duplicate in any case is 422, in the other registry or another namespace it is none', async () => {
    const attributes = { name: 'twice', namespace: 'someone', 'registry-name': 'public' }
    expect((await as(app, owner).post(path, { body: provider(attributes) })).status).toBe(201)
    const again = await as(app, owner).post(path, {
      body: provider({ ...attributes, name: 'TWICE', namespace: 'SomeOne' }),
    })
    expect(again.status).toBe(422)
    expect(again.body.errors).toEqual([
      {
        status: '422',
        title: 'invalid attribute',
        detail: 'Name has already been taken',
        source: { pointer: '/data/attributes/name' },
      },
    ])
    for (const other of [{ namespace: 'other' }, { namespace: 'Acme', 'registry-name': 'private' }])
      expect((await as(app, owner).post(path, { body: provider({ ...attributes, ...other }) })).status).toBe(
        201,
      )
  })

  test('a wrong or missing type is 422', async () => {
    for (const type of ['registry-modules', '', undefined]) {
      const attributes = { name: fresh(app), namespace: 'Acme', 'registry-name': 'private' }
      const answer = await as(app, owner).post(path, { body: { data: { type, attributes } } })
      expect([answer.status, answer.body.errors[0].source]).toEqual([422, { pointer: '/data/type' }])
    }
  })
})
