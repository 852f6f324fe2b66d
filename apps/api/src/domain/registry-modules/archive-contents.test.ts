import { Readable } from 'node:stream'
import { readModuleArchive } from '@engine/module-source/archive-reader'
import { archive, file } from '@engine/module-source/testing'
import { expect, test, vi } from 'vitest'
import { ArchiveContentsReader } from './archive-contents.js'
import type { ModuleFiles } from './module-files.js'

const stored = (storageKey: string) => ({ storageKey, sha256: '', size: 1 })

/** A reader of one archive, by whichever key it is asked for. */
function readerOf(bytes: Buffer) {
  const lookAgain = vi.fn<ModuleFiles['lookAgain']>((_file, options) =>
    readModuleArchive(Readable.from([bytes]), options),
  )
  return { lookAgain, reader: new ArchiveContentsReader({ lookAgain } as unknown as ModuleFiles) }
}

test('an archive is read once for all who ask, and again only when it is no longer cached', async () => {
  const { lookAgain, reader } = readerOf(archive(file('main.tf', 'x')))
  const [one, other] = await Promise.all([reader.read('acme', stored('a')), reader.read('acme', stored('a'))])
  expect(one).toBe(other)
  expect(await reader.read('acme', stored('a'))).toBe(one)
  expect(lookAgain).toHaveBeenCalledTimes(1)
  await reader.read('acme', stored('b'))
  expect(lookAgain).toHaveBeenCalledTimes(2)
})

test('what is large is named and not kept, and neither is what is beyond the limit of all', async () => {
  const large = Buffer.alloc(256 * 1024 + 1)
  const full = Array.from({ length: 17 }, (_, n) => file(`p${n}.png`, Buffer.alloc(1024 ** 2)))
  const { reader } = readerOf(archive(file('main.tf', 'x'), file('large.txt', large), ...full))
  const { sizes, contents } = await reader.read('acme', stored('a'))
  expect(sizes.get('large.txt')).toBe(large.length)
  expect(contents.has('large.txt')).toBe(false)
  expect([...contents.keys()].filter((path) => path.endsWith('.png'))).toHaveLength(15)
})

test('one organization has one archive read at once, two have two, and beyond its queue none waits', async () => {
  const running: string[] = []
  let resolve = (): void => undefined
  const open = new Promise<void>((done) => (resolve = done))
  const lookAgain = async ({ storageKey }: { storageKey: string }) => {
    running.push(storageKey)
    await open
    return { entries: 1, unpackedSize: 0, files: [], sizes: new Map(), contents: new Map() }
  }
  const reader = new ArchiveContentsReader({ lookAgain } as unknown as ModuleFiles)
  const reads = Array.from({ length: 33 }, (_, n) => reader.read('acme', stored(String(n))))
  await expect(reader.read('acme', stored('more'))).rejects.toMatchObject({
    failure: { kind: 'unavailable' },
  })
  const other = reader.read('globex', stored('other'))
  expect(running).toEqual(['0', 'other'])
  resolve()
  await Promise.all([...reads, other])
  expect(running).toHaveLength(34)
})
