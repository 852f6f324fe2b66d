import { rm, statfs, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { smallDisk } from '../small-disk.js'
import { createVersion, setUp, startApi, totalOf, type ApiProcess } from './api-process.js'

const disk = await smallDisk(80)
const tiny = await smallDisk(8)
let api: ApiProcess | undefined

afterAll(async () => {
  api?.child.kill('SIGTERM')
  await api?.ended
  await disk?.remove()
  await tiny?.remove()
})

test.runIf(tiny)('a start on a disk that is too small says that it is full', async () => {
  const refused = await startApi(join(tiny?.folder ?? '', 'data'))
  expect(await refused.ended).toBe(1)
  expect(refused.output()).toMatch(/The database could not be created in .* The disk is full\./)
})

test.runIf(disk)(
  'a disk that fills up under the embedded database loses nothing that was acknowledged',
  async () => {
    const folder = disk?.folder ?? ''
    api = await startApi(join(folder, 'data'), { LOG_LEVEL: 'error' })
    const token = await setUp(api)
    const acknowledged: string[] = []
    let count = 0
    const write = async (): Promise<number> => {
      const version = `1.${++count}.0`
      const status = await createVersion(api as ApiProcess, token, version)
      if (status === 201) acknowledged.push(version)
      return status
    }
    expect(await write()).toBe(201)

    const filler = join(folder, 'filler')
    const { bavail, bsize } = await statfs(folder)
    await writeFile(filler, Buffer.alloc(bavail * bsize))
    const refused: number[] = []
    while (refused.length < 5 && count < 3000) {
      const status = await write()
      if (status !== 201) refused.push(status)
    }
    expect(refused).toEqual([503, 503, 503, 503, 503])
    expect((await fetch(`${api.url}/livez`)).status).toBe(200)

    await rm(filler)
    await expect.poll(write, { interval: 500 }).toBe(201)
    for (const version of acknowledged) expect(await totalOf(api, token, version)).toBeGreaterThan(0)
  },
  240_000,
)
