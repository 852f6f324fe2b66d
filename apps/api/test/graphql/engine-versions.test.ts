import { describe, expect, test } from 'vitest'
import { startTestApp } from '../app.js'
import { testSha as sha } from '../makers.js'
import { graphql } from '../rest.js'
import { mutate } from './mutate.js'

const url = 'https://releases.example/engine.zip'

const app = await startTestApp()
const admin = await app.make.administrator()

const run = (name: string, input: object, fields: string, by = admin) =>
  mutate(app, by, name, input, `${fields} userErrors { field code message }`)
const create = (input: object) =>
  run('engineVersionCreate', input, 'engineVersion { id version url enabled usage }')
const update = (input: object) =>
  run('engineVersionUpdate', input, 'engineVersion { deprecated deprecatedReason }')
const remove = (input: object, by = admin) => run('engineVersionDelete', input, 'deletedId', by)

describe('mutations', () => {
  test('create makes a version, and says what is wrong under its fields', async () => {
    expect(await create({ version: '1.0.0', url, sha })).toEqual({
      engineVersion: {
        id: expect.stringMatching(/^tool-/),
        version: '1.0.0',
        url,
        enabled: true,
        usage: 0,
      },
      userErrors: [],
    })
    const archs = [{ url: 'no', sha }]
    expect(await create({ version: '1.0.0-', archs })).toEqual({
      engineVersion: null,
      userErrors: [
        { field: ['version'], code: 'INVALID', message: 'Version is invalid' },
        { field: ['archs', '0', 'url'], code: 'INVALID', message: 'Url is invalid' },
      ],
    })
    const taken = await create({ version: '1.0.0', url, sha })
    expect(taken).toMatchObject({ userErrors: [{ field: ['version'], code: 'TAKEN' }] })
  })

  test('update refuses a version that another user changed in the meantime', async () => {
    const version = await app.make.engineVersion(admin, '1.1.0')
    const expectedUpdatedAt = version.updatedAt.toISOString()
    const input = { id: version.id, expectedUpdatedAt, deprecated: true, deprecatedReason: 'old' }
    expect(await update(input)).toMatchObject({
      engineVersion: { deprecated: true, deprecatedReason: 'old' },
      userErrors: [],
    })
    const second = await update({ ...input, deprecated: false })
    expect(second).toMatchObject({ engineVersion: null, userErrors: [{ field: [], code: 'STALE' }] })
  })

  test('delete says why it refuses, and keeps the reason it was given in the audit log', async () => {
    const version = await app.make.engineVersion(admin, '1.2.0', { official: true })
    const refused = await remove({ id: version.id })
    expect(refused).toMatchObject({ deletedId: null, userErrors: [{ code: 'IN_USE' }] })
    await app.services.engineVersions.update(admin.ctx, version.id, { official: false })
    const done = await remove({ id: version.id, reason: 'withdrawn\u0000up\ud83dstream \\u0000 💩' })
    expect(done).toEqual({ deletedId: version.id, userErrors: [] })
    const row = await app.prisma.auditEvent.findFirst({
      where: { subjectId: version.id, action: 'engine-version.delete' },
    })
    expect(row).toMatchObject({
      reason: 'withdrawn\ufffdup\ufffdstream \\u0000 💩',
      face: 'console',
      actorName: admin.username,
    })
  })
})

describe('queries', () => {
  test('a version tells who uses it and why it cannot go', async () => {
    const version = await app.make.engineVersion(admin, '2.0.0')
    const acme = await app.make.organization(admin, 'acme')
    await app.make.workspace(admin, acme, '2.0.0', 'network')
    const query = `query ($id: ID!) { engineVersion(id: $id) {
      usage deletable deletionBlockedBy { official workspaces }
      workspaces(page: { size: 5 }) { totalCount nodes { name organization { name } } pageInfo { totalPages hasNextPage } }
    } }`
    expect(await graphql(app, admin, query, { id: version.id })).toEqual({
      data: {
        engineVersion: {
          usage: 1,
          deletable: false,
          deletionBlockedBy: { official: false, workspaces: 1 },
          workspaces: {
            totalCount: 1,
            nodes: [{ name: 'network', organization: { name: 'acme' } }],
            pageInfo: { totalPages: 1, hasNextPage: false },
          },
        },
      },
    })
  })

  test('the list filters by every flag, by use and by a part of the number', async () => {
    await app.make.engineVersion(admin, '3.0.0-beta1', { beta: true, enabled: false, deprecated: true })
    const list = async (filter: object) => {
      const query = `query ($filter: EngineVersionFilter) { engineVersions(filter: $filter) { nodes { version } } }`
      const { data } = await graphql(app, admin, query, { filter })
      return (data['engineVersions'] as { nodes: { version: string }[] }).nodes.map((node) => node.version)
    }
    expect(await list({ beta: true })).toEqual(['3.0.0-beta1'])
    expect(await list({ enabled: false })).toEqual(['3.0.0-beta1'])
    expect(await list({ deprecated: true, enabled: false })).toEqual(['3.0.0-beta1'])
    expect(await list({ used: true })).toEqual(['2.0.0'])
    expect(await list({ search: '0-b' })).toEqual(['3.0.0-beta1'])
    expect(await list({ search: null, beta: null, official: true })).toEqual([])
  })

  test('without the right a list is NOT_FOUND and a thing is null, without a bearer UNAUTHENTICATED', async () => {
    const user = await app.make.user()
    const version = await app.make.engineVersion(admin, '4.0.0')
    const list = '{ engineVersions { totalCount } }'
    expect((await graphql(app, user, list)).errors?.[0]?.extensions.code).toBe('NOT_FOUND')
    expect((await graphql(app, undefined, list)).errors?.[0]?.extensions.code).toBe('UNAUTHENTICATED')
    const one = `{ engineVersion(id: "${version.id}") { id } }`
    expect(await graphql(app, user, one)).toEqual({ data: { engineVersion: null } })
    const gone = await remove({ id: version.id }, user)
    expect(gone).toMatchObject({ deletedId: null, userErrors: [{ code: 'NOT_FOUND' }] })
    expect(await app.prisma.engineVersion.count({ where: { id: version.id } })).toBe(1)
  })
})

describe('limits', () => {
  test('a document that nests too deep is refused, also through fragments that spread each other', async () => {
    const deep = `{ ${'viewer { '.repeat(20)} __typename ${'}'.repeat(20)} }`
    const answer = await graphql(app, admin, deep)
    expect(answer.errors?.some((error) => error.message.includes('nests deeper'))).toBe(true)
    const fragments = Array.from(
      { length: 60 },
      (_, n) => `fragment f${n} on Viewer { ...f${n + 1} ...f${n + 1} }`,
    )
    const bomb = `{ viewer { ...f0 } } ${fragments.join(' ')} fragment f60 on Viewer { user { id } }`
    expect((await graphql(app, admin, bomb)).data).toEqual({ viewer: { user: { id: admin.id } } })
  })

  test('a bad bearer is 401, another method 405, a body that is no JSON 400', async () => {
    const bad = await app.http
      .post('/graphql')
      .set('Authorization', 'Bearer x')
      .send({ query: '{ __typename }' })
    expect([bad.status, bad.body.errors[0].extensions.code]).toEqual([401, 'UNAUTHENTICATED'])
    const get = await app.http.get('/graphql?query={__typename}')
    expect([get.status, get.headers['allow']]).toEqual([405, 'POST'])
    const text = await app.http.post('/graphql').set('Content-Type', 'application/json').send('{')
    expect([text.status, text.body.errors[0].extensions.code]).toEqual([400, 'INVALID'])
  })
})
