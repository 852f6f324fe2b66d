import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { archive, file } from '@engine/module-source/testing'
import { hostileArchives } from '../modules/hostile-archives.js'
import type { ApiProcess } from './api-process.js'
import { RegistrySite } from './registry-process.js'
import { watched, type Watched } from './watch-process.js'

let site: RegistrySite
let api: ApiProcess
let idle: Watched
let count = 0

beforeAll(async () => {
  site = await RegistrySite.open()
  api = await site.start()
  idle = await watched(api, () => pause(3000))
  console.log('idle', JSON.stringify(idle))
  // What is done for the first time takes longer: statements are compiled, threads start.
  for (let n = 0; n < 3; n++) await site.publish(api, `acme/first${n}/aws`)
  for (const link of await freshLinks(3)) await put(link, Buffer.from('no archive'))
}, 60_000)
afterAll(() => site?.close())

const pause = (milliseconds: number) => new Promise<void>((done) => setTimeout(done, milliseconds))

async function freshLinks(many: number): Promise<string[]> {
  const links: string[] = []
  while (links.length < many) {
    const address = `acme/hostile${++count}/aws`
    await site.createModule(api, address)
    links.push(await site.uploadLink(api, address, '1.0.0'))
  }
  return links
}

async function put(link = '', body: Uint8Array | ReadableStream): Promise<number> {
  const answer = await fetch(link, { method: 'PUT', body, duplex: 'half' } as RequestInit)
  await answer.text()
  return answer.status
}

function gigabyte(): ReadableStream {
  const piece = randomBytes(1024 ** 2)
  return Readable.toWeb(
    Readable.from(
      (function* () {
        for (let n = 0; n < 1024; n++) yield piece
      })(),
    ),
  ) as ReadableStream
}

/** Memory is compared with the idle process, pace with that of a machine that does other work. */
async function measured(name: string, work: () => Promise<void>): Promise<void> {
  const { peak, ...livez } = await watched(api, work)
  const above = peak - idle.peak
  console.log(name, JSON.stringify({ above, ...livez }))
  expect(above).toBeLessThan(300)
  expect(livez.p99).toBeLessThan(Math.max(50, 5 * idle.p99))
}

describe.runIf(process.platform === 'linux')('memory and pace', () => {
  test('while hostile archives come one by one', async () => {
    const bodies = hostileArchives.map(({ bytes }) => new Uint8Array(bytes()))
    const links = await freshLinks(bodies.length + 1)
    await measured('one by one', async () => {
      for (const [n, body] of bodies.entries()) expect(await put(links[n], body)).toBe(422)
      expect(await put(links.at(-1), gigabyte())).toBe(413)
    })
  }, 300_000)

  test('while all hostile archives come at once', async () => {
    const bodies = hostileArchives.map(({ bytes }) => new Uint8Array(bytes()))
    const links = await freshLinks(bodies.length + 1)
    await measured('all at once', async () => {
      const uploads = bodies.map((body, n) => put(links[n], body))
      const statuses = await Promise.all([...uploads, put(links.at(-1), gigabyte())])
      expect(statuses).toEqual([...bodies.map(() => 422), 413])
    })
  }, 300_000)

  test('while twenty archives of 50 MB come at once', async () => {
    const body = new Uint8Array(archive(file('main.tf'), file('noise', randomBytes(50_000_000))))
    const links = await freshLinks(20)
    await measured('twenty of 50 MB', async () => {
      expect(await Promise.all(links.map((link) => put(link, body)))).toEqual(links.map(() => 200))
    })
  }, 300_000)
})
