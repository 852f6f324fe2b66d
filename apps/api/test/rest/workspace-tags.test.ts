import { rule } from '@engine/shared/rule'
import { describe, expect, test } from 'vitest'
import type { Person } from '../makers.js'
import { auditOf } from '../modules/module-requests.js'
import { as, expectFaults } from '../rest.js'
import { openWorkspaceSetup, workspace } from './workspaces.js'

const setup = await openWorkspaceSetup()
const { app, owner } = setup

type Pair = readonly [key: string, value?: string]

const bindings = (...pairs: readonly Pair[]): object => ({
  data: pairs.map(([key, value]) => ({
    type: 'tag-bindings',
    attributes: { key, ...(value !== undefined && { value }) },
  })),
})
const names = (...words: readonly string[]): object => ({
  data: words.map((name) => ({ type: 'tags', attributes: { name } })),
})

interface Bound {
  readonly attributes: { readonly key: string; readonly value: string }
}

const pairsOf = (data: readonly Bound[]) => data.map(({ attributes: { key, value } }) => [key, value])

async function tagsOf(id: string) {
  const answer = await as(app, owner).get(`/workspaces/${id}/tag-bindings`)
  return pairsOf(answer.body.data)
}

/** A workspace with these tags. */
async function tagged(...pairs: readonly Pair[]): Promise<string> {
  const { id } = await setup.create()
  if (pairs.length > 0) {
    const answer = await as(app, owner).patch(`/workspaces/${id}/tag-bindings`, { body: bindings(...pairs) })
    expect(answer.status, answer.text).toBe(200)
  }
  return id
}

const changesOf = async (id: string) =>
  (await auditOf(app, id)).filter(({ action }) => action === 'workspace.update')

describe('tag bindings', () => {
  rule('§18 tags', 'PATCH of tag bindings adds and changes, and removes nothing')
  test('PATCH adds and changes, removes nothing, gives the list, and is audited with before and after', async () => {
    const id = await tagged(['app'], ['env', 'dev'])
    const answer = await as(app, owner).patch(`/workspaces/${id}/tag-bindings`, {
      body: bindings(['env', 'prod'], ['zone', 'a']),
    })
    expect(answer.status).toBe(200)
    expect(pairsOf(answer.body.data)).toEqual([
      ['app', ''],
      ['env', 'prod'],
      ['zone', 'a'],
    ])
    expect(await tagsOf(id)).toEqual(pairsOf(answer.body.data))
    const shown = await as(app, owner).get(`/workspaces/${id}`)
    expect(shown.body.data.attributes['tag-names']).toEqual(['app', 'env', 'zone'])
    const [, last] = await changesOf(id)
    expect(last).toMatchObject({
      before: { tags: ['app', 'env=dev'] },
      after: { tags: ['app', 'env=prod', 'zone=a'] },
    })
  })

  test('what is there already is neither changed nor audited again', async () => {
    const id = await tagged(['app'], ['env', 'dev'])
    const before = await as(app, owner).get(`/workspaces/${id}`)
    const answer = await as(app, owner).patch(`/workspaces/${id}/tag-bindings`, {
      body: bindings(['env', 'dev']),
    })
    expect([answer.status, pairsOf(answer.body.data)]).toEqual([
      200,
      [
        ['app', ''],
        ['env', 'dev'],
      ],
    ])
    expect((await as(app, owner).get(`/workspaces/${id}`)).body).toEqual(before.body)
    expect(await changesOf(id)).toHaveLength(1)
  })

  test.each([
    [
      'an empty list',
      (id: string) => as(app, owner).patch(`/workspaces/${id}/tag-bindings`, { body: { data: [] } }),
      200,
    ],
    ['DELETE', (id: string) => as(app, owner).delete(`/workspaces/${id}/tag-bindings`), 204],
  ])('%s removes all', async (_, send, status) => {
    const id = await tagged(['app'], ['env', 'dev'])
    expect((await send(id)).status).toBe(status)
    expect(await tagsOf(id)).toEqual([])
    expect(await changesOf(id)).toHaveLength(2)
  })

  test('each wrong one is a fault at its place, and nothing is changed', async () => {
    const id = await tagged(['app'])
    const wrong = {
      data: [
        { type: 'tag-bindings', attributes: { key: '-' } },
        { type: 'tags', attributes: { key: 'b' } },
      ],
    }
    const answer = await as(app, owner).patch(`/workspaces/${id}/tag-bindings`, { body: wrong })
    expectFaults(answer, ['/data/1/type', 'Type is invalid'], ['/data/0/attributes', 'Tag is invalid'])
    expect(await tagsOf(id)).toEqual([['app', '']])
  })

  rule('§18 tags', 'A request has at most 100 tags, and a workspace, too')
  test('a request names at most 100, and a workspace has no more', async () => {
    const many = Array.from({ length: 101 }, (_, index): Pair => [`tag-${String(index).padStart(3, '0')}`])
    const id = await tagged(...many.slice(0, 100))
    const path = `/workspaces/${id}/tag-bindings`
    const longer = await as(app, owner).patch(path, { body: bindings(...many) })
    expectFaults(longer, ['/data', 'Data is too long (maximum is 100 items)'])
    const more = await as(app, owner).patch(path, { body: bindings(['one-more']) })
    expectFaults(more, ['/data', 'A workspace has at most 100 tags; these would be 101'])
    expect((await as(app, owner).patch(path, { body: bindings(['tag-000', 'x']) })).status).toBe(200)
    expect(await tagsOf(id)).toHaveLength(100)
  })

  test('with If-Match of an older list nothing is changed', async () => {
    const id = await tagged(['app'])
    const path = `/workspaces/${id}/tag-bindings`
    const { headers } = await as(app, owner).get(path)
    await as(app, owner).patch(path, { body: bindings(['env']) })
    const condition = { 'If-Match': String(headers['etag']) }
    expect((await as(app, owner).delete(path, { headers: condition })).status).toBe(412)
    expect(await tagsOf(id)).toHaveLength(2)
  })
})

describe('bindings in the document of the workspace', () => {
  const linked = (...pairs: readonly Pair[]): object => ({
    data: { type: 'workspaces', relationships: { 'tag-bindings': bindings(...pairs) } },
  })

  rule('§18 tags', 'Bindings in PATCH of a workspace are the bindings from then on')
  test('PATCH sets them, an empty list removes all, and without the relationship they stay', async () => {
    const id = await tagged(['app'], ['env', 'dev'])
    const set = await as(app, owner).patch(`/workspaces/${id}`, { body: linked(['env', 'prod'], ['zone']) })
    expect([set.status, set.body.data.attributes['tag-names']]).toEqual([200, ['env', 'zone']])
    expect(await tagsOf(id)).toEqual([
      ['env', 'prod'],
      ['zone', ''],
    ])
    const other = await as(app, owner).patch(`/workspaces/${id}`, { body: workspace({ description: 'new' }) })
    expect(other.body.data.attributes).toMatchObject({ description: 'new', 'tag-names': ['env', 'zone'] })
    await as(app, owner).patch(`/workspaces/${id}`, { body: linked() })
    expect(await tagsOf(id)).toEqual([])
    expect((await changesOf(id)).map(({ after }) => (after as { tags?: unknown }).tags)).toEqual([
      ['app', 'env=dev'],
      ['env=prod', 'zone'],
      ['env=prod', 'zone'],
      undefined,
    ])
  })

  test('a wrong one is a fault at its place, and nothing of the document is kept', async () => {
    const id = await tagged(['app'])
    const body = {
      data: {
        type: 'workspaces',
        attributes: { description: 'no' },
        relationships: { 'tag-bindings': bindings(['ok'], ['-']) },
      },
    }
    const answer = await as(app, owner).patch(`/workspaces/${id}`, { body })
    expectFaults(answer, ['/data/relationships/tag-bindings/data/1/attributes', 'Tag is invalid'])
    const shown = await as(app, owner).get(`/workspaces/${id}`)
    expect(shown.body.data.attributes).toMatchObject({ description: null, 'tag-names': ['app'] })
  })
})

describe('tags by name', () => {
  rule('§18 tags', 'Tags are added and removed by name or id')
  test('are added and removed by name; one with a value keeps it while it is added', async () => {
    const id = await tagged(['env', 'dev'])
    const path = `/workspaces/${id}/relationships/tags`
    const added = await as(app, owner).post(path, { body: names('app', 'env') })
    expect([added.status, added.text]).toEqual([204, ''])
    expect(await tagsOf(id)).toEqual([
      ['app', ''],
      ['env', 'dev'],
    ])
    const removed = await as(app, owner).delete(path, { body: names('env', 'never-there') })
    expect([removed.status, removed.text]).toEqual([204, ''])
    expect(await tagsOf(id)).toEqual([['app', '']])
    expect(await changesOf(id)).toHaveLength(3)
  })

  test('are added to another workspace and removed by the id under which they are listed', async () => {
    const [one, other] = [await tagged(['by-id', 'x']), await tagged()]
    const listed = await as(app, owner).get('/organizations/Acme/tags?q=BY-I')
    expect(listed.body.data).toMatchObject([
      { type: 'tags', attributes: { name: 'by-id', 'instance-count': 1 } },
    ])
    const body = { data: [{ type: 'tags', id: listed.body.data[0].id }] }
    expect((await as(app, owner).post(`/workspaces/${other}/relationships/tags`, { body })).status).toBe(204)
    expect(await tagsOf(other)).toEqual([['by-id', '']])
    expect((await as(app, owner).delete(`/workspaces/${one}/relationships/tags`, { body })).status).toBe(204)
    expect([await tagsOf(one), await tagsOf(other)]).toEqual([[], [['by-id', '']]])
    const shown = await as(app, owner).get(`/workspaces/${other}/relationships/tags`)
    expect(shown.body.data).toEqual(listed.body.data)
  })

  test('an id that no workspace of the organization has is a fault at its place', async () => {
    const id = await tagged()
    const body = { data: [{ type: 'tags', id: 'tag-0000000000000000' }, { type: 'tags' }] }
    const path = `/workspaces/${id}/relationships/tags`
    const nothing = await as(app, owner).post(path, { body })
    expectFaults(nothing, ['/data/1/attributes', 'Tag is invalid'])
    const unknown = await as(app, owner).post(path, { body: { data: body.data.slice(0, 1) } })
    expectFaults(unknown, ['/data/0/id', 'Id is invalid'])
    expect(await tagsOf(id)).toEqual([])
  })
})

describe('the tags of an organization', () => {
  rule('§18 tags', 'The tags of an organization are its own, each once, with their number of workspaces')
  test('are its own, each once by name, with how many workspaces have them, in pages', async () => {
    const stranger = await app.make.user()
    const { name } = await app.make.organization(stranger)
    await tagged(['list-a'], ['list-b', '1'])
    await tagged(['list-b', '2'], ['list_b'])
    const page = async (query: string) => (await as(app, owner).get(`/organizations/Acme/tags?${query}`)).body
    const first = await page('q=list&page[size]=2')
    expect(first.data.map((tag: { attributes: object }) => tag.attributes)).toEqual([
      { name: 'list-a', 'instance-count': 1 },
      { name: 'list-b', 'instance-count': 2 },
    ])
    expect(first.meta.pagination).toMatchObject({ 'total-count': 3, 'next-page': 2 })
    expect((await page('q=list_')).data).toHaveLength(1)
    expect((await as(app, stranger).get(`/organizations/${name}/tags`)).body.data).toEqual([])
    expect((await as(app, stranger).get('/organizations/Acme/tags')).status).toBe(404)
  })
})

describe('who may', () => {
  rule('§18 tags', 'Tags are changed by those who manage workspaces, and seen by members')
  test('members see tags and change none; a manager of workspaces changes them', async () => {
    const id = await tagged(['app'])
    const member = await app.make.member(setup.acme)
    const manager = await app.make.manager(setup.acme, { manageWorkspaces: true })
    for (const path of ['tag-bindings', 'effective-tag-bindings', 'relationships/tags'])
      expect((await as(app, member).get(`/workspaces/${id}/${path}`)).status).toBe(200)
    const tries = (person: Person) =>
      Promise.all([
        as(app, person).patch(`/workspaces/${id}/tag-bindings`, { body: bindings(['b']) }),
        as(app, person).post(`/workspaces/${id}/relationships/tags`, { body: names('c') }),
        as(app, person).delete(`/workspaces/${id}/relationships/tags`, { body: names('app') }),
      ])
    expect((await tries(member)).map(({ status }) => status)).toEqual([404, 404, 404])
    expect(await tagsOf(id)).toEqual([['app', '']])
    expect((await tries(manager)).map(({ status }) => status)).toEqual([200, 204, 204])
    expect(await tagsOf(id)).toEqual([
      ['b', ''],
      ['c', ''],
    ])
  })
})
