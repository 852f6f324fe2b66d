import { rule } from '@engine/shared/rule'
import { describe, expect, test } from 'vitest'
import type { Response } from 'supertest'
import { pathOf, put } from '../modules/module-requests.js'
import {
  createPlatform,
  createProviderVersion,
  freshProvider,
  providerPath,
  createProviderWithPlatform,
  shown,
} from '../providers.js'
import { as, documentOf, notFoundBody } from '../rest.js'
import { startAcme } from './acme.js'

const { app, owner, acme } = await startAcme()

const version = (attributes: object): object => documentOf('registry-provider-versions', attributes)
const platform = (attributes: object): object => documentOf('registry-provider-platforms', attributes)

const bytes = Buffer.from('some bytes of a file\n')

const upload = (links: Record<string, string>, name: string, content = bytes): Promise<Response> =>
  put(app, pathOf(links[`${name}-upload`] ?? ''), content)
const download = async (link: string): Promise<Response> => app.http.get(pathOf(link)).buffer(true)

describe('the links of a provider’s files', () => {
  test('forged, expired and foreign links are not found, and so are those of a caller without the right', async () => {
    const { made, path } = await createProviderWithPlatform(app, owner)
    const link = pathOf(made.links['shasums-upload'] ?? '')
    const signature = pathOf(made.links['shasums-sig-upload'] ?? '')
    const swapped = `${link.split('?')[0]}?${signature.split('?')[1]}`
    for (const wrong of [link.split('?')[0] ?? '', swapped, `${link}x`, link.replace('/shasums?', '/other?')])
      expect((await put(app, wrong, bytes)).body).toEqual(notFoundBody)
    app.clock.move(26 * 3_600_000)
    expect((await put(app, link, bytes)).body).toEqual(notFoundBody)
    expect((await shown(app, owner, path)).attributes['shasums-uploaded']).toBe(false)
    const manager = await app.make.manager(acme, { manageProviders: true })
    const theirs = pathOf((await shown(app, manager, path)).links['shasums-upload'])
    await app.prisma.teamMember.deleteMany({ where: { userId: manager.id } })
    expect((await put(app, theirs, bytes)).body).toEqual(notFoundBody)
  })

  rule('§5 disabled', 'The links of its provider files stop')
  test('of a disabled organization links stop, and work again once it is enabled', async () => {
    const { made, path } = await createProviderWithPlatform(app, owner)
    const upload = pathOf(made.links['shasums-upload'] ?? '')
    await put(app, pathOf(made.links['shasums-sig-upload'] ?? ''), bytes)
    const signature = pathOf((await shown(app, owner, path)).links['shasums-sig-download'])
    const setDisabled = (isDisabled: boolean) =>
      app.prisma.organization.update({ where: { id: acme.id }, data: { isDisabled } })
    await setDisabled(true)
    expect((await put(app, upload, bytes)).body).toEqual(notFoundBody)
    expect((await app.http.get(signature)).status).toBe(404)
    await setDisabled(false)
    expect((await put(app, upload, bytes)).status).toBe(200)
    expect((await app.http.get(signature)).status).toBe(200)
  })

  test('a link works for PUT and OPTIONS alone', async () => {
    const { made } = await createProviderWithPlatform(app, owner)
    const link = pathOf(made.links['shasums-upload'] ?? '')
    const get = await app.http.get(link)
    expect([get.status, get.headers['allow']]).toEqual([405, 'PUT, OPTIONS'])
    const options = await app.http.options(link)
    expect([options.status, options.headers['allow']]).toEqual([204, 'PUT, OPTIONS'])
  })

  rule('§6 files', 'Upload links are shown only to those who may write')
  test('upload links are shown only to those who may write, downloads to every member', async () => {
    const { made, build, path, platform: platformPath } = await createProviderWithPlatform(app, owner)
    const member = await app.make.member(acme)
    const before = await shown(app, member, path)
    expect(Object.keys(before.links)).toEqual(['self'])
    expect(before.attributes.permissions).toEqual({ 'can-delete': false, 'can-upload-asset': false })
    expect(Object.keys((await shown(app, member, platformPath)).links)).toEqual(['self'])
    await upload(made.links, 'shasums')
    await upload(build.links, 'provider-binary')
    expect(Object.keys((await shown(app, member, path)).links)).toEqual(['self', 'shasums-download'])
    const link = (await shown(app, member, platformPath)).links['provider-binary-download']
    expect((await download(link)).status).toBe(200)
    await app.prisma.organizationMembership.deleteMany({ where: { userId: member.id } })
    const gone = await download(link)
    expect([gone.status, gone.body]).toEqual([404, { errors: ['Not Found'] }])
  })

  test('links made in the same hour are the same, so that tags and If-Match hold', async () => {
    const { path } = await createProviderWithPlatform(app, owner)
    app.clock.move(-app.clock.now().getTime() % 3_600_000)
    app.clock.move(60_000)
    const first = await as(app, owner).get(path)
    app.clock.move(50 * 60_000)
    const second = await as(app, owner).get(path)
    expect(second.headers['etag']).toBe(first.headers['etag'])
    const headers = { 'If-Match': first.headers['etag'] as string }
    expect((await as(app, owner).delete(path, { headers })).status).toBe(204)
  })
})

describe('who may write', () => {
  test('members without the right get 404 on every write, the same as a miss', async () => {
    const address = await freshProvider(app, owner)
    await createProviderVersion(app, owner, address, '1.0.0')
    await createPlatform(app, owner, address, '1.0.0')
    const member = await app.make.member(acme)
    const path = `${providerPath(address)}/versions`
    for (const answer of [
      await as(app, member).post(path, { body: version({ version: '2.0.0', 'key-id': 'k' }) }),
      await as(app, member).delete(`${path}/1.0.0`),
      await as(app, member).post(`${path}/1.0.0/platforms`, { body: platform({}) }),
      await as(app, member).delete(`${path}/1.0.0/platforms/linux/amd64`),
    ])
      expect([answer.status, answer.body]).toEqual([404, notFoundBody])
    expect((await as(app, member).get(`${path}/1.0.0/platforms/linux/amd64`)).status).toBe(200)
  })

  rule('§3 rights', 'An organization’s token adds and deletes no providers')
  test("a team's token with the right uploads by its own links; an organization's token only reads", async () => {
    const address = await freshProvider(app, owner)
    const team = await app.make.team(owner, acme, { organizationAccess: { 'manage-providers': true } })
    const whose = { type: 'team', id: team.id, organizationId: acme.id } as const
    const { value: teamToken } = await app.services.tokens.replacePlain(owner.ctx, whose, {})
    const path = `${providerPath(address)}/versions`
    const body = version({ version: '1.0.0', 'key-id': 'k' })
    const made = await as(app, teamToken).post(path, { body })
    expect(made.status, made.text).toBe(201)
    const link = pathOf(made.body.data.links['shasums-upload'])
    expect((await put(app, link, Buffer.from('sums'))).status).toBe(200)
    const organization = { type: 'organization', id: acme.id } as const
    const { value: ownToken } = await app.services.tokens.replacePlain(owner.ctx, organization, {})
    const seen = await as(app, ownToken).get(`${path}/1.0.0`)
    expect(Object.keys(seen.body.data.links)).toEqual(['self', 'shasums-download'])
    expect((await app.http.get(pathOf(seen.body.data.links['shasums-download']))).status).toBe(200)
    for (const answer of [
      await as(app, ownToken).post(path, { body }),
      await as(app, ownToken).delete(`${path}/1.0.0`),
      await as(app, ownToken).delete(providerPath(address)),
    ])
      expect([answer.status, answer.body]).toEqual([404, notFoundBody])
  })
})
