import { once } from 'node:events'
import { link, mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import fc from 'fast-check'
import { Parser, type ReadEntry } from 'tar'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ArchiveRefused } from '../../kernel/archive.js'
import { main, read } from './reading.testing.js'
import * as make from './tar-maker.testing.js'

let sandbox: string

beforeAll(async () => {
  sandbox = await mkdtemp(join(tmpdir(), 'unpacking-'))
})

afterAll(async () => {
  await rm(sandbox, { recursive: true, force: true })
})

const name = fc.constantFrom('a', 'b', 'c', 'A', 'main.tf')
const path = fc.array(name, { minLength: 1, maxLength: 3 }).map((parts) => parts.join('/'))
const target = fc
  .array(fc.oneof(name, fc.constantFrom('..', '..', '.')), { minLength: 1, maxLength: 6 })
  .map((parts) => parts.join('/'))
const entry = fc.oneof(
  { arbitrary: fc.tuple(fc.constantFrom('file', 'folder'), path), weight: 2 },
  { arbitrary: fc.tuple(fc.constant('symlink'), path, target), weight: 3 },
  fc.tuple(fc.constant('hardLink'), path, path),
)
const made = ([kind, at, to = '']: readonly string[]): Buffer =>
  kind === 'file'
    ? make.file(at ?? '', 'x')
    : kind === 'folder'
      ? make.folder(at ?? '')
      : kind === 'symlink'
        ? make.symlink(at ?? '', to)
        : make.hardLink(at ?? '', to)

test('what is taken stays inside even of a careless unpacker that follows every link', async () => {
  let taken = 0
  let links = 0
  await fc.assert(
    fc.asyncProperty(fc.array(entry, { minLength: 1, maxLength: 7 }), async (entries) => {
      const tar = make.archive(main, ...entries.map(made))
      const outcome = await read(tar).catch((error: unknown) => error)
      if (outcome instanceof ArchiveRefused) return
      expect(outcome).not.toBeInstanceOf(Error)
      taken++
      const outer = await mkdtemp(join(sandbox, 'case-'))
      await unpackCarelessly(tar, join(outer, 'o', 'p', 'root'))
      links += await writeThroughLinks(join(outer, 'o', 'p', 'root'))
      expect(await readdir(outer)).toEqual(['o'])
      expect(await readdir(join(outer, 'o'))).toEqual(['p'])
      expect(await readdir(join(outer, 'o', 'p'))).toEqual(['root'])
      await rm(outer, { recursive: true })
    }),
    { numRuns: 400 },
  )
  expect(taken).toBeGreaterThan(40)
  expect(links).toBeGreaterThan(20)
}, 60_000)

test('the careless unpacker does escape from what is refused', async () => {
  const outer = await mkdtemp(join(sandbox, 'case-'))
  const tar = make.archive(main, make.symlink('a', '..'), make.file('a/escaped', 'x'))
  await unpackCarelessly(tar, join(outer, 'root'))
  expect(await readdir(outer)).toEqual(['escaped', 'root'])
})

/** Writes entry after entry without a look at where it goes. */
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
    const place = join(root, at)
    await mkdir(dirname(place), { recursive: true }).catch(() => undefined)
    const step =
      type === 'Directory'
        ? mkdir(place)
        : type === 'SymbolicLink'
          ? symlink(linkpath, place)
          : type === 'Link'
            ? link(join(root, linkpath), place)
            : writeFile(place, 'x')
    await step.catch(() => undefined)
  }
}

/** Writes to and into every link that was unpacked, and says how many there were. */
async function writeThroughLinks(folder: string): Promise<number> {
  let links = 0
  for (const found of await readdir(folder, { withFileTypes: true })) {
    const place = join(folder, found.name)
    if (found.isDirectory()) links += await writeThroughLinks(place)
    if (!found.isSymbolicLink()) continue
    links++
    await writeFile(join(place, 'probe'), 'x').catch(() => undefined)
    await writeFile(place, 'x').catch(() => undefined)
  }
  return links
}
