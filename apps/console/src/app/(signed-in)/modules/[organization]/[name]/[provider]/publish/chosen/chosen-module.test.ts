import { Readable } from 'node:stream'
import { readModuleArchive } from '@engine/module-source/archive-reader'
import {
  BlobWriter,
  TextReader,
  ZipWriter,
  type ZipWriterAddDataOptions,
} from '@zip.js/zip.js/lib/zip-core-native.js'
import { packTar, type TarEntry } from 'modern-tar'
import { describe, expect, test } from 'vitest'
import type { PickedFiles } from '~/ui/file-drop'
import { chosenModule } from './chosen-module'

type Texts = Readonly<Record<string, string>>

const main = 'variable "zones" {\n  type = list(string)\n}\n\noutput "id" {\n  value = 1\n}\n'

const folder = (name: string, texts: Texts): PickedFiles => ({
  name,
  files: Object.entries(texts).map(([path, text]) => ({ path, open: async () => new File([text], path) })),
})

const fileOf = (name: string, ...parts: BlobPart[]): PickedFiles => ({
  name,
  files: [{ path: name, open: async () => new File(parts, name) }],
})

async function zip(
  texts: Texts,
  options: Readonly<Record<string, ZipWriterAddDataOptions>> = {},
): Promise<PickedFiles> {
  const writer = new ZipWriter(new BlobWriter(), { useWebWorkers: false })
  for (const [path, text] of Object.entries(texts))
    await writer.add(path, new TextReader(text), options[path])
  return fileOf('module.zip', await writer.close())
}

const tar = (...entries: TarEntry[]) => packTar(entries)
const entry = (name: string, text: string): TarEntry => ({
  header: { name, size: text.length, type: 'file' },
  body: text,
})

const gzipped = (bytes: Uint8Array<ArrayBuffer>): Promise<Blob> =>
  new Response(new Blob([bytes]).stream().pipeThrough(new CompressionStream('gzip'))).blob()

const chosen = (given: PickedFiles) =>
  chosenModule(given, { signal: new AbortController().signal, onProgress: () => undefined })

/** Reads an archive back as the platform does. */
async function readBack(archive: Blob): Promise<Texts> {
  const source = Readable.from([Buffer.from(await archive.arrayBuffer())], { objectMode: false })
  const { contents } = await readModuleArchive(source, { collect: () => true })
  return Object.fromEntries([...contents].map(([path, bytes]) => [path, bytes.toString()]))
}

const hidden = {
  '.git/config': '[core]',
  '.env': 'SECRET=1',
  'net.tfstate': '{}',
  '.engineignore': '/test/\n',
}
const long = `docs/${'a-long-name/'.repeat(15)}page.md`
const kept = {
  'README.md': '# Net',
  [long]: '',
  'main.tf': main,
  'modules/a/main.tf': '',
  'examples/b/main.tf': '',
}

test('a folder is packed so that the platform reads it back, without what engine-publish leaves out', async () => {
  const module = await chosen(folder('network', { ...kept, ...hidden, 'test/x.tf': '' }))
  expect(await readBack(module.archive)).toEqual(kept)
  expect(module).toMatchObject({ name: 'network', leftOut: 5, declared: { inputs: 1, outputs: 1 } })
  expect(module).toMatchObject({ hasReadme: true, submodules: ['modules/a'], examples: ['examples/b'] })
  expect(module.files.map(({ path }) => path)).toEqual(Object.keys(kept).sort())
})

test('private keys are left out by name and by contents, and the ignore file of the CLI is read', async () => {
  const key = `-----BEGIN ${'PRIVATE'} KEY-----\n`
  const others = { id_rsa: 'x', 'files/server.pem': key, 'node_modules/a.js': '', 'test/x.tf': '' }
  const given = {
    ...kept,
    ...others,
    'files/ca.pem': '-----BEGIN CERTIFICATE-----',
    '.terraformignore': 'test/',
  }
  const module = await chosen(folder('network', given))
  expect(await readBack(module.archive)).toEqual({ ...kept, 'files/ca.pem': '-----BEGIN CERTIFICATE-----' })
  expect(module.leftOut).toBe(5)
})

test('to be compared, the sources alone are packed', async () => {
  const texts = { ...kept, 'modules/a/README.md': '# A', 'modules/a/deep/main.tf': '' }
  const sources = { 'main.tf': main, 'modules/a/main.tf': '' }
  const packedOf = async (given: PickedFiles) =>
    readBack(await (await chosen(given)).packSources(new AbortController().signal))
  expect(await packedOf(folder('network', texts))).toEqual(sources)
  expect(await packedOf(await zip(texts))).toEqual(sources)
  const entries = Object.entries(texts).map(([path, text]) => entry(path, text))
  expect(await packedOf(fileOf('module.tar.gz', await gzipped(await tar(...entries))))).toEqual(sources)
})

test('the page may draw while the files of a large folder are opened', async () => {
  let opened = 0
  const files = Array.from({ length: 1000 }, (_, index) => ({
    path: `page-${index}.tf`,
    open: async () => {
      opened += 1
      return new File([''], 'page.tf')
    },
  }))
  const seen: number[] = []
  const look = setInterval(() => seen.push(opened))
  await chosen({ name: 'large', files }).finally(() => clearInterval(look))
  expect(seen.some((number) => number > 0 && number < files.length)).toBe(true)
})

test('equal files are packed equally, in whatever order they come', async () => {
  const [one, other] = [kept, Object.fromEntries(Object.entries(kept).reverse())].map((each) =>
    folder('x', each),
  )
  const bytes = async (given: PickedFiles | undefined) =>
    (await chosen(given ?? folder('', {}))).archive.bytes()
  expect(await bytes(one)).toEqual(await bytes(other))
})

test('a zip is packed anew, without the folder around it and what a Mac adds', async () => {
  const { archive } = await chosen(
    await zip({ 'net-main/main.tf': main, 'net-main/.gitignore': '*', '__MACOSX/net-main/._main.tf': 'x' }),
  )
  expect(await readBack(archive)).toEqual({ 'main.tf': main })
})

test('a program of a zip can be run from the archive too', async () => {
  const { archive } = await chosen(
    await zip({ 'main.tf': main, 'run.sh': '' }, { 'run.sh': { unixMode: 0o100755 } }),
  )
  const tarred = await new Response(archive.stream().pipeThrough(new DecompressionStream('gzip'))).bytes()
  const modeAt = (block: number) => new TextDecoder().decode(tarred.subarray(block + 103, block + 107))
  expect([modeAt(0), modeAt(1024)]).toEqual(['0644', '0755'])
})

test('a gzip tar stays as it is', async () => {
  const archive = await gzipped(await tar(entry('./main.tf', main), entry('./.env', 'x')))
  const module = await chosen(fileOf('module.tgz', archive))
  expect(await module.archive.bytes()).toEqual(await archive.bytes())
  expect(module).toMatchObject({
    files: [{ path: 'main.tf' }, { path: '.env' }],
    declared: { inputs: 1, outputs: 1 },
  })
})

test('what a link of a tar leads to may be its sources: the platform decides', async () => {
  const link: TarEntry = { header: { name: 'main.tf', size: 0, type: 'symlink', linkname: 'shared/main.tf' } }
  const archive = await gzipped(await tar(entry('shared/main.tf', main), link))
  expect((await chosen(fileOf('module.tgz', archive))).archive.size).toBe(archive.size)
})

describe('what no platform takes is refused, with what to do', () => {
  const encrypted = { 'main.tf': { password: 'x', zipCrypto: true } }
  const link = { 'main.tf': { unixMode: 0o120777 } }
  test.each<[string, () => Promise<PickedFiles>, RegExp]>([
    [
      'a zip with a link',
      () => zip({ 'main.tf': 'x' }, link),
      /holds the link main\.tf\. Put what it leads to/,
    ],
    ['an encrypted zip', () => zip({ 'main.tf': main }, encrypted), /encrypted\. Make it without a password/],
    [
      'a damaged zip',
      async () => fileOf('a.zip', 'PK\x03\x04', 'x'.repeat(100)),
      /cannot be read as a zip\. Make/,
    ],
    [
      'a tar that is no gzip',
      async () => fileOf('a.tar', await tar(entry('a', ''))),
      /Compress it with gzip/,
    ],
    [
      'a damaged gzip',
      async () => fileOf('a.tgz', '\x1f', new Uint8Array([0x8b, 1])),
      /as a gzip tar\. Make/,
    ],
    [
      'a folder without sources',
      async () => folder('docs', { 'a.md': '' }),
      /docs has no \.tf, .* Choose the folder/,
    ],
    ['a folder of what is left out', async () => folder('x', hidden), /nothing in x to publish/],
    ['a file that is none', async () => fileOf('notes.docx', 'x'), /notes\.docx has no/],
    [
      'a tar with a folder around everything',
      async () => fileOf('a.tgz', await gzipped(await tar(entry('net/main.tf', main)))),
      /in the folder net, and the module must be at the root/,
    ],
    [
      'more files than a module has',
      async () =>
        folder('big', Object.fromEntries(Array.from({ length: 10_001 }, (_, at) => [`${at}.tf`, '']))),
      /big holds more than 10,000 files, too much for a module\. Choose/,
    ],
  ])('%s', async (_what, given, words) => {
    await expect(chosen(await given())).rejects.toThrow(words)
  })
})

test('inputs and outputs are counted by their names, in either form and once where a file overrides another', async () => {
  const { declared } = await chosen(
    folder('x', {
      'main.tf':
        '# variable "no" {}\nvariable "a" {}\n  variable b {\n}\noutput "c" {\n  value = "variable"\n}\n',
      'main_override.tf': 'variable "a" {}\n',
      'more.tf.json': '{"variable":[{"d":{}},{"e":{}}],"output":{"f":{"value":1}}}',
      'odd.tf.json': '{',
      'modules/m/main.tf': 'variable "inner" {}\n',
    }),
  )
  expect(declared).toEqual({ inputs: 4, outputs: 2 })
})
