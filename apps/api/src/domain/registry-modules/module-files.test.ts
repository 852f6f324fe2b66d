import { createHash, randomBytes } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { beforeEach, expect, test, vi } from 'vitest'
import { ArchiveRefused, type ReadModuleArchive } from '@engine/module-source/archive'
import { readModuleArchive } from '@engine/module-source/archive-reader'
import { makePlain } from '@engine/module-source/plain-archive'
import { archive, file, symlink } from '@engine/module-source/testing'
import { TestClock } from '../../../test/clock.js'
import { anonymousContext } from '../../../test/anonymous-context.js'
import { openDiskStorage } from '../../adapters/storage/disk.js'
import { TooLarge, type Storage } from '../../kernel/storage.js'
import { ModuleFiles } from './module-files.js'
import type { ReadModuleFiles } from './read-module.js'
import { temporaryFolder } from '../../../test/temporary-folder.js'

const ctx = anonymousContext(new TestClock())

let folder: string
let storage: Storage

beforeEach(async () => {
  folder = await temporaryFolder()
  storage = await openDiskStorage(folder)
})

const filesThere = async (): Promise<string[]> =>
  (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.tar.gz'))

const accepting: ReadModuleArchive = async (source) => {
  await source.resume().toArray()
  return {
    plainPaths: undefined,
    entries: 1,
    unpackedSize: 1,
    files: ['main.tf'],
    sizes: new Map(),
    contents: new Map(),
  }
}

const readModule: ReadModuleFiles = async () => ({
  documents: { summary: '', parts: '{}', requirements: '{}', engineConstraints: '{}' },
  readmes: [],
  warnings: [],
})

const readers = (readModuleArchive: ReadModuleArchive) => ({ readModuleArchive, makePlain, readModule })

const of = (versionId: string, organizationId = 'acme') => ({ organizationId, versionId, moduleName: 'vpc' })

const stream = (text: string): Readable => Readable.from([Buffer.from(text)])

test('an archive is stored under its version, each time as a file of its own, with its size and checksum', async () => {
  const files = new ModuleFiles(storage, readers(accepting), 100)
  const { file: first } = await files.take(ctx, of('modver-1'), stream('hello'))
  const { file: second } = await files.take(ctx, of('modver-1'), stream('hello'))
  expect(first).toMatchObject({
    size: 5,
    sha256: '2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824',
    storageKey: expect.stringMatching(/^modules\/modver-1\/[0-9a-f-]{36}\.tar\.gz$/),
  })
  expect(second.storageKey).not.toBe(first.storageKey)
  expect(await filesThere()).toHaveLength(2)
})

test('of a refused archive nothing is left', async () => {
  const refusing: ReadModuleArchive = async (source) => {
    source.destroy()
    throw new ArchiveRefused('not-tar', 'the archive is no tar')
  }
  const files = new ModuleFiles(storage, readers(refusing), 100)
  await expect(files.take(ctx, of('modver-1'), stream('hello'))).rejects.toThrow('the archive is no tar')
  expect(await filesThere()).toEqual([])
})

test('an archive above the limit is refused before it is stored when it says its size, and while it comes otherwise', async () => {
  const files = new ModuleFiles(storage, readers(accepting), 4)
  const unread = stream('hello')
  await expect(files.take(ctx, of('modver-1'), unread, 5)).rejects.toThrow(TooLarge)
  expect(unread.readableDidRead).toBe(false)
  await expect(files.take(ctx, of('modver-1'), stream('hello'), 3)).rejects.toThrow(TooLarge)
  expect(await filesThere()).toEqual([])
})

test('a file that cannot be removed does not stop the others from going', async () => {
  const files = new ModuleFiles(storage, readers(accepting), 100)
  const { file: first } = await files.take(ctx, of('a'), stream('a'))
  const { file: second } = await files.take(ctx, of('b'), stream('b'))
  const impossible = { ...first, storageKey: '../outside' }
  await files.remove(ctx, [impossible, null, second])
  expect(await filesThere()).toHaveLength(1)
})

test('an archive of one organization is read while those of another take their time', async () => {
  let end = (): void => undefined
  const slow = new Promise<void>((resolve) => (end = resolve))
  const slowly: ReadModuleArchive = async (source, options) => {
    const [text] = await source.toArray()
    if (String(text) === 'slow') await slow
    return accepting(Readable.from([]), options)
  }
  const files = new ModuleFiles(storage, readers(slowly), 100)
  const held = ['a', 'b', 'c'].map((id) => files.take(ctx, of(id), stream('slow')))
  await vi.waitFor(async () => expect(await filesThere()).toHaveLength(3))
  expect(await files.take(ctx, of('d', 'globex'), stream('quick'))).toMatchObject({ file: { size: 5 } })
  end()
  await Promise.all(held)
})

test('an archive with links is stored without them, and with them no more', async () => {
  const files = new ModuleFiles(storage, readers(readModuleArchive), 100_000)
  const bytes = archive(file('main.tf', 'x'), symlink('modules/a/main.tf', '../../main.tf'))
  const { file: stored } = await files.take(ctx, of('modver-1'), Readable.from([bytes]))
  expect(await filesThere()).toEqual([stored.storageKey])
  const { stream: served } = await files.open(stored)
  const kept = Buffer.concat(await served.toArray())
  expect(stored.sha256).toBe(createHash('sha256').update(kept).digest('hex'))
  const { plainPaths, sizes } = await readModuleArchive(Readable.from([kept]))
  expect(plainPaths).toBeUndefined()
  expect(Object.fromEntries(sizes)).toEqual({ 'main.tf': 1, 'modules/a/main.tf': 1 })
})

test('of an archive that is too large without its links nothing is left', async () => {
  const files = new ModuleFiles(storage, readers(readModuleArchive), 50_000)
  const noise = file('noise', randomBytes(40_000))
  const bytes = archive(file('main.tf', 'x'), noise, symlink('a', 'noise'), symlink('b', 'noise'))
  const refused = files.take(ctx, of('modver-1'), Readable.from([bytes]))
  await expect(refused).rejects.toThrow(new TooLarge(50_000))
  expect(await filesThere()).toEqual([])
})
