import { rule } from '@engine/shared/rule'
import { describe, expect, test } from 'vitest'
import { startTestApp } from '../app.js'
import type { Response } from 'supertest'
import { auditOf, pathOf, put } from '../modules/module-requests.js'
import { providerPath, createProviderWithPlatform, shown } from '../providers.js'
import { as, expectDetails } from '../rest.js'

const app = await startTestApp({ LOG_LEVEL: 'silent', PROVIDER_UPLOAD_LIMIT: '200000' })
const owner = await app.make.user('ana')
await app.make.organization(owner, 'Acme')

const bytes = Buffer.from('some bytes of a file\n')

const upload = (links: Record<string, string>, name: string, content = bytes): Promise<Response> =>
  put(app, pathOf(links[`${name}-upload`] ?? ''), content)
const download = async (link: string): Promise<Response> => app.http.get(pathOf(link)).buffer(true)

describe('uploading', () => {
  rule(
    '§6 files',
    'An upload link turns into a download link once its file is there, and the attribute says so',
  )
  test.each([
    ['shasums', (s: Awaited<ReturnType<typeof createProviderWithPlatform>>) => [s.made, s.path] as const],
    ['shasums-sig', (s: Awaited<ReturnType<typeof createProviderWithPlatform>>) => [s.made, s.path] as const],
    [
      'provider-binary',
      (s: Awaited<ReturnType<typeof createProviderWithPlatform>>) => [s.build, s.platform] as const,
    ],
  ])('%s is put without a token, and the download link then gives the very bytes', async (name, of) => {
    const [{ id, links }, path] = of(await createProviderWithPlatform(app, owner))
    const answer = await upload(links, name)
    expect([answer.status, answer.text]).toEqual([200, ''])
    const after = await shown(app, owner, path)
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

  rule('§6 files', 'A file is uploaded once')
  test('a file is uploaded once: a second PUT is 422 and the first stays', async () => {
    const { made, path } = await createProviderWithPlatform(app, owner)
    expect((await upload(made.links, 'shasums')).status).toBe(200)
    const again = await upload(made.links, 'shasums', Buffer.from('other'))
    expectDetails(again, 422, 'The file has already been uploaded')
    const link = (await shown(app, owner, path)).links['shasums-download']
    expect(Buffer.from((await download(link)).body).toString()).toBe(bytes.toString())
  })

  test.each([
    ['shasums', (s: Awaited<ReturnType<typeof createProviderWithPlatform>>) => s.made],
    ['shasums-sig', (s: Awaited<ReturnType<typeof createProviderWithPlatform>>) => s.made],
    ['provider-binary', (s: Awaited<ReturnType<typeof createProviderWithPlatform>>) => s.build],
  ])(
    'a retry of what was done is done: the very bytes of %s again are 200, and change nothing',
    async (name, of) => {
      const setup = await createProviderWithPlatform(app, owner)
      const { id, links } = of(setup)
      // At once, and after another file has come between.
      const first = await Promise.all([1, 2, 3].map(() => upload(links, name)))
      expect(first.map(({ status }) => status)).toEqual([200, 200, 200])
      await upload(setup.made.links, name === 'shasums' ? 'shasums-sig' : 'shasums')
      const [row, version] = [await shown(app, owner, setup.platform), await shown(app, owner, setup.path)]
      const uploads = (await auditOf(app, id)).filter(
        ({ after }) => (after as { file?: string } | null)?.file,
      )
      const answers = [await upload(links, name), await upload(links, name, Buffer.from('other'))]
      expect(answers.map(({ status }) => status)).toEqual([200, 422])
      expect((await upload(links, name, Buffer.alloc(200_001))).status).toBe(422)
      const now = (await auditOf(app, id)).filter(({ after }) => (after as { file?: string } | null)?.file)
      expect(now).toEqual(uploads)
      const after = [await shown(app, owner, setup.platform), await shown(app, owner, setup.path)]
      expect(after.map(({ attributes }) => attributes)).toEqual(
        [row, version].map(({ attributes }) => attributes),
      )
      const owns = name === 'provider-binary' ? setup.build.id : setup.made.id
      const stored: string[] = []
      for await (const { key } of app.storage.list(`providers/${owns}`)) stored.push(key)
      expect(stored.filter((key) => key.endsWith(name.replace('provider-', '')))).toHaveLength(1)
    },
  )

  rule('§6 files', 'Of parallel uploads one wins')
  test('of parallel uploads one wins, the others are 422 and leave nothing', async () => {
    const { build, platform: path } = await createProviderWithPlatform(app, owner)
    const contents = Array.from({ length: 10 }, (_, index) => Buffer.from(`upload ${index}`))
    const answers = await Promise.all(
      contents.map((content) => upload(build.links, 'provider-binary', content)),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 9 }, () => 422)])
    const winner = contents[answers.findIndex(({ status }) => status === 200)]
    const link = (await shown(app, owner, path)).links['provider-binary-download']
    expect(Buffer.from((await download(link)).body)).toEqual(winner)
  })

  test('more bytes than the limit are 413, announced or found while reading, and nothing is stored', async () => {
    const { build, platform: path } = await createProviderWithPlatform(app, owner)
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
    expect((await shown(app, owner, path)).attributes['provider-binary-uploaded']).toBe(false)
  })
})

describe('downloading', () => {
  test('downloads answer ranges and HEAD, and end an hour or two after they were given', async () => {
    const { build, platform: path } = await createProviderWithPlatform(app, owner)
    await upload(build.links, 'provider-binary')
    const link = pathOf((await shown(app, owner, path)).links['provider-binary-download'])
    const part = await app.http.get(link).set('Range', 'bytes=5-9').buffer(true)
    expect([part.status, part.headers['content-range']]).toEqual([206, `bytes 5-9/${bytes.length}`])
    expect((await app.http.get(link).set('Range', 'bytes=999-')).status).toBe(416)
    const head = await app.http.head(link)
    expect([head.status, head.headers['content-length']]).toEqual([200, String(bytes.length)])
    app.clock.move(2 * 3_600_000)
    expect((await app.http.get(link)).status).toBe(404)
  })
})

describe('stored files', () => {
  test('go when their row goes: the platform, the version or the provider', async () => {
    for (const victim of ['platform', 'version', 'provider'] as const) {
      const {
        address,
        made,
        build,
        path,
        platform: platformPath,
      } = await createProviderWithPlatform(app, owner)
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
