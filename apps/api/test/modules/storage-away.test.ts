import { readdir, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, expect, test } from 'vitest'
import { openDiskStorage } from '../../src/adapters/storage/disk.js'
import { startTestApp } from '../app.js'
import { as, jsonApi } from '../rest.js'
import { smallDisk } from '../small-disk.js'
import { createVersion, moduleArchive, modulePath, pathOf, publishModule, put } from './module-requests.js'

const address = 'acme/network/aws'

const app = await startTestApp({ LOG_LEVEL: 'silent' })
const owner = await app.make.user()
await app.make.organization(owner, 'acme')
await publishModule(app, owner, address, '1.0.0')

const registry = (path: string) => app.http.get(path).set('Authorization', `Bearer ${owner.token}`)

async function archiveOf(version: string): Promise<{ status: number; body: unknown }> {
  const { headers } = await registry(`/v1/modules/${address}/${version}/download`)
  const { status, body } = await app.http.get(pathOf(headers['x-engine-get'] as string))
  return { status, body }
}

const statuses = async () =>
  (await as(app, owner).get(modulePath(address))).body.data.attributes['version-statuses']

test('while the folder of the files is gone, files are 503 and all else is served; what comes back with it is whole', async () => {
  const link = pathOf((await createVersion(app, owner, address, '1.1.0')).body.data.links.upload)
  const movedFolder = `${app.filesFolder}-movedFolder`
  await rename(app.filesFolder, movedFolder)

  const refused = await put(app, link, moduleArchive('new'))
  expect([refused.status, refused.headers['retry-after'], refused.headers['content-type']]).toEqual([
    503,
    '1',
    jsonApi,
  ])
  expect(refused.body).toEqual({
    errors: [{ status: '503', title: 'service unavailable', detail: 'The file storage is unavailable' }],
  })
  expect(await archiveOf('1.0.0')).toEqual({
    status: 503,
    body: { errors: ['The file storage is unavailable'] },
  })
  expect(await statuses()).toEqual([
    { version: '1.1.0', status: 'pending' },
    { version: '1.0.0', status: 'ok' },
  ])
  expect((await registry(`/v1/modules/${address}/versions`)).status).toBe(200)

  await rename(movedFolder, app.filesFolder)
  expect((await put(app, link, moduleArchive('new'))).status).toBe(200)
  expect([(await archiveOf('1.0.0')).status, (await archiveOf('1.1.0')).status]).toEqual([200, 200])
})

test('a file that is missing by itself is no matter of the whole storage', async () => {
  expect(await app.storage.stat('modules/none')).toBeUndefined()
  expect(await app.storage.open('modules/none')).toBeUndefined()
})

const disk = await smallDisk(1)
afterAll(() => disk?.remove())

test.runIf(disk)(
  'a disk that is full says so, keeps what it has, and goes on once there is room',
  async () => {
    const storage = await openDiskStorage(join(disk?.folder ?? '', 'files'))
    const megabytes = (count: number) =>
      Readable.from(Array.from({ length: count * 16 }, () => Buffer.alloc(65_536)))
    const small = () => Readable.from([Buffer.from('small')])
    await storage.put('modules/first', small())
    for (const key of ['modules/second', 'modules/first']) {
      const failed = storage.put(key, megabytes(2))
      await expect(failed).rejects.toMatchObject({
        failure: {
          kind: 'no-space',
          message: expect.stringMatching(/^The platform has no space left for files\. /),
        },
      })
    }
    expect(await storage.stat('modules/first')).toEqual({ size: 5 })
    expect(await storage.stat('modules/second')).toBeUndefined()
    expect(await readdir(join(disk?.folder ?? '', 'files', '.unfinished'))).toEqual([])
    await storage.put('modules/second', small())
    expect(await storage.stat('modules/second')).toEqual({ size: 5 })
  },
)
