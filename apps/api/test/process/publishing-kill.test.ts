import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { moduleArchive, modulePath } from '../modules/module-requests.js'
import { RegistrySite, waiting } from './registry-process.js'
import { isFull } from '../full-run.js'

const address = 'acme/network/aws'
let site: RegistrySite

beforeAll(async () => {
  site = await RegistrySite.open()
})
afterAll(() => site.close())

test.runIf(isFull)(
  'a version whose process is killed once its archive is stored, and before it is published, is in no list and is uploaded again',
  async () => {
    const api = await site.start()
    await site.createModule(api, address)
    const link = await site.uploadLink(api, address, '1.0.0')

    // A lock on the module row blocks the publication, and everything before that is done.
    const holder = new Client(site.connection)
    await holder.connect()
    await holder.query('BEGIN; SELECT 1 FROM modules FOR UPDATE')
    const answer = upload(link).catch(() => 'broken off')
    await expect.poll(() => site.storedFiles()).toHaveLength(1)
    await expect.poll(() => waiting(holder)).toBe(1)
    await site.stop(api, 'SIGKILL')
    expect(await answer).toBe('broken off')
    await holder.query('ROLLBACK')
    await holder.end()

    const next = await site.start()
    const listed = await site.get(next, `/v1/modules/${address}/versions`)
    expect(await listed.json()).toMatchObject({ modules: [{ versions: [] }] })
    const shown = await site.get(next, `/api/v2${modulePath(address)}/1.0.0`)
    expect(await shown.json()).toMatchObject({ data: { attributes: { status: 'pending' } } })
    expect(await upload(link.replace(api.url, next.url))).toBe(200)
    expect((await site.get(next, `/v1/modules/${address}/1.0.0/download`)).status).toBe(204)
  },
)

const upload = async (link: string): Promise<number> =>
  (await fetch(link, { method: 'PUT', body: new Uint8Array(moduleArchive()) })).status
