import { rule } from '@engine/shared/rule'
import { describe, expect, test } from 'vitest'
import { archive, file } from '@engine/module-source/testing'
import type { Person } from '../makers.js'
import { as, documentOf } from '../rest.js'
import { mounts, network, startWithModules } from './published-modules.js'
import {
  administer,
  createModule,
  modulePath,
  publish,
  publishModule,
  put,
  registry,
  uploadLink,
} from './module-requests.js'

const { app, owner, member } = await startWithModules()

describe.each(mounts)('lists under %s', (mount) => {
  const idsOf = async (path: string, by = member): Promise<string[]> => {
    const answer = await registry(app, by, `${mount}${path}`)
    expect(answer.status, path).toBe(200)
    return answer.body.modules.map(({ id }: { id: string }) => id)
  }
  const all = ['Acme/Network/aws/1.1.0', 'Acme/names/aws/1.1.0', 'Acme/network/gcp/0.9007199254740993.0']

  rule(
    'Spec modules',
    'A module in a list has the id `namespace/name/provider/version` and every field of the table',
  )
  rule(
    '§7 lists',
    'One entry a module, its newest release, with and without the slash, of all or of a namespace in any case',
  )
  test('hold each module once, by its newest release, in the order of namespace, name and provider', async () => {
    for (const path of ['', '/', '/acme', '/ACME/']) expect(await idsOf(path)).toEqual(all)
    const { body } = await registry(app, member, mount)
    expect(body.meta).toEqual({ limit: 15, current_offset: 0 })
    expect(body.modules[1]).toEqual({
      id: 'Acme/names/aws/1.1.0',
      owner: 'ana',
      namespace: 'Acme',
      name: 'names',
      version: '1.1.0',
      provider: 'aws',
      description: '',
      source: '',
      published_at: '2026-03-01T12:00:00.000Z',
      downloads: 0,
      verified: false,
    })
  })

  rule('§7 lists', '`:namespace/:name` is the newest of each provider')
  test('of a name hold the newest of each provider', async () => {
    expect(await idsOf('/acme/NETWORK')).toEqual([all[0], all[2]])
    expect(await idsOf('/acme/network?provider=gcp')).toEqual([all[2]])
  })

  rule('Spec modules', 'The list may be narrowed to a namespace in the path, and by `provider`')
  test('can be narrowed by provider, and to what is verified by true alone', async () => {
    expect(await idsOf('?provider=aws')).toEqual(all.slice(0, 2))
    expect(await idsOf('?verified=true')).toEqual([])
    for (const value of ['false', '1', 'TRUE', '']) expect(await idsOf(`?verified=${value}`)).toEqual(all)
  })

  rule('§7 lists', 'A namespace that is foreign or unknown lists as empty, alike')
  test('are empty for a stranger, and of a namespace that is foreign or unknown, alike', async () => {
    const stranger = await app.make.user()
    for (const path of ['', '/acme', '/missing', '/-'])
      expect((await registry(app, stranger, `${mount}${path}`)).body).toEqual({
        meta: { limit: 15, current_offset: 0 },
        modules: [],
      })
  })

  rule(
    'Spec modules',
    'The meta of a list holds `limit`, `current_offset` and, where a next page is, `next_offset` and `next_url`',
  )
  rule(
    'Spec limits',
    '`offset` and `limit` have SQL-like semantics; the default offset is 0, more than the maximum limit is the maximum',
  )
  rule(
    '§7 paging',
    '15 by default, 100 at most; `next_…` and `prev_…` only where there is such a page; sorted keys, all parameters preserved, the same mount',
  )
  test('come page by page, with the way on and back under the same mount', async () => {
    const page = async (query: string) => (await registry(app, member, `${mount}${query}`)).body
    const first = await page('?provider=aws&limit=1')
    expect(first.modules).toHaveLength(1)
    expect(first.meta).toEqual({
      limit: 1,
      current_offset: 0,
      next_offset: 1,
      next_url: `${mount}?limit=1&offset=1&provider=aws`,
    })
    expect((await page('?offset=1&limit=1')).meta).toEqual({
      limit: 1,
      current_offset: 1,
      next_offset: 2,
      next_url: `${mount}?limit=1&offset=2`,
      prev_offset: 0,
      prev_url: `${mount}?limit=1`,
    })
    expect((await page('/acme?limit=2&offset=2&x=%20y')).meta).toEqual({
      limit: 2,
      current_offset: 2,
      prev_offset: 0,
      prev_url: `${mount}/acme?limit=2&x=+y`,
    })
    expect((await page('?offset=50')).meta).toMatchObject({ current_offset: 50, prev_offset: 35 })
    expect((await page('/missing?offset=50')).meta).toEqual({ limit: 15, current_offset: 50 })
    expect((await page('?limit=1000')).meta.limit).toBe(100)
    expect((await page(`?offset=${2 ** 53 - 1}`)).modules).toEqual([])
  })

  rule('§7 paging', '`offset` from 0 and `limit` from 1 are integers, otherwise 400')
  test.each([
    'offset=-1',
    'offset=x',
    'offset=',
    'offset=1.5',
    'limit=0',
    'limit=-3',
    'limit=1&limit=2',
    'offset=1e3',
  ])('with %s are 400', async (query) => {
    const answer = await registry(app, member, `${mount}?${query}`)
    expect(answer.status).toBe(400)
    expect(answer.body).toEqual({
      errors: [expect.stringMatching(/^(offset|limit) must be an integer of [01] or more$/)],
    })
  })
})

describe('what each caller sees', () => {
  const ids = async (by: Person | string): Promise<string[]> =>
    (await registry(app, by, '/v1/modules')).body.modules.map(({ id }: { id: string }) => id)

  rule(
    '§7 visibility',
    'A caller sees the modules of its organizations and of those that share with one of them, by name or with all, and no longer than that',
  )
  test('follows sharing, membership and disabling at once', async () => {
    const [root, globex] = [await app.make.administrator(), await app.make.user('gus')]
    await app.make.organization(globex, 'globex')
    expect(await ids(globex)).toEqual([])
    expect(await ids(root)).toHaveLength(3)
    const consumers = '/admin/organizations/Acme/relationships/module-consumers'
    await as(app, root).patch(consumers, { body: { data: [{ id: 'globex', type: 'organizations' }] } })
    expect(await ids(globex)).toHaveLength(3)
    expect((await registry(app, globex, '/v1/modules/acme/network/aws')).status).toBe(200)
    const change = (attributes: object) => administer(app, root, 'Acme', attributes)
    await change({ 'is-disabled': true })
    expect([await ids(globex), await ids(owner), await ids(root)]).toEqual([[], [], []])
    await change({ 'is-disabled': false, 'global-module-sharing': true })
    expect(await ids(globex)).toHaveLength(3)
    expect(await ids(await app.make.user())).toEqual([])
    await change({ 'global-module-sharing': false })
    expect(await ids(globex)).toEqual([])
  })

  test('is nothing by a token that may only publish', async () => {
    const token = await app.make.token(owner, { scopes: ['publish:acme/network/aws'] })
    expect(await ids(token)).toEqual([])
  })
})

describe('what changes', () => {
  rule('§7 detail', '`description` falls back to the README’s first paragraph')
  test('the description of a module, or the deletion of its newest version, shows in lists', async () => {
    const address = 'Acme/changing/aws'
    const { id } = await createModule(app, owner, address)
    for (const version of ['1.0.0', '1.1.0']) await publish(app, owner, address, version, network)
    const entry = async () => (await registry(app, member, '/v1/modules/acme/changing')).body.modules?.[0]
    expect(await entry()).toMatchObject({ version: '1.1.0', description: 'A network with subnets.' })
    const body = documentOf('registry-modules', { description: 'Changed' })
    await as(app, owner).patch(modulePath(address), { body })
    await as(app, owner).delete(`${modulePath(address)}/1.1.0`)
    expect(await entry()).toMatchObject({ version: '1.0.0', description: 'Changed' })
    await as(app, owner).delete(`${modulePath(address)}/1.0.0`)
    expect(await entry()).toBeUndefined()
    expect(await app.prisma.moduleListing.count({ where: { moduleId: id } })).toBe(0)
    await as(app, owner).delete(modulePath(address))
  })

  rule('§7 reading uploads', 'A file that does not parse gives file and line, and the version stays out')
  test('a file that does not parse leaves the version out, with file and line, until it is mended', async () => {
    const address = 'Acme/broken/aws'
    await createModule(app, owner, address)
    const link = await uploadLink(app, owner, address, '1.0.0')
    const broken = archive(file('main.tf', ''), file('modules/a/x.tf', 'locals {}\nvariable "x" {'))
    const answer = await put(app, link, broken)
    expect(answer.status).toBe(422)
    expect(answer.body.errors[0].detail).toMatch(/^modules\/a\/x\.tf:2: Unclosed configuration block/)
    const shown = await as(app, owner).get(modulePath(address))
    expect(shown.body.data.attributes['version-statuses']).toEqual([
      { version: '1.0.0', status: 'reg_ingress_failed', error: answer.body.errors[0].detail },
    ])
    expect((await registry(app, member, '/v1/modules/acme/broken/aws')).status).toBe(404)
    expect((await put(app, link, network)).status).toBe(200)
    expect((await registry(app, member, '/v1/modules/acme/broken/aws')).status).toBe(200)
    await as(app, owner).delete(modulePath(address))
  })

  test('the new name of an organization is the namespace at once', async () => {
    await app.make.organization(owner, 'before')
    await publishModule(app, owner, 'before/x/aws', '1.0.0')
    const body = documentOf('organizations', { name: 'after-all' })
    expect((await as(app, owner).patch('/organizations/before', { body })).status).toBe(200)
    const ids = async (path: string) =>
      (await registry(app, owner, `/v1/modules${path}`)).body.modules.map(({ id }: { id: string }) => id)
    expect(await ids('/after-all')).toEqual(['after-all/x/aws/1.0.0'])
    expect(await ids('/search?q=after')).toEqual(['after-all/x/aws/1.0.0'])
    expect(await ids('/search?q=before')).toEqual([])
    await as(app, owner).delete('/organizations/after-all')
  })
})
