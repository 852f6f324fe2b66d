import { once } from 'node:events'
import { link, mkdir, mkdtemp, readdir, realpath, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import fc from 'fast-check'
import { Parser, type ReadEntry } from 'tar'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ArchiveRefused } from '../archive.js'
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
  if (kind === 'file') return make.file(path, 'x')
  return kind === 'symlink' ? make.symlink(path, to) : make.hardLink(path, to)
}

test('what is taken stays inside even of a careless unpacker that follows every link', async () => {
  let links = 0
  await fc.assert(
    fc.asyncProperty(entries, async (some) => {
      const tar = make.archive(main, make.folder('d'), make.folder('d/e'), ...some.map(made))
      const outcome = await read(tar).catch((error: unknown) => error)
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

test('the careless unpacker does escape from what is refused', async () => {
  const outer = await mkdtemp(join(sandbox, 'case-'))
  const tar = make.archive(main, make.symlink('a', '..'), make.file('a/escaped', 'x'))
  await unpackCarelessly(tar, join(outer, 'root'))
  expect(await readdir(outer)).toEqual(['escaped', 'root'])
})

/** Writes entry after entry without a check of its target. */
async function unpackCarelessly(tar: Buffer, root: string): Promise<void> {
  const entries: ReadEntry[] = []
  const parser = new Parser({
    onReadEntry: (each) => {
      entries.push(each)
      each.resume()
    },
  })
  const ended = once(parser, 'end')
  parser.end(tar)
  await ended
  await mkdir(root, { recursive: true })
  for (const { type, path: at, linkpath = '' } of entries) {
    const absolute = join(root, at)
    await mkdir(dirname(absolute), { recursive: true }).catch(() => undefined)
    const step =
      type === 'Directory'
        ? mkdir(absolute)
        : type === 'SymbolicLink'
          ? symlink(linkpath, absolute)
          : type === 'Link'
            ? link(join(root, linkpath), absolute)
            : writeFile(absolute, 'x')
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
