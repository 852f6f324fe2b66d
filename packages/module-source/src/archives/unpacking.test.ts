import { once } from 'node:events'
import {
  link,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  realpath,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import fc from 'fast-check'
import { Parser, type ReadEntry } from 'tar'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ArchiveRefused } from '../archive.js'
import { makePlain } from './plain-archive.js'
import { main, read } from './reading.testing.js'
import * as make from './tar-maker.testing.js'

const tries = process.env['ENGINE_TEST_FULL'] === '1' ? 1000 : 250

let sandbox: string

beforeAll(async () => {
  sandbox = await realpath(await mkdtemp(join(tmpdir(), 'unpacking-')))
})

afterAll(async () => {
  await rm(sandbox, { recursive: true, force: true })
})

const paths = ['l', 'm', 'd/l', 'd/e/l', 'l/x'] as const
const target = fc
  .array(fc.constantFrom('..', '../..', 'd', 'l', 'd/l', 'd/l/..', 'd/e/l/..'), {
    minLength: 1,
    maxLength: 2,
  })
  .map((parts) => parts.join('/'))
const entry = fc.record({
  kind: fc.constantFrom('file', 'hardLink', 'symlink', 'symlink', 'symlink', 'symlink'),
  path: fc.constantFrom(...paths),
  target: target,
})
/** Mostly without the clashes of paths that would be refused at once. */
const entries = fc.oneof(
  {
    arbitrary: fc.uniqueArray(entry, { selector: ({ path }) => path, minLength: 1, maxLength: 5 }),
    weight: 4,
  },
  fc.array(entry, { minLength: 1, maxLength: 5 }),
)

function made({ kind, path, target: to }: { kind: string; path: string; target: string }): Buffer {
  if (kind === 'file') return make.file(path, `${path} of ${to}`)
  return kind === 'symlink' ? make.symlink(path, to) : make.hardLink(path, to)
}

test('what is taken stays inside even of a careless unpacker that follows every link', async () => {
  let links = 0
  await fc.assert(
    fc.asyncProperty(entries, async (some) => {
      const tar = make.archive(main, make.folder('d'), make.folder('d/e'), ...some.map(made))
      const outcome = await read(tar, { wasPublished: true }).catch((error: unknown) => error)
      if (outcome instanceof ArchiveRefused) return
      expect(outcome).not.toBeInstanceOf(Error)
      const outer = await mkdtemp(join(sandbox, 'case-'))
      const root = join(outer, 'o', 'p', 'root')
      await unpackCarelessly(tar, root)
      links += await followLinks(root, root)
      expect(await readdir(outer)).toEqual(['o'])
      expect(await readdir(join(outer, 'o'))).toEqual(['p'])
      expect(await readdir(join(outer, 'o', 'p'))).toEqual(['root'])
      await rm(outer, { recursive: true })
    }),
    { numRuns: tries },
  )
  expect(links).toBeGreaterThan(tries / 10)
})

/** Links to what is there, or to other links; hard links count from the root, symbolic ones from where they lie. */
const sound = fc.uniqueArray(
  fc
    .record({
      kind: fc.constantFrom('file', 'hardLink', 'symlink', 'symlink', 'symlink'),
      path: fc.constantFrom('a', 'b', 'd/a', 'd/n/b', 'x/y/z', 'd/e/h'),
      to: fc.constantFrom('d/e/g', 'd/e/g', 'd/e', 'd/e', 'd/n', 'a', 'b', 'a/g', 'b/../e/g', 'x/y'),
    })
    .map(({ kind, path, to }) => ({
      kind,
      path,
      target: kind === 'symlink' ? `${'../'.repeat(path.split('/').length - 1)}${to}` : to,
    })),
  { selector: ({ path }) => path, minLength: 1, maxLength: 4 },
)

const linkToALink = [
  { kind: 'symlink', path: 'a', target: 'd/e/g' },
  { kind: 'symlink', path: 'd/a', target: '../a' },
]

test('links become just what they lead to on a disk', async () => {
  let links = 0
  await fc.assert(
    fc.asyncProperty(sound, async (some) => {
      const bytes = make.archive(main, make.file('d/e/g', 'G'), make.folder('d/n'), ...some.map(made))
      const paths = await read(bytes).then(
        ({ plainPaths }) => plainPaths,
        () => undefined,
      )
      if (!paths) return
      links++
      const plain = await buffer(makePlain(async () => make.streamOf(bytes), paths))
      expect((await read(plain)).plainPaths).toBeUndefined()
      expect(await unpacked(plain)).toEqual(await unpacked(bytes))
    }),
    { numRuns: tries, examples: [[linkToALink]] },
  )
  expect(links).toBeGreaterThan(tries / 10)
})

test('the careless unpacker does escape from what is refused', async () => {
  const outer = await mkdtemp(join(sandbox, 'case-'))
  const tar = make.archive(main, make.symlink('a', '..'), make.file('a/escaped', 'x'))
  await unpackCarelessly(tar, join(outer, 'root'))
  expect(await readdir(outer)).toEqual(['escaped', 'root'])
})

/** Files by the path where a program that follows links finds them, with their contents. */
async function unpacked(bytes: Buffer): Promise<Record<string, string>> {
  const root = await mkdtemp(join(sandbox, 'case-'))
  await unpackCarelessly(bytes, root)
  const found = await contentsOf(root)
  await rm(root, { recursive: true })
  return found
}

async function contentsOf(root: string, folder = ''): Promise<Record<string, string>> {
  const found: Record<string, string> = {}
  for (const name of await readdir(join(root, folder))) {
    const path = join(folder, name)
    const isFolder = (await stat(join(root, path))).isDirectory()
    found[path] = isFolder ? 'a folder' : await readFile(join(root, path), 'utf8')
    if (isFolder) Object.assign(found, await contentsOf(root, path))
  }
  return found
}

/** Writes entry after entry without a check of its target. */
async function unpackCarelessly(tar: Buffer, root: string): Promise<void> {
  const entries: { entry: ReadEntry; contents: Promise<Buffer> }[] = []
  const parser = new Parser({
    onReadEntry: (entry) => entries.push({ entry, contents: entry.concat() }),
  })
  const ended = once(parser, 'end')
  parser.end(tar)
  await ended
  await mkdir(root, { recursive: true })
  for (const { entry, contents } of entries) {
    const { type, path: at, linkpath = '' } = entry
    const absolute = join(root, at)
    await mkdir(dirname(absolute), { recursive: true }).catch(() => undefined)
    const step =
      type === 'Directory'
        ? mkdir(absolute)
        : type === 'SymbolicLink'
          ? symlink(linkpath, absolute)
          : type === 'Link'
            ? link(join(root, linkpath), absolute)
            : writeFile(absolute, await contents)
    await step.catch(() => undefined)
  }
}

/** Follows and writes through every link that was unpacked, and says how many there were. */
async function followLinks(folder: string, root: string): Promise<number> {
  let links = 0
  for (const found of await readdir(folder, { withFileTypes: true })) {
    const absolute = join(folder, found.name)
    if (found.isDirectory()) links += await followLinks(absolute, root)
    if (!found.isSymbolicLink()) continue
    links++
    expect(await realpath(absolute).catch(() => root)).toMatch(new RegExp(`^${root}(/|$)`))
    await writeFile(join(absolute, 'probe'), 'x').catch(() => undefined)
    await writeFile(absolute, 'x').catch(() => undefined)
  }
  return links
}
