import { afterAll, afterEach, expect, test, vi } from 'vitest'
import { newSigningKey } from '../../load/src/origin/signing.js'
import { openS3Storage } from '../../src/adapters/storage/s3.js'
import { startTestApp } from '../app.js'
import { openFaultyBucket } from '../faulty-bucket.js'
import { recordedLog } from '../recorded-log.js'
import { registerKey, releaseProvider } from '../registry/signed-provider.js'
import { as, documentOf } from '../rest.js'
import { announced, byLink, putTo, stateText } from '../states/states.js'
import {
  createModule,
  moduleArchive,
  modulePath,
  pathOf,
  publish,
  put,
  uploadLink,
} from './module-requests.js'

const address = 'acme/network/aws'
const faults = ['silent', 'cut', 'stalled'] as const

const bucket = await openFaultyBucket()
afterAll(() => bucket.close())
const { log, lines } = recordedLog()
const app = await startTestApp({ ENGINE_ALIASES: 'terraform' }, undefined, log)
const url = new URL(`s3://S3RVER:S3RVER@files?endpoint=${encodeURIComponent(bucket.endpoint)}`)
const s3 = openS3Storage(url, undefined, 500)
vi.spyOn(app.storage, 'put').mockImplementation((...given) => s3.put(...given))
vi.spyOn(app.storage, 'open').mockImplementation((...given) => s3.open(...given))
vi.spyOn(app.storage, 'stat').mockImplementation((...given) => s3.stat(...given))
vi.spyOn(app.storage, 'remove').mockImplementation((...given) => s3.remove(...given))
afterEach(() => {
  bucket.fault = 'none'
})

const admin = await app.make.administrator()
const owner = await app.make.user()
const acme = await app.make.organization(owner, 'acme')
await app.make.engineVersion(admin, '1.11.4')
await createModule(app, owner, address)
await publish(app, owner, address, '1.0.0')

const away = 'The file storage is unavailable'
const api = as(app, owner)

const fileOf = async (path: string): Promise<string> => {
  const { headers } = await app.http.get(path).set('Authorization', `Bearer ${owner.token}`)
  return `${app.url}${pathOf(headers['x-engine-get'] as string)}`
}

/** The lines of the log since then that an operator reads. */
const errorsSince = (first: number) =>
  lines.slice(first).filter((line) => 'error' in line && String(line.error).includes('StorageUnavailable'))

test('a download from a bucket that says nothing is 503; of one that breaks off within the body, the connection breaks, once in the log', async () => {
  const link = await fileOf(`/v1/modules/${address}/1.0.0/download`)
  bucket.fault = 'silent'
  const silent = await fetch(link)
  expect([silent.status, silent.headers.get('retry-after'), await silent.json()]).toEqual([
    503,
    '1',
    { errors: [away] },
  ])
  for (const fault of ['cut', 'stalled'] as const) {
    bucket.fault = fault
    const first = lines.length
    const broken = await fetch(link)
    expect(broken.status).toBe(200)
    await expect(broken.arrayBuffer()).rejects.toThrow()
    await expect.poll(() => errorsSince(first)).toHaveLength(1)
  }
  bucket.fault = 'none'
  expect((await fetch(link)).status).toBe(200)
})

test.each(faults)(
  'a module whose bucket is %s is not published: 503, and well again at the next try',
  async (fault) => {
    const version = `2.${faults.indexOf(fault)}.0`
    const link = await uploadLink(app, owner, address, version)
    bucket.fault = fault
    const refused = await put(app, link, moduleArchive(fault))
    expect([refused.status, refused.body.errors[0].detail]).toEqual([503, away])
    bucket.fault = 'none'
    const { data } = (await api.get(modulePath(address))).body
    expect(data.attributes['version-statuses']).toContainEqual({ version, status: 'pending' })
    expect((await put(app, link, moduleArchive(fault))).status).toBe(200)
  },
)

test.each(faults)(
  'a state whose bucket is %s is not written: 503, and well again at the next try',
  async (fault) => {
    const { id } = await app.make.workspace(owner, acme, '1.11.4')
    await api.post(`/workspaces/${id}/actions/lock`, { body: documentOf('', {}) })
    const text = stateText({ outputs: { one: { value: 'x'.repeat(20_000), type: 'string' } } })
    const write = () => api.post(`/workspaces/${id}/state-versions`, { body: announced(text) })
    const made = await api.post(`/workspaces/${id}/state-versions`, { body: announced(text, {}, false) })
    const uploadUrl = made.body.data.attributes['hosted-state-upload-url'] as string
    bucket.fault = fault
    expect((await write()).status).toBe(503)
    expect(await putTo(app, uploadUrl, text)).toBe(503)
    expect((await api.get(`/workspaces/${id}/current-state-version`)).status).toBe(404)
    bucket.fault = 'none'
    expect((await write()).status).toBe(201)

    const current = (await api.get(`/workspaces/${id}/current-state-version`)).body.data
    const list = (await api.get(`/state-versions/${current.id}/outputs`)).body.data
    bucket.fault = fault
    const answers = [
      await byLink(app, current.attributes['hosted-state-download-url']),
      await fetch(`${app.url}/api/v2/state-version-outputs/${list[0].id}`, {
        headers: { Authorization: `Bearer ${owner.token}` },
      }),
    ]
    expect(answers.map(({ status }) => status)).toEqual([503, 503])
  },
)

test.each(faults)('files of providers whose bucket is %s are 503 to those who send them', async (fault) => {
  const provider = `acme/private/acme/cloud-${fault}`
  const pair = await newSigningKey()
  await registerKey(app, owner, 'acme', pair)
  bucket.fault = fault
  await expect(releaseProvider(app, owner, provider, pair)).rejects.toThrow('503')
})
