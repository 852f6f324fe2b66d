import { randomBytes } from 'node:crypto'
import { rm, statfs, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { documentOf, jsonApi } from '../rest.js'
import { smallDisk } from '../small-disk.js'
import { announced, stateText } from '../states/states.js'
import { createVersion, setUp, startApi, totalOf, type ApiProcess } from './api-process.js'

const disk = await smallDisk(80)
const tiny = await smallDisk(8)
const shared = await smallDisk(300)
let api: ApiProcess | undefined
let filling: ApiProcess | undefined

afterAll(async () => {
  api?.child.kill('SIGTERM')
  await api?.ended
  await disk?.remove()
  await tiny?.remove()
  filling?.child.kill('SIGTERM')
  await filling?.ended
  await shared?.remove()
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

const mebibyte = 1024 * 1024

test.runIf(shared)(
  'the last free bytes are the database’s: files fill the disk up to them, small writes, reads and deletions go on, and space that is made is used',
  async () => {
    const folder = shared?.folder ?? ''
    const reserve = 100 * mebibyte
    const settings = { LOG_LEVEL: 'error', STORAGE_RESERVE: String(reserve), STATE_UPLOAD_LIMIT: '16000000' }
    const process = await startApi(join(folder, 'data'), settings)
    filling = process
    const token = await setUp(process)
    const ask = async (method: string, path: string, body?: object) => {
      const answer = await fetch(`${process.url}/api/v2${path}`, {
        method,
        headers: { Authorization: `Bearer ${token}`, 'Content-Type': jsonApi },
        ...(body && { body: JSON.stringify(body) }),
      })
      const text = await answer.text()
      return { status: answer.status, data: text === '' ? undefined : (JSON.parse(text) as Answer) }
    }
    const organization = documentOf('organizations', { name: 'acme', email: 'a@acme.example' })
    expect((await ask('POST', '/organizations', organization)).status).toBe(201)
    await createVersion(process, token, '1.11.4')
    const workspaces: string[] = []
    const lockedWorkspace = async (): Promise<{
      id: string
      lock: { status: number; data?: Answer | undefined }
    }> => {
      const named = documentOf('workspaces', { name: `net-${workspaces.length}` })
      const { data } = await ask('POST', '/organizations/acme/workspaces', named)
      const id = data?.data?.id ?? ''
      workspaces.push(id)
      return { id, lock: await ask('POST', `/workspaces/${id}/actions/lock`) }
    }
    const write = async (id: string): Promise<number> => {
      const outputs = { pad: { value: randomBytes(3 * mebibyte).toString('base64'), type: 'string' } }
      const state = announced(stateText({ outputs }))
      return (await ask('POST', `/workspaces/${id}/state-versions`, state)).status
    }

    const held = [await lockedWorkspace(), await lockedWorkspace()]
    let last = await lockedWorkspace()
    for (; last.lock.status === 200 && workspaces.length < 100; last = await lockedWorkspace())
      expect(await write(last.id)).toBe(201)
    expect(last.lock).toMatchObject({
      status: 422,
      data: { errors: [{ detail: expect.stringMatching(/^The platform has no space left for files/) }] },
    })
    const { bavail, bsize } = await statfs(folder)
    expect(bavail * bsize).toBeGreaterThan(reserve / 2)
    // Their locks were given before.
    for (const { id } of held) expect(await write(id)).toBe(201)

    for (let count = 0; count < 200; count++)
      expect(await createVersion(process, token, `2.${count}.0`), `${count}`).toBe(201)
    expect(await totalOf(process, token, '2.199.0')).toBe(1)
    expect((await ask('GET', `/workspaces/${workspaces[2]}/current-state-version`)).status).toBe(200)

    for (const id of workspaces.slice(2)) {
      await ask('POST', `/workspaces/${id}/actions/force-unlock`)
      expect((await ask('DELETE', `/workspaces/${id}`)).status).toBe(204)
    }
    await expect.poll(async () => (await lockedWorkspace()).lock.status).toBe(200)
    expect(await write(workspaces.at(-1) ?? '')).toBe(201)
  },
)

interface Answer {
  readonly data?: { readonly id: string }
  readonly errors?: readonly { readonly detail?: string }[]
}
