import {
  mkdir,
  mkdtemp,
  open,
  readdir,
  readFile,
  rm,
  stat,
  utimes,
  writeFile,
  type FileHandle,
} from 'node:fs/promises'
import { createServer, request, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { days } from '../../kernel/clock.js'
import { StorageUnavailable, TooLarge, type Storage } from '../../kernel/storage.js'
import { openDiskStorage } from './disk.js'
import { storageContract } from '../../../test/storage-contract.js'

const folders: string[] = []
let folder: string
let storage: Storage

async function newFolder(): Promise<string> {
  folders.push(await mkdtemp(join(tmpdir(), 'disk-storage-')))
  return folders.at(-1) ?? ''
}

beforeEach(async () => {
  folder = await newFolder()
  storage = await openDiskStorage(folder)
})

afterAll(async () => {
  for (const each of folders) await rm(each, { recursive: true, force: true })
})

storageContract('a folder', async () => openDiskStorage(await newFolder()))
storageContract('a folder that is yet to be made, with a slash', async () =>
  openDiskStorage(`${await newFolder()}/deep/er/`),
)

const everything = async (): Promise<string[]> => (await readdir(folder, { recursive: true })).sort()
const words = (some: string): Readable => Readable.from([Buffer.from(some)])

/** Makes the file system refuse one kind of call on open files, as a full or dying disk does. */
async function refuse(call: 'writeFile' | 'sync', code: string): Promise<void> {
  const probe = await open(join(folder, 'probe'), 'w')
  const handles = Object.getPrototypeOf(probe) as FileHandle
  await probe.close()
  await rm(join(folder, 'probe'))
  vi.spyOn(handles, call).mockRejectedValueOnce(Object.assign(new Error(code), { code }))
}

test('storing never fails for a folder that goes and comes at any moment of it', async () => {
  const key = 'test/beside'
  const rounds = Array.from({ length: 3 }, async (_, n) => {
    for (let round = 0; round < 80; round++) {
      await storage.put(`${key}/${n}`, words('x'))
      await storage.remove(`${key}/${n}`)
    }
  })
  let areDone = false
  const others = rounds.map(async () => {
    while (!areDone) {
      await mkdir(join(folder, key), { recursive: true }).catch(() => undefined)
      await storage.remove(`${key}/other`)
    }
  })
  await Promise.all(rounds).finally(() => (areDone = true))
  await Promise.all(others)
  expect(await storage.stat(`${key}/0`)).toBeUndefined()
})

test('a file lies under its key, for the owner alone', async () => {
  await storage.put('modules/m-1/archive.tar.gz', words('bytes'))
  const path = join(folder, 'modules/m-1/archive.tar.gz')
  expect(await readFile(path, 'utf8')).toBe('bytes')
  expect((await stat(path)).mode & 0o777).toBe(0o600)
  expect((await stat(join(folder, 'modules'))).mode & 0o777).toBe(0o700)
})

test('a removal takes the folders along that it empties, and no others', async () => {
  await storage.put('modules/m-1/archive.tar.gz', words('x'))
  await storage.put('modules/m-2/archive.tar.gz', words('x'))
  await storage.remove('modules/m-1/archive.tar.gz')
  expect(await everything()).toEqual(['.unfinished', 'modules', 'modules/m-2', 'modules/m-2/archive.tar.gz'])
  await storage.remove('modules/m-2/archive.tar.gz')
  expect(await everything()).toEqual(['.unfinished'])
})

test.each([
  ['writeFile', 'ENOSPC', 'no-space'],
  ['writeFile', 'EDQUOT', 'no-space'],
  ['sync', 'EIO', 'unavailable'],
] as const)(
  'a disk that refuses to %s (%s) is StorageUnavailable (%s) and leaves nothing',
  async (call, code, kind) => {
    await refuse(call, code)
    const failed = storage.put('a/b', words('x'))
    await expect(failed).rejects.toBeInstanceOf(StorageUnavailable)
    await expect(failed).rejects.toMatchObject({ failure: { kind }, cause: { code } })
    expect(await everything()).toEqual(['.unfinished'])
    expect(await storage.put('a/b', words('x'))).toMatchObject({ size: 1 })
  },
)

test('a disk that fails half-way through a file leaves the former one as it was', async () => {
  await storage.put('a/b', words('the former file'))
  await refuse('writeFile', 'ENOSPC')
  await expect(storage.put('a/b', words('another'))).rejects.toBeInstanceOf(StorageUnavailable)
  expect(await readFile(join(folder, 'a/b'), 'utf8')).toBe('the former file')
  expect(await everything()).toEqual(['.unfinished', 'a', 'a/b'])
})

test('a storage that lost its folder says so on every call that needs it', async () => {
  await rm(folder, { recursive: true })
  await expect(storage.check()).rejects.toBeInstanceOf(StorageUnavailable)
  await expect(storage.put('a', words('x'))).rejects.toBeInstanceOf(StorageUnavailable)
})

test('a folder that cannot be made is StorageUnavailable at the start', async () => {
  await writeFile(join(folder, 'file'), '')
  await expect(openDiskStorage(join(folder, 'file'))).rejects.toBeInstanceOf(StorageUnavailable)
})

test('an uploader who hangs up leaves nothing behind', async () => {
  let outcome: unknown
  const server = createServer((req) => {
    storage.put('a/b', req).catch((error: unknown) => {
      outcome = error
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const upload = request({ port: (server.address() as AddressInfo).port, method: 'PUT' })
  upload.on('error', () => undefined)
  upload.write('half of it')
  await vi.waitUntil(async () => (await everything()).length === 2, 60_000)
  upload.destroy()
  await vi.waitUntil(() => outcome, 60_000)
  expect(outcome).toMatchObject({ code: 'ECONNRESET' })
  expect(await everything()).toEqual(['.unfinished'])
  server.close()
})

test('an uploader who sends too much still gets an answer', async () => {
  const server = createServer((req, res) => {
    storage.put('a/b', req, { limit: 100_000 }).catch((error: unknown) => {
      res.writeHead(413, { connection: 'close' }).end(error instanceof TooLarge ? 'too large' : 'failed')
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const upload = request({ port: (server.address() as AddressInfo).port, method: 'PUT' })
  upload.on('error', () => undefined)
  upload.write(Buffer.alloc(100_001))
  const [response] = (await once(upload, 'response')) as [IncomingMessage]
  expect(response.statusCode).toBe(413)
  expect(await text(response)).toBe('too large')
  expect(await everything()).toEqual(['.unfinished'])
  upload.destroy()
  server.close()
})

test('the start sweeps what a killed process left a day ago and spares what is younger', async () => {
  const now = new Date('2026-03-04T00:00:00Z')
  for (const [name, age] of [
    ['old', days(1) + 1],
    ['young', days(1) - 1000],
  ] as const) {
    await writeFile(join(folder, '.unfinished', name), 'half')
    const written = new Date(now.getTime() - age)
    await utimes(join(folder, '.unfinished', name), written, written)
  }
  await openDiskStorage(folder, now)
  expect(await everything()).toEqual(['.unfinished', '.unfinished/young'])
})

test('the same is swept when it is asked for, with the number of files', async () => {
  for (const name of ['old', 'older', 'young']) await writeFile(join(folder, '.unfinished', name), 'half')
  for (const name of ['old', 'older']) await utimes(join(folder, '.unfinished', name), 1, 1)
  expect(await storage.removeUnfinished(new Date(2000))).toBe(2)
  expect(await everything()).toEqual(['.unfinished', '.unfinished/young'])
})

test('a folder is listed while its files come and go', async () => {
  for (let n = 0; n < 200; n++) await storage.put(`a/${n}/b`, words('x'))
  const seen: string[] = []
  for await (const { key } of storage.list('a')) {
    seen.push(key)
    await storage.remove(key)
    await storage.put(`c/${key}`, words('x'))
  }
  expect(new Set(seen).size).toBe(200)
  expect(await everything()).not.toContain('a')
})

test('a check leaves nothing behind', async () => {
  await storage.check()
  expect(await everything()).toEqual(['.unfinished'])
})
