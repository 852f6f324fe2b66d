import { createHash } from 'node:crypto'
import { rule } from '@engine/shared/rule'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { newSigningKey } from '../../load/src/origin/signing.js'
import { openS3Storage } from '../../src/adapters/storage/s3.js'
import { startTestApp } from '../app.js'
import { openBucketServer } from '../bucket.js'
import {
  archiveLink,
  createModule,
  moduleArchive,
  pathOf,
  publish,
  registry,
} from '../modules/module-requests.js'
import { createProvider } from '../providers.js'
import { statementsOf } from '../statements.js'
import { registerKey, releaseProvider } from './signed-provider.js'

const bucket = await openBucketServer()
afterAll(() => bucket.close())
const app = await startTestApp({ LOG_LEVEL: 'silent' })
const url = new URL(`s3://S3RVER:S3RVER@files?endpoint=${encodeURIComponent(bucket.endpoint)}`)
const s3 = openS3Storage(url, undefined, undefined, true)
vi.spyOn(app.storage, 'put').mockImplementation((...given) => s3.put(...given))
vi.spyOn(app.storage, 'open').mockImplementation((...given) => s3.open(...given))
vi.spyOn(app.storage, 'stat').mockImplementation((...given) => s3.stat(...given))
vi.spyOn(app.storage, 'addressOf').mockImplementation((...given) => s3.addressOf(...given))

const owner = await app.make.user()
await app.make.organization(owner, 'acme')
const address = 'acme/network/aws'
await createModule(app, owner, address)
const archive = moduleArchive('redirected')
await publish(app, owner, address, '1.0.0', archive)
await createProvider(app, owner, 'acme/private/acme/cloud')
const pair = await newSigningKey()
await registerKey(app, owner, 'acme', pair)
await releaseProvider(app, owner, 'acme/private/acme/cloud', pair, { version: '1.0.0' })

const asked = (path: string, method = 'GET', headers: Record<string, string> = {}) =>
  fetch(`${app.url}${path}`, { method, headers, redirect: 'manual' })

const bytesOf = async (answer: Response): Promise<Buffer> => Buffer.from(await answer.arrayBuffer())

const provider = async (): Promise<Readonly<Record<string, string>>> =>
  (await registry(app, owner, '/v1/providers/acme/cloud/1.0.0/download/linux/amd64')).body

const files = {
  'an archive': () => archiveLink(app, owner, address, '1.0.0'),
  'a zip of a provider': async () => pathOf((await provider())['download_url'] ?? ''),
}

describe.each(Object.entries(files))('with STORAGE_REDIRECT %s', (_name, pathFor) => {
  rule(
    '§19',
    '`STORAGE_REDIRECT=on` (S3 alone): GET of an archive or zip is 302 to a presigned address, ≤ 60 s',
  )
  test('is had from the bucket, by an address that is good for a minute and without a statement once it is hot', async () => {
    const path = await pathFor()
    await asked(path)
    const { own } = await statementsOf(app, async () => {
      const answer = await asked(path)
      expect([answer.status, answer.headers.get('cache-control')]).toEqual([302, 'no-store'])
      const location = new URL(answer.headers.get('location') ?? '')
      expect([location.origin, location.searchParams.get('X-Amz-Expires')]).toEqual([bucket.endpoint, '60'])
      const bytes = await bytesOf(await fetch(location))
      const whole = await asked(path, 'GET', { Range: 'bytes=0-' })
      expect([whole.status, (await bytesOf(whole)).equals(bytes)]).toEqual([206, true])
    })
    expect(own).toEqual([])
  })

  rule('§19', 'HEAD, ranges that the CLI does not ask for, states and documents are answered here')
  test('HEAD, a range and what the client has already are answered here', async () => {
    const path = await pathFor()
    const head = await asked(path, 'HEAD')
    const tag = head.headers.get('etag') ?? ''
    expect([head.status, Number(head.headers.get('content-length')) > 0]).toEqual([200, true])
    expect((await asked(path, 'GET', { Range: 'bytes=0-9' })).status).toBe(206)
    expect((await asked(path, 'GET', { 'If-None-Match': tag })).status).toBe(304)
  })
})

test('the bytes in the bucket are those that were published, and checksums are answered here', async () => {
  const location = (await asked(await files['an archive']())).headers.get('location') ?? ''
  const bytes = await bytesOf(await fetch(location))
  expect(createHash('sha256').update(bytes).digest('hex')).toBe(
    createHash('sha256').update(archive).digest('hex'),
  )
  const { shasums_url: sums = '', shasums_signature_url: signature = '' } = await provider()
  for (const link of [sums, signature]) expect((await asked(pathOf(link))).status).toBe(200)
})
