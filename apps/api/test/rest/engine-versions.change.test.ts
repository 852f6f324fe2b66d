import { rule } from '@engine/shared/rule'
import { describe, expect, test } from 'vitest'
import { startTestApp } from '../app.js'
import { testSha as sha } from '../makers.js'
import { atOnce, atOnceBehind, countWaiting, tally } from '../races.js'
import { as, documentOf, expectDetails, notFoundBody, pointersOf } from '../rest.js'
import { create, fresh, path, url, version } from './engine-versions.js'

const app = await startTestApp()
const admin = await app.make.administrator()

describe('update', () => {
  rule('Spec resources', 'On update every attribute is optional and a missing one keeps its value')
  test('what is absent stays, what is given changes', async () => {
    const { id, attributes } = await create(app, admin, { beta: true })
    const answer = await as(app, admin).patch(`${path}/${id}`, { body: version({ enabled: false }) })
    expect(answer.status).toBe(200)
    expect(answer.body.data.attributes).toEqual({ ...attributes, enabled: false })
  })

  rule('Spec engine versions', 'Update answers the resource with its updated values')
  rule('§4 deprecation', 'Setting `deprecated` false clears the reason')
  test('undoing a deprecation clears its reason', async () => {
    const { id } = await create(app, admin, { deprecated: true, 'deprecated-reason': 'old' })
    const unchanged = await as(app, admin).patch(`${path}/${id}`, {
      body: version({ 'deprecated-reason': '' }),
    })
    expect(unchanged.body.data.attributes['deprecated-reason']).toBe('old')
    const undone = await as(app, admin).patch(`${path}/${id}`, { body: version({ deprecated: false }) })
    expect(undone.body.data.attributes).toMatchObject({ deprecated: false, 'deprecated-reason': null })
    const unset = await as(app, admin).patch(`${path}/${id}`, {
      body: version({ deprecated: true, 'deprecated-reason': null }),
    })
    expect(unset.body.data.attributes).toMatchObject({ deprecated: true, 'deprecated-reason': null })
  })

  test.each(['version', 'url', 'sha', 'archs', 'official', 'deprecated', 'enabled', 'beta'])(
    'null for %s is 422',
    async (name) => {
      const { id } = await create(app, admin)
      const answer = await as(app, admin).patch(`${path}/${id}`, { body: version({ [name]: null }) })
      expect(answer.status).toBe(422)
      expect(answer.body.errors[0].source.pointer).toBe(`/data/attributes/${name}`)
    },
  )

  rule('§4 archs', 'PATCH of `url` and `sha` leaves that one entry; of one alone keeps the rest')
  test('url and sha together leave one archive, one alone keeps the rest', async () => {
    const archs = [
      { url, sha, os: 'linux', arch: 'amd64' },
      { url, sha, os: 'linux', arch: 'arm64' },
    ]
    const { id } = await create(app, admin, { url: undefined, sha: undefined, archs })
    const one = await as(app, admin).patch(`${path}/${id}`, { body: version({ url: `${url}?2` }) })
    expect(one.body.data.attributes.archs).toEqual([{ ...archs[0], url: `${url}?2` }, archs[1]])
    const both = await as(app, admin).patch(`${path}/${id}`, { body: version({ url, sha: 'cd'.repeat(32) }) })
    expect(both.body.data.attributes.archs).toEqual([
      { url, sha: 'cd'.repeat(32), os: 'linux', arch: 'amd64' },
    ])
  })

  rule('§4 syntax', 'An empty `url`, `sha` or `deprecated-reason` counts as absent')
  test('an empty url, sha or reason counts as absent, and nothing changes', async () => {
    const { id, attributes } = await create(app, admin)
    for (const empty of [{ url: '' }, { sha: '' }, { url: '', sha: '', 'deprecated-reason': '' }]) {
      const answer = await as(app, admin).patch(`${path}/${id}`, { body: version(empty) })
      expect([answer.status, answer.body.data?.attributes]).toEqual([200, attributes])
    }
  })

  rule(
    '§4 archs',
    '`archs` without linux/amd64 makes `url` and `sha` empty; contradictions in a PATCH are 422',
  )
  test('archs without linux/amd64 make url and sha empty, and contradictions are 422', async () => {
    const { id, attributes } = await create(app, admin)
    const archs = [{ url, sha, os: 'darwin', arch: 'arm64' }]
    const wrong = await as(app, admin).patch(`${path}/${id}`, { body: version({ archs, url, sha }) })
    expect([wrong.status, pointersOf(wrong)]).toEqual([422, ['/data/attributes/url', '/data/attributes/sha']])
    expect((await as(app, admin).get(`${path}/${id}`)).body.data.attributes).toEqual(attributes)
    const answer = await as(app, admin).patch(`${path}/${id}`, { body: version({ archs }) })
    expect([answer.status, answer.body.data.attributes]).toMatchObject([200, { url: '', sha: '', archs }])
  })

  rule('Spec engine versions', '`data.type` must equal `engine-versions` on update')
  test('a type that is not engine-versions is 422, and nothing changes', async () => {
    const { id, attributes } = await create(app, admin)
    for (const type of ['terraform-versions', 'organizations', '', undefined]) {
      const body = { data: { type, attributes: { beta: true } } }
      const answer = await as(app, admin).patch(`${path}/${id}`, { body })
      expect([answer.status, pointersOf(answer)]).toEqual([422, ['/data/type']])
    }
    expect((await as(app, admin).get(`${path}/${id}`)).body.data.attributes).toEqual(attributes)
  })

  rule('§4 syntax', 'A version is unique on update')
  test('to a number that another version has is 422, and it keeps its own', async () => {
    const [one, other] = [await create(app, admin), await create(app, admin)]
    const body = version({ version: other.attributes.version })
    const answer = await as(app, admin).patch(`${path}/${one.id}`, { body })
    expect([answer.status, answer.body.errors]).toMatchObject([
      422,
      [{ detail: 'Version has already been taken', source: { pointer: '/data/attributes/version' } }],
    ])
    const shown = await as(app, admin).get(`${path}/${one.id}`)
    expect(shown.body.data.attributes.version).toBe(one.attributes.version)
  })

  rule('§4 use', 'A version in use may be renumbered; its workspaces follow')
  test('a version in use may be renumbered; its workspaces follow', async () => {
    const { id, attributes } = await create(app, admin)
    const acme = await app.make.organization(admin)
    const workspace = await app.make.workspace(admin, acme, attributes.version)
    const number = fresh(app)
    const answer = await as(app, admin).patch(`${path}/${id}`, { body: version({ version: number }) })
    expect(answer.body.data.attributes).toMatchObject({ version: number, usage: 1 })
    const shown = await as(app, admin).get(`/workspaces/${workspace.id}`)
    expect(shown.body.data.attributes['engine-version']).toBe(number)
  })

  rule('§2 tags', '`If-Match` on PATCH: 412 when stale, and nothing changes')
  test('with a stale If-Match it is 412 and nothing changes, with the right one it goes through', async () => {
    const { id } = await create(app, admin)
    const shown = await as(app, admin).get(`${path}/${id}`)
    const headers = { 'If-Match': shown.headers['etag'] as string }
    const first = await as(app, admin).patch(`${path}/${id}`, { body: version({ beta: true }), headers })
    expect(first.status).toBe(200)
    const second = await as(app, admin).patch(`${path}/${id}`, { body: version({ beta: false }), headers })
    expect(second.status).toBe(412)
    expect((await as(app, admin).get(`${path}/${id}`)).body.data.attributes.beta).toBe(true)
  })

  rule('§2 tags', 'Of many writers with one tag one goes through')
  test('of ten changes at once under one If-Match, one goes through', async () => {
    const { id } = await create(app, admin)
    const { headers } = await as(app, admin).get(`${path}/${id}`)
    const given = { body: version({ beta: true }), headers: { 'If-Match': headers['etag'] as string } }
    const answers = await atOnceBehind(
      app.prisma,
      (tx) => tx.$queryRaw`SELECT FROM engine_versions WHERE id = ${id} FOR UPDATE`,
      () => as(app, admin).patch(`${path}/${id}`, given),
      10,
    )
    expect(tally(answers)).toEqual({ 200: 1, 412: 9 })
  })
})

describe('delete', () => {
  rule('Spec engine versions', 'Delete answers 204 with no body; a version that is not there is 404')
  test('answers 204 with no body, once', async () => {
    const { id } = await create(app, admin)
    const answer = await as(app, admin).delete(`${path}/${id}`)
    expect([answer.status, answer.text]).toEqual([204, ''])
    expect(await app.prisma.engineVersion.count({ where: { id } })).toBe(0)
    const again = await as(app, admin).delete(`${path}/${id}`)
    expect([again.status, again.body]).toEqual([404, notFoundBody])
  })

  rule('Spec engine versions', 'An official version, or one that workspaces use, is 422 on delete')
  rule('§4 use', 'The refusal to delete names the reason and how many workspaces')
  test('an official or used version is 422 with the reason, and stays', async () => {
    const { id, attributes } = await create(app, admin, { official: true })
    const acme = await app.make.organization(admin)
    await app.make.workspace(admin, acme, attributes.version)
    await app.make.workspace(admin, acme, attributes.version)
    const answer = await as(app, admin).delete(`${path}/${id}`)
    expect(answer.status).toBe(422)
    expect(answer.body.errors).toEqual([
      {
        status: '422',
        title: 'invalid attribute',
        detail: 'The version cannot be deleted: it is official and 2 workspaces use it',
      },
    ])
    expect((await as(app, admin).get(`${path}/${id}`)).body.data.attributes.usage).toBe(2)
  })

  rule('§4 use', 'The check and the deletion are one transaction')
  test('waits for a workspace that starts to use it at that very moment, and is then refused', async () => {
    const { id } = await create(app, admin)
    const other = await create(app, admin)
    const acme = await app.make.organization(admin)
    const workspace = await app.make.workspace(admin, acme, other.attributes.version)
    const { asked } = await app.prisma.$transaction(async (tx) => {
      await tx.workspace.update({ where: { id: workspace.id }, data: { engineVersionId: id } })
      const deletion = as(app, admin).delete(`${path}/${id}`)
      await expect.poll(() => countWaiting(app.prisma)).toBe(1)
      return { asked: deletion }
    })
    const answer = await asked
    expectDetails(answer, 422, 'The version cannot be deleted: 1 workspace uses it')
    expect(await app.prisma.engineVersion.count({ where: { id } })).toBe(1)
  })

  rule('§4 use', 'Deletion against workspaces that start to use it wins or loses cleanly')
  test.each([0, 1, 2])(
    'of thirty deletions, creations and changes of workspaces at once, either the version goes or it is used (%i)',
    async (first) => {
      const { id, attributes } = await create(app, admin)
      const acme = await app.make.organization(admin)
      const other = await create(app, admin)
      const present = await Promise.all(
        Array.from({ length: 30 }, () => app.make.workspace(admin, acme, other.attributes.version)),
      )
      const use = (name: string) =>
        documentOf('workspaces', { name, 'engine-version': attributes.version as string })
      const answers = await atOnce((n) => {
        if ((n + first) % 3 === 0) return as(app, admin).delete(`${path}/${id}`)
        if ((n + first) % 3 === 1)
          return as(app, admin).post(`/organizations/${acme.name}/workspaces`, { body: use(`raced-${n}`) })
        return as(app, admin).patch(`/workspaces/${present[n]?.id}`, { body: use(`moved-${n}`) })
      })
      const isGone = answers.some(({ status }) => status === 204)
      const outcome = isGone ? { 204: 1, 404: 9, 422: 20 } : { 200: 10, 201: 10, 422: 10 }
      expect(tally(answers)).toEqual(outcome)
      expect(await app.prisma.engineVersion.count({ where: { id } })).toBe(isGone ? 0 : 1)
      expect(await app.prisma.workspace.count({ where: { engineVersionId: id } })).toBe(isGone ? 0 : 20)
      if (isGone) return
      const shown = await as(app, admin).get(`${path}/${id}`)
      expect(shown.body.data.attributes.usage).toBe(20)
    },
  )
})
