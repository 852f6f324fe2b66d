import type { Response } from 'supertest'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Organization } from '../../src/domain/organizations/organization.js'
import { startTestApp, type TestApp } from '../app.js'
import type { Person } from '../makers.js'
import { auditOf, pathOf, put } from '../modules/story.js'
import { createPlatform, createProvider, createProviderVersion, providerPath } from '../providers.js'
import { as, documentOf, notFoundBody } from '../rest.js'

let app: TestApp
let owner: Person
let acme: Organization

beforeAll(async () => {
  app = await startTestApp({ LOG_LEVEL: 'silent', PROVIDER_UPLOAD_LIMIT: '200000' })
  owner = await app.make.user('ana')
  acme = await app.make.organization(owner, 'Acme')
})
afterAll(() => app.stop())

const version = (attributes: object): object => documentOf('registry-provider-versions', attributes)
const platform = (attributes: object): object => documentOf('registry-provider-platforms', attributes)
const details = (body: { errors: { detail: string }[] }): string[] => body.errors.map(({ detail }) => detail)

let count = 0
/** A private provider of its own for a test. */
const freshProvider = async (): Promise<string> => {
  const address = `Acme/private/Acme/cloud-${++count}`
  await createProvider(app, owner, address)
  return address
}

const shown = async (path: string, by: Person = owner) => {
  const answer = await as(app, by).get(path)
  expect(answer.status, answer.text).toBe(200)
  return answer.body.data
}

describe('versions', () => {
  test('creation answers 201 with upload links and nothing uploaded', async () => {
    const address = await freshProvider()
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
          'shasums-uploaded': false,
          'shasums-sig-uploaded': false,
          published: false,
          'publication-error': null,
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
        },
      },
    })
    expect((await shown(`${path}/1.0.0`)).attributes).toEqual(answer.body.data.attributes)
    expect(await auditOf(app, answer.body.data.id)).toMatchObject([
      { action: 'registry-provider-version.create', organizationId: acme.id },
    ])
  })

  test.each([[{ protocols: null }], [{}], [{ protocols: [] }]])(
    'with %j its protocols are []',
    async (attributes) => {
      const path = `${providerPath(await freshProvider())}/versions`
      const answer = await as(app, owner).post(path, {
        body: version({ version: '1.0.0', 'key-id': 'k', ...attributes }),
      })
      expect([answer.status, answer.body.data?.attributes.protocols]).toEqual([201, []])
    },
  )

  test('the type may be missing or empty, but not wrong', async () => {
    const path = `${providerPath(await freshProvider())}/versions`
    for (const [type, status, number] of [
      [undefined, 201, '1.0.0'],
      ['', 201, '1.0.1'],
      ['registry-providers', 422, '1.0.2'],
    ]) {
      const attributes = { version: number, 'key-id': 'k' }
      expect((await as(app, owner).post(path, { body: { data: { type, attributes } } })).status).toBe(status)
    }
  })

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
  ])('%j is 422 and nothing is created', async (attributes, expected) => {
    const address = await freshProvider()
    const path = `${providerPath(address)}/versions`
    const answer = await as(app, owner).post(path, { body: version(attributes) })
    expect([answer.status, details(answer.body)]).toEqual([422, expected])
    expect((await as(app, owner).get(path)).body.data).toEqual([])
  })

  test('of thirty at once for one number, one wins and the others are 422', async () => {
    const path = `${providerPath(await freshProvider())}/versions`
    const body = version({ version: '1.0.0', 'key-id': 'k' })
    const answers = await Promise.all(Array.from({ length: 30 }, () => as(app, owner).post(path, { body })))
    expect(answers.map(({ status }) => status).sort()).toEqual([
      201,
      ...Array.from({ length: 29 }, () => 422),
    ])
    const refused = answers.find(({ status }) => status === 422)
    expect(refused?.body.errors).toMatchObject([
      { detail: 'Version has already been taken', source: { pointer: '/data/attributes/version' } },
    ])
  })

  test('are listed newest first, also above 2^53', async () => {
    const address = await freshProvider()
    const order = ['2.0.0', '1.0.7790374163559867652', '1.0.10', '1.0.9', '1.0.9-rc1']
    for (const each of [...order].sort()) await createProviderVersion(app, owner, address, each)
    const answer = await as(app, owner).get(`${providerPath(address)}/versions?page[size]=3`)
    expect(
      answer.body.data.map((each: { attributes: { version: string } }) => each.attributes.version),
    ).toEqual(order.slice(0, 3))
    expect(answer.body.meta.pagination).toMatchObject({ 'total-count': 5, 'next-page': 2 })
  })

  test('a version that is not there is 404, whatever its form', async () => {
    const path = `${providerPath(await freshProvider())}/versions`
    for (const each of ['1.0.0', 'x', '%00', 'v1'])
      expect((await as(app, owner).get(`${path}/${each}`)).body).toEqual(notFoundBody)
  })

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

describe('platforms', () => {
  test('creation answers 201 with an upload link; show and list know it', async () => {
    const address = await freshProvider()
    const { id } = await createProviderVersion(app, owner, address, '1.0.0')
    const attributes = { os: 'linux', arch: 'amd64', shasum: 'any text', filename: 'a file.zip' }
    const path = `${providerPath(address)}/versions/1.0.0/platforms`
    const answer = await as(app, owner).post(path, { body: platform(attributes) })
    expect(answer.status).toBe(201)
    expect(answer.body).toEqual({
      data: {
        id: expect.stringMatching(/^provpltfrm-[A-Za-z0-9]{16}$/),
        type: 'registry-provider-platforms',
        attributes: {
          ...attributes,
          'provider-binary-uploaded': false,
          permissions: { 'can-delete': true, 'can-upload-asset': true },
        },
        relationships: {
          'registry-provider-version': { data: { id, type: 'registry-provider-versions' } },
        },
        links: {
          self: `/api/v2${path}/linux/amd64`,
          'provider-binary-upload': expect.stringMatching(/^http:\/\/registry\.test\//),
        },
      },
    })
    expect(await shown(`${path}/linux/amd64`)).toEqual(answer.body.data)
    expect(await shown(path)).toEqual([answer.body.data])
    expect((await shown(`${providerPath(address)}/versions/1.0.0`)).relationships.platforms.data).toEqual([
      { id: answer.body.data.id, type: 'registry-provider-platforms' },
    ])
    expect((await as(app, owner).get(`${path}/linux/arm64`)).body).toEqual(notFoundBody)
  })

  test('are listed by os and arch, paged', async () => {
    const address = await freshProvider()
    await createProviderVersion(app, owner, address, '1.0.0')
    for (const each of ['linux/arm64', 'darwin/arm64', 'linux/amd64'])
      await createPlatform(app, owner, address, '1.0.0', each)
    const path = `${providerPath(address)}/versions/1.0.0/platforms`
    const names = (body: { data: { attributes: { os: string; arch: string } }[] }): string[] =>
      body.data.map(({ attributes: a }) => `${a.os}/${a.arch}`)
    expect(names((await as(app, owner).get(path)).body)).toEqual([
      'darwin/arm64',
      'linux/amd64',
      'linux/arm64',
    ])
    const second = await as(app, owner).get(`${path}?page[size]=2&page[number]=2`)
    expect(names(second.body)).toEqual(['linux/arm64'])
    expect(second.body.meta.pagination).toMatchObject({ 'total-count': 3, 'prev-page': 1, 'next-page': null })
  })

  test('a platform twice is 422, also when thirty come at once', async () => {
    const address = await freshProvider()
    await createProviderVersion(app, owner, address, '1.0.0')
    const path = `${providerPath(address)}/versions/1.0.0/platforms`
    const body = { data: { attributes: { os: 'linux', arch: 'amd64', shasum: 's', filename: 'f' } } }
    const answers = await Promise.all(Array.from({ length: 30 }, () => as(app, owner).post(path, { body })))
    expect(answers.map(({ status }) => status).sort()).toEqual([
      201,
      ...Array.from({ length: 29 }, () => 422),
    ])
    expect(answers.find(({ status }) => status === 422)?.body.errors).toEqual([
      { status: '422', title: 'invalid attribute', detail: 'Platform has already been taken' },
    ])
  })

  test.each([
    [{}, ["Os can't be blank", "Arch can't be blank", "Shasum can't be blank", "Filename can't be blank"]],
    [{ os: 'a/b', arch: 1, shasum: 's', filename: 'f' }, ['Os is invalid', 'Arch is invalid']],
    [
      { os: 'x'.repeat(33), arch: 'a', shasum: 's', filename: 'f\u0000' },
      ['Os is too long (maximum is 32 characters)', 'Filename is invalid'],
    ],
  ])('%j is 422', async (attributes, expected) => {
    const address = await freshProvider()
    await createProviderVersion(app, owner, address, '1.0.0')
    const path = `${providerPath(address)}/versions/1.0.0/platforms`
    const answer = await as(app, owner).post(path, { body: platform(attributes) })
    expect([answer.status, details(answer.body)]).toEqual([422, expected])
  })
})

describe('files', () => {
  const bytes = Buffer.from('some bytes of a file\n')

  /** A provider with a version and a platform, and the paths of their resources. */
  const story = async () => {
    const address = await freshProvider()
    const made = await createProviderVersion(app, owner, address, '1.0.0')
    const build = await createPlatform(app, owner, address, '1.0.0')
    const path = `${providerPath(address)}/versions/1.0.0`
    return { address, made, build, path, platform: `${path}/platforms/linux/amd64` }
  }
  const upload = (links: Record<string, string>, name: string, content = bytes): Promise<Response> =>
    put(app, pathOf(links[`${name}-upload`] ?? ''), content)
  const download = async (link: string): Promise<Response> => app.http.get(pathOf(link)).buffer(true)

  test.each([
    ['shasums', (s: Awaited<ReturnType<typeof story>>) => [s.made, s.path] as const],
    ['shasums-sig', (s: Awaited<ReturnType<typeof story>>) => [s.made, s.path] as const],
    ['provider-binary', (s: Awaited<ReturnType<typeof story>>) => [s.build, s.platform] as const],
  ])('%s is put without a token, and the download link then gives the very bytes', async (name, of) => {
    const [{ id, links }, path] = of(await story())
    const answer = await upload(links, name)
    expect([answer.status, answer.text]).toEqual([200, ''])
    const after = await shown(path)
    expect(after.attributes[`${name}-uploaded`]).toBe(true)
    expect(after.links).not.toHaveProperty(`${name}-upload`)
    const got = await download(after.links[`${name}-download`])
    expect(got.status).toBe(200)
    expect(Buffer.from(got.body)).toEqual(bytes)
    expect(got.headers).toMatchObject({
      'content-type': 'application/octet-stream',
      'content-length': String(bytes.length),
      'x-content-type-options': 'nosniff',
    })
    expect(got.headers['content-disposition']).toMatch(/^attachment; filename="[A-Za-z0-9._-]+"$/)
    expect((await auditOf(app, id)).at(-1)?.action).toMatch(/\.upload$/)
  })

  test('a file is uploaded once: a second PUT is 422 and the first stays', async () => {
    const { made, path } = await story()
    expect((await upload(made.links, 'shasums')).status).toBe(200)
    const again = await upload(made.links, 'shasums', Buffer.from('other'))
    expect([again.status, details(again.body)]).toEqual([422, ['The file has already been uploaded']])
    const link = (await shown(path)).links['shasums-download']
    expect(Buffer.from((await download(link)).body).toString()).toBe(bytes.toString())
  })

  test('of parallel uploads one wins, the others are 422 and leave nothing', async () => {
    const { build, platform: path } = await story()
    const contents = Array.from({ length: 10 }, (_, index) => Buffer.from(`upload ${index}`))
    const answers = await Promise.all(
      contents.map((content) => upload(build.links, 'provider-binary', content)),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 9 }, () => 422)])
    const winner = contents[answers.findIndex(({ status }) => status === 200)]
    const link = (await shown(path)).links['provider-binary-download']
    expect(Buffer.from((await download(link)).body)).toEqual(winner)
  })

  test('more bytes than the limit are 413, said before or found out while reading, and nothing is kept', async () => {
    const { build, platform: path } = await story()
    const large = Buffer.alloc(200_001)
    const announced = await upload(build.links, 'provider-binary', large)
    expect(announced.status).toBe(413)
    expect(announced.body.errors).toEqual([
      { status: '413', title: 'payload too large', detail: 'The file is larger than 200,000 bytes' },
    ])
    const link = `${app.url}${pathOf(build.links['provider-binary-upload'] ?? '')}`
    const streamed = await fetch(link, {
      method: 'PUT',
      body: new Blob([large]).stream(),
      duplex: 'half',
    } as RequestInit)
    expect(streamed.status).toBe(413)
    expect((await shown(path)).attributes['provider-binary-uploaded']).toBe(false)
  })

  test('forged, expired and foreign links lead nowhere, and so do those of a caller without the right', async () => {
    const { made, path } = await story()
    const link = pathOf(made.links['shasums-upload'] ?? '')
    const signature = pathOf(made.links['shasums-sig-upload'] ?? '')
    const swapped = `${link.split('?')[0]}?${signature.split('?')[1]}`
    for (const wrong of [link.split('?')[0] ?? '', swapped, `${link}x`, link.replace('/shasums?', '/other?')])
      expect((await put(app, wrong, bytes)).body).toEqual(notFoundBody)
    app.clock.move(26 * 3_600_000)
    expect((await put(app, link, bytes)).body).toEqual(notFoundBody)
    expect((await shown(path)).attributes['shasums-uploaded']).toBe(false)
    const manager = await app.make.manager(acme, { manageProviders: true })
    const theirs = pathOf((await shown(path, manager)).links['shasums-upload'])
    await app.prisma.teamMember.deleteMany({ where: { userId: manager.id } })
    expect((await put(app, theirs, bytes)).body).toEqual(notFoundBody)
  })

  test('of a disabled organization links stop, and work again once it is enabled', async () => {
    const { made, path } = await story()
    const upload = pathOf(made.links['shasums-upload'] ?? '')
    await put(app, pathOf(made.links['shasums-sig-upload'] ?? ''), bytes)
    const signature = pathOf((await shown(path)).links['shasums-sig-download'])
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
    const { made } = await story()
    const link = pathOf(made.links['shasums-upload'] ?? '')
    const get = await app.http.get(link)
    expect([get.status, get.headers['allow']]).toEqual([405, 'PUT, OPTIONS'])
    const options = await app.http.options(link)
    expect([options.status, options.headers['allow']]).toEqual([204, 'PUT, OPTIONS'])
  })

  test('upload links are shown only to those who may write, downloads to every member', async () => {
    const { made, build, path, platform: platformPath } = await story()
    const member = await app.make.member(acme)
    const before = await shown(path, member)
    expect(Object.keys(before.links)).toEqual(['self'])
    expect(before.attributes.permissions).toEqual({ 'can-delete': false, 'can-upload-asset': false })
    expect(Object.keys((await shown(platformPath, member)).links)).toEqual(['self'])
    await upload(made.links, 'shasums')
    await upload(build.links, 'provider-binary')
    expect(Object.keys((await shown(path, member)).links)).toEqual(['self', 'shasums-download'])
    const link = (await shown(platformPath, member)).links['provider-binary-download']
    expect((await download(link)).status).toBe(200)
    await app.prisma.organizationMembership.deleteMany({ where: { userId: member.id } })
    const gone = await download(link)
    expect([gone.status, gone.body]).toEqual([404, { errors: ['Not Found'] }])
  })

  test('links made in the same hour are the same, so that tags and If-Match hold', async () => {
    const { path } = await story()
    app.clock.move(-app.clock.now().getTime() % 3_600_000)
    app.clock.move(60_000)
    const first = await as(app, owner).get(path)
    app.clock.move(50 * 60_000)
    const second = await as(app, owner).get(path)
    expect(second.headers['etag']).toBe(first.headers['etag'])
    const headers = { 'If-Match': first.headers['etag'] as string }
    expect((await as(app, owner).delete(path, { headers })).status).toBe(204)
  })

  test('downloads answer ranges and HEAD, and end an hour or two after they were given', async () => {
    const { build, platform: path } = await story()
    await upload(build.links, 'provider-binary')
    const link = pathOf((await shown(path)).links['provider-binary-download'])
    const part = await app.http.get(link).set('Range', 'bytes=5-9').buffer(true)
    expect([part.status, part.headers['content-range']]).toEqual([206, `bytes 5-9/${bytes.length}`])
    expect((await app.http.get(link).set('Range', 'bytes=999-')).status).toBe(416)
    const head = await app.http.head(link)
    expect([head.status, head.headers['content-length']]).toEqual([200, String(bytes.length)])
    app.clock.move(2 * 3_600_000)
    expect((await app.http.get(link)).status).toBe(404)
  })

  test('go when their row goes: the platform, the version or the provider', async () => {
    for (const victim of ['platform', 'version', 'provider'] as const) {
      const { address, made, build, path, platform: platformPath } = await story()
      await upload(made.links, 'shasums')
      await upload(made.links, 'shasums-sig')
      await upload(build.links, 'provider-binary')
      const row = await app.prisma.registryProviderVersion.findUniqueOrThrow({
        where: { id: made.id },
        include: { platforms: true },
      })
      const texts = [row.shasumsKey, row.shasumsSigKey]
      const binary = row.platforms[0]?.binaryKey
      const doomed = victim === 'platform' ? [binary] : [...texts, binary]
      const paths = { platform: platformPath, version: path, provider: providerPath(address) }
      expect((await as(app, owner).delete(paths[victim])).status).toBe(204)
      for (const key of doomed) expect(await app.storage.stat(key ?? '')).toBeUndefined()
      if (victim === 'platform')
        for (const key of texts) expect(await app.storage.stat(key ?? '')).toBeDefined()
    }
  })
})

describe('delete', () => {
  test('a version takes its platforms along, and its number may be created again', async () => {
    const address = await freshProvider()
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

  test('a platform goes by itself; with a stale If-Match it is 412 and stays', async () => {
    const address = await freshProvider()
    await createProviderVersion(app, owner, address, '1.0.0')
    const { id, links } = await createPlatform(app, owner, address, '1.0.0')
    const path = `${providerPath(address)}/versions/1.0.0/platforms/linux/amd64`
    const { headers } = await as(app, owner).get(path)
    await put(app, pathOf(links['provider-binary-upload'] ?? ''), Buffer.from('x'))
    const stale = { 'If-Match': headers['etag'] as string }
    expect((await as(app, owner).delete(path, { headers: stale })).status).toBe(412)
    expect((await as(app, owner).delete(path)).status).toBe(204)
    expect((await as(app, owner).get(path)).status).toBe(404)
    expect((await auditOf(app, id)).map(({ action }) => action)).toEqual([
      'registry-provider-platform.create',
      'registry-provider-platform.upload',
      'registry-provider-platform.delete',
    ])
  })

  test('members without the right get 404 on every write, the same as a miss', async () => {
    const address = await freshProvider()
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
})

describe('tokens without a person', () => {
  test("a team's token with the right uploads by its own links; an organization's token only reads", async () => {
    const address = await freshProvider()
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
