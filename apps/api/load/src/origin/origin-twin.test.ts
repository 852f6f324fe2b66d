import { createHash } from 'node:crypto'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { verifyDetachedSignature } from '@engine/provider-source/detached-signatures'
import { lies } from './lies.js'
import { OriginTwin } from './origin-twin.js'
import type { ProviderTwin, Signing } from './provider-twin.js'
import { newSigningKey } from './signing.js'

/** Members of a document that the tests read. */
interface Said {
  readonly versions: readonly unknown[]
  readonly shasum: string
  readonly filename: string
  readonly download_url: string
  readonly shasums_url: string
  readonly shasums_signature_url: string
  readonly signing_keys: { readonly gpg_public_keys: readonly { readonly ascii_armor: string }[] }
  readonly packages: Readonly<Record<string, unknown>>
}

const origin = await new OriginTwin().listen()
afterAll(() => origin.close())
const [key, other, rsa] = await Promise.all([newSigningKey(), newSigningKey(), newSigningKey('rsa')])

let count = 0
let thing: ProviderTwin
beforeEach(async () => {
  origin.forget()
  thing = await origin.add('acme', `thing-${++count}`, { key, versions: [{ version: '1.0.0' }] })
})

const ask = (path: string, headers: Record<string, string> = {}) =>
  fetch(new URL(path, origin.url), { headers, redirect: 'manual' })
const read = async (path: string) => (await (await ask(path)).json()) as Said
const bytes = async (path: string) => Buffer.from(await (await ask(path)).arrayBuffer())
const download = () => read(`${thing.path}/1.0.0/download/linux/amd64`)

/** Verifies the signature of 1.0.0 with the product's code, against the named keys. */
async function verdicts() {
  const { shasums_url, shasums_signature_url, signing_keys } = await download()
  const [sums, signature] = [await bytes(shasums_url), await bytes(shasums_signature_url)]
  return Promise.all(
    signing_keys.gpg_public_keys.map(({ ascii_armor }) =>
      verifyDetachedSignature(ascii_armor, sums, signature),
    ),
  )
}

test('a provider has the documents of the public registry, and files that fit them', async () => {
  await thing.release({ version: '1.1.0', publishedAt: '2026-02-03T04:05:06Z', packages: true })
  thing.warnings = ['moves soon']
  expect(await read(`${thing.path}/versions`)).toMatchObject({
    versions: [{ version: '1.0.0' }, { version: '1.1.0', platforms: [{ os: 'linux' }, { os: 'darwin' }] }],
    warnings: ['moves soon'],
  })
  expect(await read(thing.path)).toMatchObject({ version: '1.1.0', versions: ['1.0.0', '1.1.0'] })
  expect(await read(`${thing.path}/1.1.0`)).toMatchObject({ published_at: '2026-02-03T04:05:06Z' })
  const document = await read(`${thing.path}/1.1.0/download/darwin/arm64`)
  const zip = await bytes(document.download_url)
  const shasum = createHash('sha256').update(zip).digest('hex')
  expect(document).toMatchObject({ shasum, filename: expect.stringMatching(/_1\.1\.0_darwin_arm64\.zip$/) })
  expect((await bytes(document.shasums_url)).toString()).toContain(`${shasum}  ${document.filename}\n`)
  expect(document.packages['darwin_arm64']).toEqual({
    hashes: [`zh:${shasum}`, expect.stringMatching(/^h1:.{43}=$/)],
    package_size: zip.length,
  })
})

test.each<[string, Signing, unknown[]]>([
  ['ed25519', { by: key }, [undefined]],
  ['RSA', { by: rsa }, [undefined]],
  ['the second of two that are named', { by: other, named: [key, other] }, ['not-signed', undefined]],
  ["a stranger's, which is not named", { by: other, named: [key] }, ['not-signed']],
  ['none', { by: null, named: [key] }, ['not-signed']],
  ['a signature of other bytes', { by: key, fault: 'broken' }, ['not-signed']],
  [
    'SHA-1',
    { by: rsa, fault: 'sha1' },
    [{ why: 'is made with SHA-1, which is not safe', advice: 'sign again with SHA-256 or SHA-512' }],
  ],
])('a signature as the product sees it: %s', async (_name, signing, expected) => {
  await thing.sign('1.0.0', signing)
  expect(await verdicts()).toEqual(expected)
})

describe('what changes afterwards', () => {
  test('a version that is published again has other zips, signed', async () => {
    const before = await download()
    await thing.release({ version: '1.0.0', protocols: ['6.0'] })
    expect(await download()).toEqual({ ...before, protocols: ['6.0'] })
    await thing.republish('1.0.0')
    expect((await download()).shasum).not.toBe(before.shasum)
    expect(await verdicts()).toEqual([undefined])
  })

  test('SHA256SUMS, a zip or a date alone', async () => {
    const { shasum, download_url } = await download()
    thing.replaceZip('1.0.0', 'linux/amd64')
    expect((await bytes(download_url)).toString()).toBe('another zip')
    expect((await download()).shasum).toBe(shasum)
    expect(await verdicts()).toEqual([undefined])
    thing.replaceShasums('1.0.0', 'other\n')
    expect(await verdicts()).toEqual(['not-signed'])
    thing.date('1.0.0', null)
    expect(await read(`${thing.path}/1.0.0`)).not.toHaveProperty('published_at')
  })

  test('a version that is withdrawn, and a platform that is not there', async () => {
    expect((await ask(`${thing.path}/1.0.0/download/plan9/mips`)).status).toBe(404)
    thing.withdraw('1.0.0')
    expect(await read(`${thing.path}/versions`)).toMatchObject({ versions: [] })
    for (const path of ['', '/1.0.0', '/1.0.0/download/linux/amd64'])
      expect((await ask(`${thing.path}${path}`)).status, path).toBe(404)
  })

  test('a document that is a lie, until the truth is told', async () => {
    thing.lie('download', lies.relativeUrls)
    expect((await download()).shasums_url).toMatch(/^\/files\/acme\/.*_SHA256SUMS$/)
    thing.lie('versions', lies.invalidJson)
    await expect(read(`${thing.path}/versions`)).rejects.toThrow(SyntaxError)
    thing.lie('versions', lies.huge)
    expect((await bytes(`${thing.path}/versions`)).length).toBeGreaterThan(16 * 1024 * 1024)
    thing.tellTruth()
    expect((await read(`${thing.path}/versions`)).versions).toHaveLength(1)
  })
})

describe('how it answers', () => {
  test('with a tag, and how long a document is good', async () => {
    origin.maxAge = 60
    const { headers } = await ask(`${thing.path}/versions`)
    expect(headers.get('cache-control')).toBe('public, max-age=60')
    const known = { 'if-none-match': headers.get('etag') ?? '' }
    expect((await ask(`${thing.path}/versions`, known)).status).toBe(304)
    await thing.release({ version: '1.1.0' })
    expect((await ask(`${thing.path}/versions`, known)).status).toBe(200)
    origin.maxAge = undefined
  })

  test('when it is let go, and it counts who waited', async () => {
    const held = origin.hold()
    const answers = Promise.all(Array.from({ length: 3 }, () => ask(thing.path)))
    await expect.poll(() => held.waiting).toBe(3)
    held.release()
    expect((await answers).map(({ status }) => status)).toEqual([200, 200, 200])
    expect([origin.count(thing.path), origin.count(/^\/files/), origin.mostAtOnce]).toEqual([3, 0, 3])
  })

  test('not at all while it is closed, and wrongly while it fails', async () => {
    const { url } = origin
    await origin.close()
    await expect(ask(thing.path)).rejects.toThrow()
    await origin.listen()
    expect(origin.url).toBe(url)
    origin.fail({ status: 302, headers: { location: 'http://169.254.169.254/' } })
    expect((await ask(thing.path)).headers.get('location')).toBe('http://169.254.169.254/')
    origin.recover()
    expect((await ask(thing.path)).status).toBe(200)
  })
})
