import { rule } from '@engine/shared/rule'
import { describe, expect, test } from 'vitest'
import { startTestApp } from '../app.js'
import { testSha as sha } from '../makers.js'
import { as, detailsOf, jsonApi } from '../rest.js'
import { create, fresh, path, url, version } from './engine-versions.js'

const app = await startTestApp()
const admin = await app.make.administrator()

describe('create', () => {
  rule(
    'Spec resources',
    'An engine version has the type `engine-versions`, a `tool-` id, and every attribute of the table with its default on creation',
  )
  rule('§4 versions', '201 on creation, with every attribute')
  test('takes the three required attributes and answers 201 with every default', async () => {
    const answer = await as(app, admin).post(path, { body: version({ version: '1.2.3', url, sha }) })
    expect(answer.status).toBe(201)
    expect(answer.headers['content-type']).toBe(jsonApi)
    expect(answer.body).toEqual({
      data: {
        id: expect.stringMatching(/^tool-[A-Za-z0-9]{16}$/),
        type: 'engine-versions',
        attributes: {
          version: '1.2.3',
          url,
          sha,
          deprecated: false,
          'deprecated-reason': null,
          'end-of-life': null,
          official: false,
          enabled: true,
          beta: false,
          usage: 0,
          'seen-recently': 0,
          'created-at': '2026-03-01T12:00:00.000Z',
          archs: [{ url, sha, os: 'linux', arch: 'amd64' }],
        },
        links: { self: `/api/v2/admin/engine-versions/${answer.body.data.id}` },
      },
    })
  })

  test('leaves one audit row that names who, what and the request', async () => {
    const { id } = await create(app, admin)
    const rows = await app.prisma.auditEvent.findMany({ where: { subjectId: id } })
    expect(rows).toMatchObject([
      {
        action: 'engine-version.create',
        actorId: admin.id,
        face: 'rest',
        before: null,
        after: { id, enabled: true },
      },
    ])
  })

  rule('Spec engine versions', '`data.type` must equal `engine-versions` on creation')
  rule('§2 errors', 'All faults of one request are reported at once')
  test('reports every fault of the request at once, each with its pointer', async () => {
    const body = { data: { type: 'wrong', attributes: { version: 'v1', sha: 7, enabled: 'yes' } } }
    const answer = await as(app, admin).post(path, { body })
    expect(answer.status).toBe(422)
    const fault = (pointer: string, detail: string) => ({
      status: '422',
      title: 'invalid attribute',
      detail,
      source: { pointer },
    })
    expect(answer.body.errors).toEqual([
      fault('/data/type', 'Type is invalid'),
      fault('/data/attributes/version', 'Version is invalid'),
      fault('/data/attributes/sha', 'Sha is invalid'),
      fault('/data/attributes/enabled', 'Enabled is invalid'),
      fault('/data/attributes/url', "Url can't be blank"),
    ])
  })

  const refused = async (attributes: object, details: string[]): Promise<void> => {
    const before = await app.prisma.engineVersion.count()
    const answer = await as(app, admin).post(path, { body: version(attributes) })
    expect([answer.status, detailsOf(answer)]).toEqual([422, details])
    expect(await app.prisma.engineVersion.count()).toBe(before)
  }

  rule('Spec resources', '`version`, `url` and `sha` have no default and are required on creation')
  test.each([{}, { version: null, url: null, sha: null }, { version: '', url: '', sha: '' }])(
    'version, url and sha are required, and an empty one counts as absent: %j is 422',
    (attributes) =>
      refused(attributes, ["Version can't be blank", "Url can't be blank", "Sha can't be blank"]),
  )

  rule('§4 syntax', '`N.N.N` or `N.N.N-suffix`, no leading zeros, no `v`')
  test.each([
    '1.0',
    '1.0.0.0',
    'v1.0.0',
    '01.0.0',
    '1.00.0',
    '1.0.0-',
    '1.0.0-.a',
    '1.0.0+b',
    '1.0.0 ',
    'latest',
    1,
  ])('a version is N.N.N or N.N.N-suffix, without leading zeros and without a v: %j is 422', (number) =>
    refused({ version: number, url, sha }, ['Version is invalid']),
  )

  rule('§4 syntax', 'The suffix has letters, digits, dots and hyphens; parts may exceed 2^53')
  test.each(['0.0.0', '1.0.0-0', '1.0.0-alpha.1', '1.0.0-x-y.Z', '1.0.99999999999999999999'])(
    'a version may have a suffix of letters, digits, dots and hyphens, and parts of any size: %s',
    async (number) => {
      expect((await create(app, admin, { version: number })).attributes.version).toBe(number)
    },
  )

  rule('§4 syntax', '`url` is absolute http or https')
  test.each(['ftp://x/y', '/y', 'x', 'https://', 'http:/x', 'https://a b/c', 7])(
    'a url is an absolute http or https address: %j is 422',
    (wrong) => refused({ version: '9.9.9', url: wrong, sha }, ['Url is invalid']),
  )

  rule('§4 syntax', '`sha` is 64 hexadecimal characters')
  test.each(['abc', 'g'.repeat(64), sha.slice(1), ` ${sha.slice(1)}`, 7])(
    'a sha is 64 hexadecimal characters: %j is 422',
    (wrong) => refused({ version: '9.9.9', url, sha: wrong }, ['Sha is invalid']),
  )

  rule('§2 errors', '`X is too long (maximum is N characters)`')
  test.each([
    [{ version: `1.0.${'9'.repeat(200)}` }, 'Version is too long (maximum is 128 characters)'],
    [{ url: `https://x/${'y'.repeat(2048)}` }, 'Url is too long (maximum is 2048 characters)'],
    [{ sha: 'x'.repeat(65) }, 'Sha is too long (maximum is 64 characters)'],
    [{ 'deprecated-reason': 'x'.repeat(1001) }, 'Deprecated reason is too long (maximum is 1000 characters)'],
    [{ 'deprecated-reason': 'a\u0000b' }, 'Deprecated reason is invalid'],
  ])('a text has its longest length, and no NUL (%#)', (wrong, detail) =>
    refused({ version: '9.9.9', url, sha, ...wrong }, [detail]),
  )

  rule('§4 archs', 'Each has `url`, `sha`, `os` and `arch`')
  test.each([
    ['no', 'Archs is invalid'],
    [[], "Archs can't be blank"],
    [[{ url }], "Sha can't be blank"],
    [[{ sha }], "Url can't be blank"],
    [[{ url, sha, os: 'Linux' }], 'Os is invalid'],
    [[{ url, sha, arch: 7 }], 'Arch is invalid'],
  ])('archs are a list of url, sha, os and arch: %j is 422', (archs, detail) =>
    refused({ version: '9.9.9', archs }, [detail]),
  )

  rule('§2 errors', '`X has already been taken`')
  rule('§4 syntax', 'A version is unique on creation')
  test('a version twice is 422', async () => {
    const { attributes } = await create(app, admin)
    const answer = await as(app, admin).post(path, {
      body: version({ version: attributes.version, url, sha }),
    })
    expect(answer.status).toBe(422)
    expect(answer.body.errors).toEqual([
      {
        status: '422',
        title: 'invalid attribute',
        detail: 'Version has already been taken',
        source: { pointer: '/data/attributes/version' },
      },
    ])
  })

  rule('§4 syntax', '`sha` is kept in lower case')
  rule('§4 deprecation', '`deprecated-reason` is null whenever `deprecated` is false, whatever was sent')
  test('a checksum is stored in lower case, and a reason only beside a deprecation', async () => {
    const upper = await create(app, admin, { sha: sha.toUpperCase(), 'deprecated-reason': 'old' })
    expect(upper.attributes).toMatchObject({ sha, deprecated: false, 'deprecated-reason': null })
    const deprecated = await create(app, admin, { deprecated: true, 'deprecated-reason': 'old' })
    expect(deprecated.attributes).toMatchObject({ deprecated: true, 'deprecated-reason': 'old' })
  })

  rule('§4 archs', 'They stay in their order; `url` and `sha` mirror linux/amd64')
  test('archs keep their order, and url and sha mirror linux/amd64', async () => {
    const archs = [
      { url: `${url}?arm`, sha: 'cd'.repeat(32), os: 'darwin', arch: 'arm64' },
      { url, sha, os: 'linux', arch: 'amd64' },
    ]
    expect((await create(app, admin, { url: undefined, sha: undefined, archs })).attributes).toMatchObject({
      url,
      sha,
      archs,
    })
    const without = await create(app, admin, { url: undefined, sha: undefined, archs: archs.slice(0, 1) })
    expect(without.attributes).toMatchObject({ url: '', sha: '' })
  })

  rule('§4 archs', '`os` is linux and `arch` amd64 by default')
  test('an entry of archs is for linux and amd64 unless it says otherwise', async () => {
    const archs = [
      { url, sha },
      { url, sha, os: 'darwin' },
      { url, sha, arch: 'arm64' },
      { url, sha, os: null, arch: '386' },
    ]
    const { attributes } = await create(app, admin, { url: undefined, sha: undefined, archs })
    expect(attributes.archs).toEqual([
      { url, sha, os: 'linux', arch: 'amd64' },
      { url, sha, os: 'darwin', arch: 'amd64' },
      { url, sha, os: 'linux', arch: 'arm64' },
      { url, sha, os: 'linux', arch: '386' },
    ])
    expect(attributes).toMatchObject({ url, sha })
  })

  rule('§4 archs', 'Contradictions in a creation, and an os and arch twice, are 422')
  test('url or sha that contradict archs, and a platform twice, are 422', async () => {
    const archs = [
      { url, sha },
      { url, sha, os: 'linux', arch: 'amd64' },
    ]
    const body = version({ version: fresh(app), url: `${url}?other`, sha: 'cd'.repeat(32), archs })
    const answer = await as(app, admin).post(path, { body })
    expect(answer.status).toBe(422)
    expect(answer.body.errors.map((error: { source: { pointer: string } }) => error.source.pointer)).toEqual([
      '/data/attributes/archs/1/arch',
      '/data/attributes/url',
      '/data/attributes/sha',
    ])
  })
})

describe('body and media type', () => {
  test.each([
    ['{', 400, 'JSON body is invalid', undefined],
    ['[]', 422, 'invalid attribute', '/data'],
    ['{}', 422, 'invalid attribute', '/data'],
    ['{"data":[]}', 422, 'invalid attribute', '/data'],
    ['{"data":{"attributes":{}}}', 422, 'invalid attribute', '/data/type'],
    ['', 422, 'invalid attribute', '/data'],
  ])(
    'a document that is none is told where it goes wrong: %j is %i',
    async (body, status, title, pointer) => {
      const answer = await as(app, admin).post(path, { body })
      expect(answer.status).toBe(status)
      expect(answer.body.errors[0].title).toBe(title)
      expect(answer.body.errors[0].source?.pointer).toBe(pointer)
    },
  )

  test('another media type with a body is 415, application/json is fine', async () => {
    const text = await as(app, admin).post(path, {
      body: 'version=1',
      headers: { 'Content-Type': 'text/plain' },
    })
    expect(text.status).toBe(415)
    const json = await as(app, admin).post(path, {
      body: version({ version: fresh(app), url, sha }),
      headers: { 'Content-Type': 'application/json; charset=utf-8' },
    })
    expect(json.status).toBe(201)
  })

  rule('§2 order', 'A JSON body over 1 MiB is 413, one of exactly that is not')
  test('a body above 1 MiB is 413, before its type is looked at', async () => {
    const body = 'x'.repeat(1024 * 1024 + 1)
    const answer = await as(app, admin).post(path, { body, headers: { 'Content-Type': 'text/plain' } })
    expect(answer.status).toBe(413)
    expect(answer.body.errors).toEqual([
      {
        status: '413',
        title: 'payload too large',
        detail: 'A document here has at most 1,048,576 bytes',
      },
    ])
    const largest = await as(app, admin).post(path, { body: '{}'.padEnd(1024 * 1024) })
    expect(largest.status).toBe(422)
  })

  test('a deletion with a JSON type and no body is fine', async () => {
    const { id } = await create(app, admin)
    const answer = await as(app, admin).delete(`${path}/${id}`, { headers: { 'Content-Type': jsonApi } })
    expect(answer.status).toBe(204)
  })
})
