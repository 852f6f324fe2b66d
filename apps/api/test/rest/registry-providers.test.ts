import { rule } from '@engine/shared/rule'
import { describe, expect, test } from 'vitest'
import type { Person } from '../makers.js'
import { auditOf } from '../modules/module-requests.js'
import { createProvider, createProviderVersion } from '../providers.js'
import { as, notFoundBody, unauthorizedBody } from '../rest.js'
import { startAcme } from './acme.js'
import { fresh, path, provider } from './registry-providers.js'

const { app, owner, acme } = await startAcme()

describe('update and delete', () => {
  rule('§6 providers', 'PATCH is 200 and changes nothing')
  test('PATCH answers 200 with the provider as it is, with or without a type', async () => {
    const made = await createProvider(app, owner, 'Acme/private/Acme/patched')
    for (const type of ['registry-providers', '', undefined]) {
      const body = { data: { type, attributes: { name: 'other' } } }
      const answer = await as(app, owner).patch(`${path}/private/Acme/patched`, { body })
      expect([answer.status, answer.body.data]).toEqual([200, made])
    }
    const wrong = await as(app, owner).patch(`${path}/private/Acme/patched`, {
      body: { data: { type: 'x' } },
    })
    expect([wrong.status, wrong.body.errors[0].source]).toEqual([422, { pointer: '/data/type' }])
    const none = await as(app, owner).patch(`${path}/private/Acme/patched`, { body: {} })
    expect([none.status, none.body.errors[0].source]).toEqual([422, { pointer: '/data' }])
  })

  rule('§16', '`source-url`, a new attribute of providers, as of modules')
  test('a private provider has an address of its sources, which may be changed and unset', async () => {
    const attributes = { name: fresh(app), namespace: 'Acme', 'registry-name': 'private' }
    const own = `${path}/private/Acme/${attributes.name}`
    const create = (more: object) => as(app, owner).post(path, { body: provider({ ...attributes, ...more }) })
    for (const wrong of ['git@example.com:acme', 'ftp://example.com', 'x'.repeat(2049), 5]) {
      const { status, body } = await create({ 'source-url': wrong })
      expect([status, body.errors[0].source]).toEqual([422, { pointer: '/data/attributes/source-url' }])
    }
    const sourceUrl = 'https://git.example.com/acme/provider'
    const made = await create({ 'source-url': sourceUrl })
    expect([made.status, made.body.data.attributes['source-url']]).toEqual([201, sourceUrl])
    const update = (value: unknown) =>
      as(app, owner).patch(own, { body: { data: { attributes: { 'source-url': value } } } })
    expect((await update('no address')).status).toBe(422)
    expect((await update('http://other.example')).body.data.attributes['source-url']).toBe(
      'http://other.example',
    )
    expect((await as(app, owner).patch(own, { body: { data: {} } })).body.data.attributes['source-url']).toBe(
      'http://other.example',
    )
    for (const none of ['', null]) {
      await update(sourceUrl)
      expect((await update(none)).body.data.attributes['source-url']).toBe(null)
    }
    expect((await as(app, owner).get(own)).body.data.attributes['source-url']).toBe(null)
    expect((await auditOf(app, made.body.data.id)).at(-1)).toMatchObject({
      action: 'registry-provider.update',
      before: { sourceUrl },
      after: { sourceUrl: '' },
    })
  })

  test('a public provider has none: its registry says where its sources are', async () => {
    const attributes = { name: fresh(app), namespace: 'hashicorp', 'registry-name': 'public' }
    const create = (more: object) => as(app, owner).post(path, { body: provider({ ...attributes, ...more }) })
    const pointer = '/data/attributes/source-url'
    const refused = await create({ 'source-url': 'https://git.example.com' })
    expect([refused.status, refused.body.errors[0].source]).toEqual([422, { pointer }])
    expect((await create({ 'source-url': null })).body.data.attributes['source-url']).toBe(null)
    const changed = await as(app, owner).patch(`${path}/public/hashicorp/${attributes.name}`, {
      body: { data: { attributes: { 'source-url': 'https://git.example.com' } } },
    })
    expect([changed.status, changed.body.errors[0].source]).toEqual([422, { pointer }])
  })

  rule('§6 providers', 'DELETE is 204 and takes the versions along')
  test('DELETE answers 204, once, and takes the versions along', async () => {
    const { id } = await createProvider(app, owner, 'Acme/private/Acme/gone')
    await createProviderVersion(app, owner, 'Acme/private/Acme/gone', '1.0.0')
    const answer = await as(app, owner).delete(`${path}/private/Acme/gone`)
    expect([answer.status, answer.text]).toEqual([204, ''])
    expect((await as(app, owner).delete(`${path}/private/Acme/gone`)).status).toBe(404)
    expect(await app.prisma.registryProviderVersion.count({ where: { providerId: id } })).toBe(0)
    expect((await auditOf(app, id)).at(-1)).toMatchObject({
      action: 'registry-provider.delete',
      before: { id },
    })
  })

  rule('§2 tags', '`If-Match` on DELETE: 412 when stale, and it stays')
  test('DELETE with a stale If-Match is 412', async () => {
    await createProvider(app, owner, 'Acme/private/Acme/guarded')
    const shown = await as(app, owner).get(`${path}/private/Acme/guarded`)
    const headers = { 'If-Match': shown.headers['etag'] as string }
    await createProviderVersion(app, owner, 'Acme/private/Acme/guarded', '1.0.0')
    expect((await as(app, owner).delete(`${path}/private/Acme/guarded`, { headers })).status).toBe(412)
    const again = await as(app, owner).get(`${path}/private/Acme/guarded`)
    const good = { 'If-Match': again.headers['etag'] as string }
    expect((await as(app, owner).delete(`${path}/private/Acme/guarded`, { headers: good })).status).toBe(204)
  })
})

describe('who may ask', () => {
  rule('Spec providers', 'Rule 1: or the permission to manage the private registry; all members view')
  rule('§3 teams', '`manage-providers` is the right to manage providers')
  rule('§6 providers', '`permissions.can-delete` is the caller’s own right')
  test('members see, holders of manage-providers write, and can-delete is the caller’s own right', async () => {
    const made = await createProvider(app, owner, 'Acme/private/Acme/rights')
    const [member, manager, stranger] = [
      await app.make.member(acme),
      await app.make.manager(acme, { manageProviders: true }),
      await app.make.user(),
    ]
    const other = await app.make.manager(acme, { manageModules: true, manageWorkspaces: true })
    const statuses = async (caller: Person | undefined): Promise<number[]> => {
      const ask = as(app, caller)
      const body = provider({ name: fresh(app), namespace: 'x', 'registry-name': 'public' })
      const answers = [
        await ask.get(path),
        await ask.get(`${path}/private/Acme/rights`),
        await ask.get(`/registry-providers/${made.id}`),
        await ask.post(path, { body }),
        await ask.patch(`${path}/private/Acme/rights`, { body: { data: {} } }),
      ]
      return answers.map(({ status }) => status)
    }
    expect(await statuses(manager)).toEqual([200, 200, 200, 201, 200])
    expect(await statuses(member)).toEqual([200, 200, 200, 404, 404])
    expect(await statuses(other)).toEqual([200, 200, 200, 404, 404])
    expect(await statuses(stranger)).toEqual([404, 404, 404, 404, 404])
    expect(await statuses(undefined)).toEqual([401, 401, 401, 401, 401])
    expect((await as(app, undefined).get(path)).body).toEqual(unauthorizedBody)
    const canDelete = async (caller: Person): Promise<boolean> =>
      (await as(app, caller).get(`/registry-providers/${made.id}`)).body.data.attributes.permissions[
        'can-delete'
      ]
    expect(await canDelete(manager)).toBe(true)
    expect(await canDelete(member)).toBe(false)
    expect((await as(app, member).delete(`${path}/private/Acme/rights`)).body).toEqual(notFoundBody)
    expect((await as(app, manager).delete(`${path}/private/Acme/rights`)).status).toBe(204)
  })

  test('of a disabled organization nothing is there, by path or id', async () => {
    const gone = await app.make.organization(owner)
    const made = await createProvider(app, owner, `${gone.name}/private/${gone.name}/x`)
    await app.prisma.organization.update({ where: { id: gone.id }, data: { isDisabled: true } })
    for (const address of [
      `/organizations/${gone.name}/registry-providers`,
      `/registry-providers/${made.id}`,
    ])
      expect((await as(app, owner).get(address)).body).toEqual(notFoundBody)
  })
})
