import { rule } from '@engine/shared/rule'
import { beforeEach, describe, expect, test } from 'vitest'
import { mutate } from '../graphql/mutate.js'
import { as, documentOf, expectDetails, faultsOf, notFoundBody } from '../rest.js'
import { auditOf, modulePath, publish, setStatus, uploadLink, versionIdOf } from './module-requests.js'
import { Publisher } from './publisher.js'

let address: string
let path: string

const publisher = await Publisher.open()
const { app, owner } = publisher

beforeEach(async () => {
  address = await publisher.freshModule()
  path = `${modulePath(address)}/1.0.0`
  await publish(app, owner, address, '1.0.0')
})

const hole = { reason: 'A hole in it', link: 'https://news.example/hole' }

const patch = (attributes: object, { type = 'module-versions', headers = {} } = {}) =>
  as(app, owner).patch(path, { body: documentOf(type, attributes), headers })

const shown = async (): Promise<unknown> => (await as(app, owner).get(path)).body.data.attributes.deprecation

describe('PATCH of a version', () => {
  rule('§7 lifecycle', 'PATCH of a version is 200 with the version, by either type')
  test.each(['module-versions', 'registry-module-versions'])(
    'of the type %s answers 200 with the version, its deprecation shown',
    async (type) => {
      const before = await as(app, owner).get(path)
      const deprecation = { 'deprecated-status': 'Deprecated', ...hole }
      const answer = await patch({ deprecation }, { type })
      expect(answer.status).toBe(200)
      const { data } = before.body
      expect(answer.body.data).toEqual({ ...data, attributes: { ...data.attributes, deprecation } })
      expect(data).toMatchObject({ type: 'registry-module-versions', attributes: { deprecation: null } })
      const reads = [path, `${modulePath(address)}/version?module_version=1.0.0`]
      const shownBy = await Promise.all(reads.map((read) => as(app, owner).get(read)))
      for (const { body } of shownBy) expect(body).toEqual(answer.body)
      // The tag of either path serves for If-Match.
      expect(new Set(shownBy.map(({ headers }) => headers['etag'])).size).toBe(1)
    },
  )

  rule('§7 lifecycle', 'It takes `Deprecated`, `Revoked` and `Undeprecated`, audited')
  test('takes Deprecated, Revoked and Undeprecated, each audited with before and after', async () => {
    const id = await versionIdOf(app, address, '1.0.0')
    for (const status of ['Deprecated', 'Revoked', 'Undeprecated'])
      expect((await setStatus(app, owner, address, '1.0.0', status, hole)).status).toBe(200)
    const [, , ...rows] = await auditOf(app, id)
    const [deprecated, revoked] = [
      { status: 'deprecated', ...hole },
      { status: 'revoked', ...hole },
    ]
    expect(rows).toMatchObject([
      {
        action: 'module-version.deprecate',
        before: { deprecation: null },
        after: { deprecation: deprecated },
      },
      {
        action: 'module-version.revoke',
        before: { deprecation: deprecated },
        after: { deprecation: revoked },
      },
      { action: 'module-version.restore', before: { deprecation: revoked }, after: { deprecation: null } },
    ])
  })

  rule('§7 lifecycle', '`reason` and `link` may be absent, and are then none')
  test('replaces the whole deprecation: a reason and a link that are absent, null or empty are none', async () => {
    for (const none of [{}, { reason: null, link: null }, { reason: '', link: '' }]) {
      await setStatus(app, owner, address, '1.0.0', 'Deprecated', hole)
      await setStatus(app, owner, address, '1.0.0', 'Deprecated', none)
      expect(await shown()).toEqual({ 'deprecated-status': 'Deprecated', reason: null, link: null })
    }
  })

  rule('§7 lifecycle', 'null restores, what is absent stays')
  test('null restores; what is absent stays; restoring what is neither does nothing', async () => {
    await setStatus(app, owner, address, '1.0.0', 'Revoked', hole)
    expect((await patch({})).status).toBe(200)
    expect(await shown()).toEqual({ 'deprecated-status': 'Revoked', ...hole })
    expect((await patch({ deprecation: null })).body.data.attributes.deprecation).toBeNull()
    const before = await app.prisma.auditEvent.count()
    expect((await patch({ deprecation: null })).status).toBe(200)
    expect((await setStatus(app, owner, address, '1.0.0', 'Undeprecated')).status).toBe(200)
    expect(await app.prisma.auditEvent.count()).toBe(before)
  })

  const at = '/data/attributes/deprecation'
  rule('§7 lifecycle', 'All that is wrong is told at once, with its pointer')
  test.each([
    ['Revoked', [[at, 'Deprecation is invalid']]],
    [{}, [[`${at}/deprecated-status`, "Deprecated status can't be blank"]]],
    [{ 'deprecated-status': null }, [[`${at}/deprecated-status`, "Deprecated status can't be blank"]]],
    [
      { 'deprecated-status': 'deprecated' },
      [[`${at}/deprecated-status`, 'Deprecated status is not included in the list']],
    ],
    [
      { 'deprecated-status': 7, reason: 7, link: 'ftp://news.example' },
      [
        [`${at}/deprecated-status`, 'Deprecated status is invalid'],
        [`${at}/reason`, 'Reason is invalid'],
        [`${at}/link`, 'Link is invalid'],
      ],
    ],
    [
      {
        'deprecated-status': 'Whatever',
        reason: 'x'.repeat(1001),
        link: `https://x.example/${'x'.repeat(2048)}`,
      },
      [
        [`${at}/deprecated-status`, 'Deprecated status is not included in the list'],
        [`${at}/reason`, 'Reason is too long (maximum is 1000 characters)'],
        [`${at}/link`, 'Link is too long (maximum is 2048 characters)'],
      ],
    ],
    [
      { 'deprecated-status': 'Revoked', reason: '\0', link: 'javascript:\0' },
      [
        [`${at}/reason`, 'Reason is invalid'],
        [`${at}/link`, 'Link is invalid'],
      ],
    ],
  ])('tells all that is wrong at once, and changes nothing (%#)', async (deprecation, faults) => {
    const answer = await patch({ deprecation }, { type: 'wrong' })
    expect(answer.status).toBe(422)
    expect(faultsOf(answer)).toEqual([['/data/type', 'Type is invalid'], ...faults])
    expect(await shown()).toBeNull()
  })

  test('takes a reason of 1,000 and a link of 2,048 characters', async () => {
    const longest = { reason: 'ö'.repeat(1000), link: 'https://x.example/'.padEnd(2048, 'x') }
    expect((await setStatus(app, owner, address, '1.0.0', 'Revoked', longest)).status).toBe(200)
    expect(await shown()).toEqual({ 'deprecated-status': 'Revoked', ...longest })
  })

  rule('§7 lifecycle', 'What is not published cannot be deprecated')
  test('of a version that is not published is 422; there is nothing of it to restore', async () => {
    await uploadLink(app, owner, address, '2.0.0')
    for (const status of ['Deprecated', 'Revoked']) {
      const answer = await setStatus(app, owner, address, '2.0.0', status)
      expectDetails(answer, 422, 'Deprecation is invalid')
    }
    expect((await setStatus(app, owner, address, '2.0.0', 'Undeprecated')).status).toBe(200)
  })

  rule('§7 lifecycle', 'It is for those who manage modules')
  test('is for those who manage modules', async () => {
    const acme = (await app.services.organizations.access(owner.ctx, 'acme', 'organizations:read'))
      .organization
    const manager = await app.make.manager(acme, { manageModules: true })
    const read = await app.make.token(owner, { scopes: ['read'] })
    const publishing = await app.make.token(owner, { scopes: [`publish:${address}`] })
    for (const by of [await app.make.member(acme), await app.make.user(), read, publishing]) {
      const answer = await setStatus(app, by, address, '1.0.0', 'Revoked')
      expect([answer.status, answer.body]).toEqual([404, notFoundBody])
    }
    expect(await shown()).toBeNull()
    expect((await setStatus(app, manager, address, '1.0.0', 'Revoked')).status).toBe(200)
  })

  rule('§7 lifecycle', 'It holds to `If-Match`')
  test('and DELETE, under an If-Match that is stale, are 412 and change nothing', async () => {
    const { etag = '' } = (await as(app, owner).get(path)).headers
    await setStatus(app, owner, address, '1.0.0', 'Deprecated', hole)
    const headers = { 'If-Match': etag }
    expect((await patch({ deprecation: null }, { headers })).status).toBe(412)
    expect((await as(app, owner).delete(path, { headers })).status).toBe(412)
    expect(await shown()).toEqual({ 'deprecated-status': 'Deprecated', ...hole })
    const fresh = { 'If-Match': (await as(app, owner).get(path)).headers['etag'] ?? '' }
    expect((await patch({ deprecation: null }, { headers: fresh })).status).toBe(200)
  })
})

rule('§7 lifecycle', 'GraphQL does the same')
test('GraphQL shows a deprecation, replaces it and takes it back', async () => {
  const id = await versionIdOf(app, address, '1.0.0')
  const fields =
    'registryModuleVersion { deprecation { status reason link } } userErrors { field code message }'
  const update = (deprecation: object | null) =>
    mutate(app, owner, 'registryModuleVersionUpdate', { id, deprecation }, fields)
  const revoked = { status: 'REVOKED', ...hole }
  expect(await update(revoked)).toEqual({
    registryModuleVersion: { deprecation: revoked },
    userErrors: [],
  })
  expect(await update({ status: 'DEPRECATED' })).toMatchObject({
    registryModuleVersion: { deprecation: { status: 'DEPRECATED', reason: null, link: null } },
  })
  expect(await update({ status: 'REVOKED', reason: 'x'.repeat(1001), link: 'invalid' })).toMatchObject({
    userErrors: [
      { field: ['deprecation', 'reason'], code: 'TOO_LONG' },
      { field: ['deprecation', 'link'], code: 'INVALID' },
    ],
  })
  expect(await update(null)).toMatchObject({ registryModuleVersion: { deprecation: null } })
})
