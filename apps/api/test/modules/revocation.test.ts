import { rule } from '@engine/shared/rule'
import { beforeEach, describe, expect, test } from 'vitest'
import { as, documentOf, expectDetails, faultsOf } from '../rest.js'
import {
  auditOf,
  modulePath,
  publish,
  registry,
  setStatus,
  uploadLink,
  versionIdOf,
} from './module-requests.js'
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

const patch = (attributes: object) =>
  as(app, owner).patch(path, { body: documentOf('module-versions', attributes) })

const shown = async (): Promise<unknown> => (await as(app, owner).get(path)).body.data.attributes.deprecation

describe('the attribute `revocation` of PATCH', () => {
  const words = { message: hole.reason, link: hole.link }
  const attributes = async () =>
    (await as(app, owner).get(path)).body.data.attributes as Record<string, unknown>
  const download = () => registry(app, owner, `/v1/modules/${address}/1.0.0/download`)

  rule('§11 revocation', '`Revoked` has the effect of ours, and its message is the reason')
  test('revokes: the version is gone for downloads, with its message, and shows both attributes', async () => {
    expect((await patch({ revocation: { status: 'Revoked', ...words } })).status).toBe(200)
    expect(await attributes()).toMatchObject({
      deprecation: { 'deprecated-status': 'Revoked', ...hole },
      revocation: { status: 'Revoked', ...words },
    })
    const refused = await download()
    expect([refused.status, refused.body]).toEqual([410, { errors: [hole.reason] }])
    const id = await versionIdOf(app, address, '1.0.0')
    expect((await auditOf(app, id)).at(-1)).toMatchObject({ action: 'module-version.revoke' })
  })

  rule('§11 revocation', '`Unrevoked` leads back to deprecated where it was that before')
  test.each(['revocation', 'deprecation'])(
    'is taken back after a revocation by %s: the version is deprecated again, or as good as new',
    async (by) => {
      const revoked =
        by === 'revocation'
          ? { revocation: { status: 'Revoked', message: 'It leaks' } }
          : { deprecation: { 'deprecated-status': 'Revoked', reason: 'It leaks' } }
      const deprecated = { 'deprecated-status': 'Deprecated', ...hole }
      await patch({ deprecation: deprecated })
      for (let times = 0; times < 2; times++) await patch(revoked)
      expect((await patch({ revocation: { status: 'Unrevoked' } })).status).toBe(200)
      expect(await attributes()).toMatchObject({ deprecation: deprecated, revocation: null })
      expect((await download()).status).toBe(204)

      await patch({ deprecation: null })
      await patch(revoked)
      await patch({ revocation: { status: 'Unrevoked' } })
      expect(await attributes()).toMatchObject({ deprecation: null, revocation: null })
    },
  )

  test('taken back of what is not revoked changes nothing', async () => {
    await setStatus(app, owner, address, '1.0.0', 'Deprecated', hole)
    const before = await app.prisma.auditEvent.count()
    for (const revocation of [{ status: 'Unrevoked' }, null])
      expect((await patch({ revocation })).status).toBe(200)
    expect(await shown()).toEqual({ 'deprecated-status': 'Deprecated', ...hole })
    expect(await app.prisma.auditEvent.count()).toBe(before)
  })

  rule('§11 revocation', 'A `deprecation` beside it that says otherwise is 422')
  test('beside a deprecation that says otherwise is 422, beside one that says the same is taken', async () => {
    const revocation = { status: 'Revoked', ...words }
    for (const deprecation of [
      null,
      { 'deprecated-status': 'Deprecated', ...hole },
      { 'deprecated-status': 'Undeprecated' },
      { 'deprecated-status': 'Revoked', reason: 'another' },
    ]) {
      const answer = await patch({ revocation, deprecation })
      expectDetails(answer, 422, 'Deprecation is invalid')
    }
    expect(await shown()).toBeNull()
    const same = { 'deprecated-status': 'Revoked', ...hole }
    expect((await patch({ revocation, deprecation: same })).status).toBe(200)
    expect(await shown()).toEqual(same)
    const answer = await patch({ revocation: { status: 'Unrevoked' }, deprecation: same })
    expectDetails(answer, 422, 'Deprecation is invalid')
  })

  test('as it was shown, with all other attributes sent back, is taken', async () => {
    await setStatus(app, owner, address, '1.0.0', 'Deprecated', hole)
    for (const change of [{}, { revocation: { status: 'Revoked', ...words } }]) {
      await patch(change)
      const before = await attributes()
      expect((await patch(before)).status).toBe(200)
      expect(await attributes()).toEqual({ ...before, 'updated-at': expect.any(String) })
    }
  })

  const at = '/data/attributes/revocation'
  rule('§11 revocation', 'A form that is not acted on is 422, never ignored')
  test.each([
    ['Revoked', [[at, 'Revocation is invalid']]],
    [true, [[at, 'Revocation is invalid']]],
    [{}, [[`${at}/status`, "Status can't be blank"]]],
    [{ 'deprecated-status': 'Revoked' }, [[`${at}/status`, "Status can't be blank"]]],
    [{ status: 'revoked' }, [[`${at}/status`, 'Status is not included in the list']]],
    [
      { status: 'Revoked', message: 7, link: 'ftp://news.example' },
      [
        [`${at}/message`, 'Message is invalid'],
        [`${at}/link`, 'Link is invalid'],
      ],
    ],
  ])('in a form that is not known, %j, is 422 and changes nothing', async (revocation, faults) => {
    const answer = await patch({ revocation })
    expect([answer.status, faultsOf(answer)]).toEqual([422, faults])
    expect(await shown()).toBeNull()
  })

  test('of a version that is not published is 422', async () => {
    await uploadLink(app, owner, address, '2.0.0')
    const body = documentOf('module-versions', { revocation: { status: 'Revoked' } })
    const answer = await as(app, owner).patch(`${modulePath(address)}/2.0.0`, { body })
    expectDetails(answer, 422, 'Revocation is invalid')
  })
})
