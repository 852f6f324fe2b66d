import { rule } from '@engine/shared/rule'
import { describe, expect, test } from 'vitest'
import { auditOf } from '../modules/module-requests.js'
import {
  createPlatform,
  createProvider,
  createProviderVersion,
  freshProvider,
  providerPath,
  shown,
} from '../providers.js'
import { as, detailsOf, documentOf, notFoundBody } from '../rest.js'
import { startAcme } from './acme.js'

const { app, owner, acme } = await startAcme()

const version = (attributes: object): object => documentOf('registry-provider-versions', attributes)

describe('versions', () => {
  rule('§6 versions', 'POST is 201 with upload links and nothing uploaded')
  test('creation answers 201 with upload links and nothing uploaded', async () => {
    const address = await freshProvider(app, owner)
    const attributes = { version: '1.0.0', 'key-id': 'any text', protocols: ['5.0', '6.0'] }
    const path = `${providerPath(address)}/versions`
    const answer = await as(app, owner).post(path, { body: version(attributes) })
    expect(answer.status).toBe(201)
    const self = `/api/v2${path}/1.0.0`
    expect(answer.body).toEqual({
      data: {
        id: expect.stringMatching(/^provver-[A-Za-z0-9]{16}$/),
        type: 'registry-provider-versions',
        attributes: {
          ...attributes,
          'created-at': '2026-03-01T12:00:00.000Z',
          'updated-at': '2026-03-01T12:00:00.000Z',
          'docs-uploaded-at': null,
          'shasums-uploaded': false,
          'shasums-sig-uploaded': false,
          published: false,
          'publication-error': null,
          provenance: null,
          warnings: [],
          deprecation: null,
          'end-of-life': null,
          permissions: { 'can-delete': true, 'can-upload-asset': true },
        },
        relationships: {
          'registry-provider': { data: { id: expect.stringMatching(/^prov-/), type: 'registry-providers' } },
          platforms: { data: [], links: { related: `${self}/platforms` } },
        },
        links: {
          self,
          'shasums-upload': expect.stringMatching(/^http:\/\/registry\.test\//),
          'shasums-sig-upload': expect.stringMatching(/^http:\/\/registry\.test\//),
          'docs-upload': expect.stringMatching(/^http:\/\/registry\.test\//),
        },
      },
    })
    expect((await shown(app, owner, `${path}/1.0.0`)).attributes).toEqual(answer.body.data.attributes)
    expect(await auditOf(app, answer.body.data.id)).toMatchObject([
      { action: 'registry-provider-version.create', organizationId: acme.id },
    ])
  })

  rule('§6 versions', '`protocols: null` is `[]`')
  test.each([[{ protocols: null }], [{}], [{ protocols: [] }]])(
    'with %j its protocols are []',
    async (attributes) => {
      const path = `${providerPath(await freshProvider(app, owner))}/versions`
      const answer = await as(app, owner).post(path, {
        body: version({ version: '1.0.0', 'key-id': 'k', ...attributes }),
      })
      expect([answer.status, answer.body.data?.attributes.protocols]).toEqual([201, []])
    },
  )

  test('the type may be missing or empty, but not wrong', async () => {
    const path = `${providerPath(await freshProvider(app, owner))}/versions`
    for (const [type, status, number] of [
      [undefined, 201, '1.0.0'],
      ['', 201, '1.0.1'],
      ['registry-providers', 422, '1.0.2'],
    ]) {
      const attributes = { version: number, 'key-id': 'k' }
      expect((await as(app, owner).post(path, { body: { data: { type, attributes } } })).status).toBe(status)
    }
  })

  rule('§6 versions', 'They have the syntax of engine versions')
  test.each([
    [{}, ["Version can't be blank", "Key id can't be blank"]],
    [{ version: '1.0', 'key-id': 'k' }, ['Version is invalid']],
    [{ version: 'v1.0.0', 'key-id': 'k' }, ['Version is invalid']],
    [{ version: '1.0.0+x', 'key-id': 'k' }, ['Version is invalid']],
    [
      { version: 1, 'key-id': 1, protocols: '5.0' },
      ['Version is invalid', 'Key id is invalid', 'Protocols is invalid'],
    ],
    [{ version: '1.0.0', 'key-id': 'x'.repeat(129) }, ['Key id is too long (maximum is 128 characters)']],
    [{ version: '1.0.0', 'key-id': 'k', protocols: [5] }, ['Protocols is invalid']],
    [{ version: '1.0.0', 'key-id': 'k', protocols: ['5.0', 'six'] }, ['Protocols is invalid']],
    [{ version: '1.0.0', 'key-id': 'k', protocols: ['6'] }, ['Protocols is invalid']],
    [{ version: '1.0.0', 'key-id': 'k', protocols: ['5.0.0'] }, ['Protocols is invalid']],
    [
      { version: '1.9223372036854775808.0', 'key-id': 'k' },
      ['Version has a number above 9223372036854775807, which no CLI reads'],
    ],
  ])(
    'a version has the syntax of engine versions, and what is missing or wrong is told at once: %j is 422',
    async (attributes, expected) => {
      const address = await freshProvider(app, owner)
      const path = `${providerPath(address)}/versions`
      const answer = await as(app, owner).post(path, { body: version(attributes) })
      expect([answer.status, detailsOf(answer)]).toEqual([422, expected])
      expect((await as(app, owner).get(path)).body.data).toEqual([])
    },
  )

  rule('§2 sorting', 'Versions of a provider newest first')
  rule('§6 versions', 'They are listed newest first, paged')
  test('are listed newest first, also above 2^53', async () => {
    const address = await freshProvider(app, owner)
    const order = ['2.0.0', '1.0.7790374163559867652', '1.0.10', '1.0.9', '1.0.9-rc1']
    for (const each of [...order].sort()) await createProviderVersion(app, owner, address, each)
    const answer = await as(app, owner).get(`${providerPath(address)}/versions?page[size]=3`)
    expect(
      answer.body.data.map((each: { attributes: { version: string } }) => each.attributes.version),
    ).toEqual(order.slice(0, 3))
    expect(answer.body.meta.pagination).toMatchObject({ 'total-count': 5, 'next-page': 2 })
  })

  rule('§6 versions', 'A version is found by its number, any other is 404')
  test('a version that is not there is 404, whatever its form', async () => {
    const path = `${providerPath(await freshProvider(app, owner))}/versions`
    for (const each of ['1.0.0', 'x', '%00', 'v1'])
      expect((await as(app, owner).get(`${path}/${each}`)).body).toEqual(notFoundBody)
  })

  rule('Spec providers', 'Rule 2: versions of public providers cannot be created')
  rule('§2 errors', '403 is for the versions of a public provider')
  rule('§6 providers', 'Versions of a public provider are 403')
  test('of a public provider everything about them is 403, for those who may see it', async () => {
    await createProvider(app, owner, 'Acme/public/someone/cloud')
    const path = `${providerPath('Acme/public/someone/cloud')}/versions`
    const body = version({ version: '1.0.0', 'key-id': 'k' })
    for (const answer of [
      await as(app, owner).get(path),
      await as(app, owner).post(path, { body }),
      await as(app, owner).get(`${path}/1.0.0`),
      await as(app, owner).delete(`${path}/1.0.0`),
      await as(app, owner).get(`${path}/1.0.0/platforms`),
      await as(app, owner).get(`${path}/1.0.0/platforms/linux/amd64`),
    ]) {
      expect(answer.status).toBe(403)
      expect(answer.body.errors).toEqual([
        {
          status: '403',
          title: 'forbidden',
          detail: 'The versions of a public provider are those of the public registry',
        },
      ])
    }
    const [member, stranger] = [await app.make.member(acme), await app.make.user()]
    expect((await as(app, member).get(path)).status).toBe(403)
    expect((await as(app, member).post(path, { body })).body).toEqual(notFoundBody)
    expect((await as(app, stranger).get(path)).body).toEqual(notFoundBody)
    expect(
      await app.prisma.registryProviderVersion.count({ where: { provider: { registryName: 'public' } } }),
    ).toBe(0)
  })
})

describe('deleting a version', () => {
  rule('§6 versions', 'DELETE is 204 and takes the platforms along')
  test('a version takes its platforms along, and its number may be created again', async () => {
    const address = await freshProvider(app, owner)
    const { id } = await createProviderVersion(app, owner, address, '1.0.0')
    const { id: platformId } = await createPlatform(app, owner, address, '1.0.0')
    const path = `${providerPath(address)}/versions/1.0.0`
    const answer = await as(app, owner).delete(path)
    expect([answer.status, answer.text]).toEqual([204, ''])
    expect((await as(app, owner).delete(path)).status).toBe(404)
    expect(await app.prisma.registryProviderPlatform.count({ where: { versionId: id } })).toBe(0)
    expect((await auditOf(app, id)).at(-1)).toMatchObject({ action: 'registry-provider-version.delete' })
    expect(await auditOf(app, platformId)).toHaveLength(1)
    await createProviderVersion(app, owner, address, '1.0.0')
  })
})
