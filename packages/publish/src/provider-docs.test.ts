import { randomBytes } from 'node:crypto'
import { mkdir, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { readModuleArchive } from '@engine/module-source/archive-reader'
import { beforeAll, describe, expect, test } from 'vitest'
import { folderOf } from './folder.testing.js'
import { providerPlatform, publishProvider, versionsPath } from './provider-platform.testing.js'
import { newSigner, releaseFiles, releaseFolder, type Files, type Signer } from './release.testing.js'

let signer: Signer
let files: Files
beforeAll(async () => {
  signer = await newSigner()
  files = await releaseFiles(signer)
})

const documentation = {
  'index.md': '# Thing\n',
  'guides/begin.md': '# Begin\n',
  'resources/server.md': '# Server\n',
  'images/plan.png': 'x',
}

const uploadsIn = (asked: readonly string[]) => asked.filter((each) => each.startsWith('PUT '))
const docsUpload = 'PUT /api/uploads/1.0.0/docs'
const line = 'Documentation of acme/thing 1.0.0: 3 pages, 1 file ignored\n'
const warning = 'Warning: guides/begin.md: page_title of the front matter is no text\n'

test('the documentation of a release is sent once the release is published', async () => {
  const { url, asked, begun } = await providerPlatform({ keys: [signer] })
  const docs = await folderOf(documentation)
  const outcome = await publishProvider(await releaseFolder(files), url, { more: ['--docs', docs] })
  expect(outcome).toMatchObject({
    code: 0,
    out: expect.stringMatching(new RegExp(`^Published acme/thing 1\\.0\\.0\n[^]*\n\n${line}$`)),
    messages: expect.stringContaining(warning),
  })
  expect(uploadsIn(asked)).toHaveLength(9)
  expect(asked.at(-1)).toBe(docsUpload)
  const sent = begun().files.get('docs') ?? Buffer.alloc(0)
  const { contents } = await readModuleArchive(Readable.from([sent]), {
    holdsModule: false,
    collect: () => true,
  })
  const texts = [...contents].map(([path, bytes]) => [path, bytes.toString()])
  expect(Object.fromEntries(texts)).toEqual(documentation)
})

test('the documentation of a published version is replaced, with 0, and no other file is sent', async () => {
  const { url, asked } = await providerPlatform({ keys: [signer] })
  const folder = await releaseFolder(files)
  expect(await publishProvider(folder, url)).toMatchObject({ code: 0 })
  asked.length = 0
  const docs = await folderOf(documentation)
  const outcome = await publishProvider(folder, url, { more: ['--docs', docs] })
  expect(outcome).toMatchObject({ code: 0, out: line, messages: expect.stringContaining(warning) })
  expect(asked).toEqual(['GET /api/registry/private/v2/gpg-keys', `GET ${versionsPath}/1.0.0`, docsUpload])
})

test('a platform that refuses the documentation ends it with 1 and its reason', async () => {
  const { url, hooks } = await providerPlatform({ keys: [signer] })
  hooks.onUpload = (name, _req, res) => {
    if (name !== 'docs') return false
    res.writeHead(422, { 'TFP-API-Version': '2.6' }).end('{"errors":[{"title":"x","detail":"No page"}]}')
    return true
  }
  const docs = await folderOf(documentation)
  const outcome = await publishProvider(await releaseFolder(files), url, { more: ['--docs', docs] })
  expect(outcome).toMatchObject({
    code: 1,
    out: expect.stringContaining('Published acme/thing 1.0.0'),
    messages: expect.stringContaining(`${docs}: the platform refused (422): No page`),
  })
})

test('a dry run counts the pages, and sends nothing', async () => {
  const { url, asked } = await providerPlatform({ keys: [signer] })
  const docs = await folderOf({
    'docs/index.md': '',
    'website/docs/index.html.markdown': '',
    'website/docs/r/x.html.markdown': '',
    'main.go': '',
    '.env': '',
  })
  const { code, out } = await publishProvider(await releaseFolder(files), url, {
    more: ['--dry-run', '--docs', docs],
  })
  expect(code).toBe(0)
  expect(out).toContain('Documentation: 2 pages, 1 file ignored\n\nLeft out: .env\n')
  expect(asked).toEqual(['GET /api/registry/private/v2/gpg-keys'])
})

describe('a faulty documentation ends with 4 and its name, and nothing is asked', () => {
  test.each<[string, () => string | Promise<string>, RegExp]>([
    ['a folder that is not there', () => '/missing', /\/missing: there is no such folder/],
    ['an empty folder', () => folderOf({}), /module-.*: there is nothing in it to publish/],
    [
      'a folder without a page',
      () => folderOf({ 'README.md': '# Thing', 'r/server.html.markdown': '' }),
      /module-.* has no page of documentation: index\.md, guides\//,
    ],
    [
      'more than 5,000 files',
      async () => {
        const folder = await folderOf({ 'index.md': '' })
        await mkdir(join(folder, 'resources'))
        for (let n = 0; n < 5000; n++) await writeFile(join(folder, 'resources', `r${n}.md`), '')
        return folder
      },
      /module-.*: it holds more than 5,000 files/,
    ],
    [
      'more than 100 MiB',
      async () => {
        const folder = await folderOf({ 'index.md': '' })
        await truncate(join(folder, 'index.md'), 100 * 1024 ** 2 + 1)
        return folder
      },
      /module-.*: it holds more than 100\.0 MiB/,
    ],
    [
      'an archive of more than 20 MiB',
      async () => {
        const folder = await folderOf({ 'index.md': '' })
        await writeFile(join(folder, 'picture.png'), randomBytes(21 * 1024 ** 2))
        return folder
      },
      /module-.*: its archive has 21\.0 MiB, and a platform takes 20\.0 MiB/,
    ],
  ])('%s', async (_what, docs, message) => {
    const { url, asked } = await providerPlatform({ keys: [signer] })
    const { code, messages } = await publishProvider(await releaseFolder(files), url, {
      more: ['--docs', await docs()],
    })
    expect(messages).toMatch(message)
    expect([code, asked]).toEqual([4, []])
  })
})
