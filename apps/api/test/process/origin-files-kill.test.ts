import { createHash, randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { OriginTwin } from '../../load/src/origin/origin-twin.js'
import type { ProviderTwin } from '../../load/src/origin/provider-twin.js'
import { newSigningKey } from '../../load/src/origin/signing.js'
import { isFull } from '../full-run.js'
import type { ApiProcess } from './api-process.js'
import { memoryRise } from './memory.js'
import { RegistrySite } from './registry-process.js'

const mebibyte = 1024 * 1024
/** The time that a request may wait for the lease of a killed process, in milliseconds. */
const untilLeaseEnds = 40_000

let origin: OriginTwin
let site: RegistrySite
let count = 0

beforeAll(async () => {
  origin = await new OriginTwin().listen()
  site = await RegistrySite.open({
    ...{ PUBLIC_REGISTRY_URL: origin.url, PUBLIC_REGISTRY_HOST: 'registry.example' },
    ...{ PROVIDER_FILES: 'store', EGRESS_ALLOW: '127.0.0.1' },
  })
})
afterAll(async () => {
  await site.close()
  await origin.close()
})

function firstFileOf(thing: ProviderTwin) {
  const [file] = thing.get('1.0.0').files
  if (!file) throw new Error('the version has no file')
  return file
}

/** A provider whose zip stops half-way until `finish`. */
async function slowProvider() {
  const facts = { key: await newSigningKey(), versions: [{ version: '1.0.0' }] }
  const thing = await origin.add('someone', `cloud-${++count}`, facts)
  const { filename, zip } = firstFileOf(thing)
  const path = thing.filePath('1.0.0', filename)
  const half = Math.floor(zip.length / 2)
  const ends: (() => void)[] = []
  origin.say(path, (_req, res) => {
    res.writeHead(200, { 'content-length': zip.length }).write(zip.subarray(0, half))
    ends.push(() => void res.end(zip.subarray(half)))
  })
  return { thing, zip, path, finish: () => ends.splice(0).forEach((end) => end()) }
}

async function linkOf(api: ApiProcess, thing: ProviderTwin): Promise<string> {
  const { namespace, name } = thing
  const { os, arch } = firstFileOf(thing)
  const path = `/api/registry/public/v1/providers/${namespace}/${name}/1.0.0/download/${os}/${arch}`
  // The first look at a provider may be late on a busy machine.
  const find = async () => (await (await site.get(api, path)).json()) as { download_url?: string }
  await expect.poll(async () => (await find()).download_url, { timeout: 60_000 }).toBeDefined()
  return `${api.url}${(await find()).download_url}`
}

const bytesAt = async (link: string): Promise<Buffer> => Buffer.from(await (await fetch(link)).arrayBuffer())

test.runIf(isFull)(
  'a process that is killed while a file arrives leaves none of it, and the next one fetches it whole',
  async () => {
    const { thing, zip, path, finish } = await slowProvider()
    const [api, other] = [await site.start(), await site.start()]
    const link = await linkOf(api, thing)
    const begun = await fetch(link)
    const reader = begun.body?.getReader()
    expect((await reader?.read())?.value?.length).toBeGreaterThan(0)
    // Another process waits for the lease of this one.
    const waiting = bytesAt(link.replace(api.url, other.url))
    await site.stop(api, 'SIGKILL')
    await expect(reader?.read()).rejects.toThrow()
    expect(await site.storedFiles()).toEqual([])
    await expect.poll(() => origin.count(path), { timeout: untilLeaseEnds }).toBe(2)
    finish()
    expect(await waiting).toEqual(zip)
    await expect.poll(() => site.storedFiles(), { timeout: untilLeaseEnds }).toHaveLength(1)
    await site.stop(other)

    const next = await site.start()
    expect(await bytesAt(link.replace(api.url, next.url))).toEqual(zip)
    expect(origin.count(path)).toBe(2)
    await site.stop(next)
  },
)

test.runIf(isFull)('two processes ask the origin for a file once', async () => {
  const { thing, zip, path, finish } = await slowProvider()
  const [api, other] = [await site.start(), await site.start()]
  const link = await linkOf(api, thing)
  const first = bytesAt(link)
  await expect.poll(() => origin.count(path), { timeout: untilLeaseEnds }).toBe(1)
  const second = bytesAt(link.replace(api.url, other.url))
  finish()
  expect(await first).toEqual(zip)
  expect(await second).toEqual(zip)
  expect(origin.count(path)).toBe(1)
  await Promise.all([site.stop(api), site.stop(other)])
})

test.runIf(isFull && process.platform === 'linux')(
  'twenty first requests of a file of 64 MiB ask the origin once, and take less memory than four of it',
  async () => {
    const { thing, path } = await slowProvider()
    const zip = randomBytes(64 * mebibyte)
    const shasum = createHash('sha256').update(zip).digest('hex')
    for (const { os, arch } of thing.get('1.0.0').platforms) thing.replaceZip('1.0.0', `${os}/${arch}`, zip)
    thing.replaceShasums(
      '1.0.0',
      thing
        .get('1.0.0')
        .files.map(({ filename }) => `${shasum}  ${filename}\n`)
        .join(''),
    )
    await thing.sign('1.0.0', thing.get('1.0.0').signing)
    thing.lie('download', (document) => ({ ...document, shasum }))
    origin.say(path, { body: zip, headers: { 'content-length': String(zip.length) } })
    const api = await site.start()
    const link = await linkOf(api, thing)
    const received = async (): Promise<string> => {
      const hash = createHash('sha256')
      for await (const bytes of (await fetch(link)).body ?? []) hash.update(bytes)
      return hash.digest('hex')
    }
    const { rise } = await memoryRise(api, async () => {
      const all = await Promise.all(Array.from({ length: 20 }, received))
      expect(new Set(all)).toEqual(new Set([shasum]))
    })
    expect(origin.count(path)).toBe(1)
    expect(rise).toBeLessThan(256)
    await site.stop(api)
  },
)
