import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { request, type IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../app.js'
import type { Person } from '../makers.js'
import { as } from '../rest.js'
import { hostileArchives } from './hostile-archives.js'
import { createModule, moduleArchive, modulePath, put, uploadLink } from './module-requests.js'

const tooLarge = {
  version: '1.0.0',
  status: 'reg_ingress_failed',
  error: 'the archive is larger than 104,857,600 bytes',
}

let app: TestApp
let owner: Person
let count = 0

beforeAll(async () => {
  app = await startTestApp({ LOG_LEVEL: 'silent' })
  owner = await app.make.user('ana')
  await app.make.organization(owner, 'acme')
})
afterAll(() => app.stop())

async function freshLink(): Promise<{ address: string; link: string }> {
  const address = `acme/hostile${++count}/aws`
  await createModule(app, owner, address)
  return { address, link: await uploadLink(app, owner, address, '1.0.0') }
}

async function statusesOf(address: string): Promise<unknown> {
  const { body } = await as(app, owner).get(modulePath(address))
  return body.data.attributes['version-statuses']
}

test.each(hostileArchives.map((each) => [each.name, each] as const))(
  '%s is refused with a clear message, which the version keeps, and no file stays',
  async (_, { bytes, message }) => {
    const { address, link } = await freshLink()
    const answer = await put(app, link, bytes())
    expect(answer.status, answer.text).toBe(422)
    const detail = answer.body.errors[0].detail as string
    expect(detail).toMatch(message)
    expect(await statusesOf(address)).toEqual([
      { version: '1.0.0', status: 'reg_ingress_failed', error: detail },
    ])
    expect((await put(app, link, moduleArchive())).status).toBe(200)
    expect(await statusesOf(address)).toEqual([{ version: '1.0.0', status: 'ok' }])
  },
)

test('a gigabyte is refused before a byte of it, when its size is announced', async () => {
  const { address, link } = await freshLink()
  const upload = request(`${app.url}${link}`, { method: 'PUT', headers: { 'Content-Length': 1024 ** 3 } })
  upload.on('error', () => undefined).flushHeaders()
  const [answer] = (await once(upload, 'response')) as [IncomingMessage]
  expect(answer.statusCode).toBe(413)
  upload.destroy()
  expect(await statusesOf(address)).toEqual([tooLarge])
})

test('a gigabyte is refused at the limit, when its size is not announced', async () => {
  const { address, link } = await freshLink()
  let left = 1024
  const piece = randomBytes(1024 ** 2)
  const body = Readable.toWeb(
    Readable.from(
      (function* () {
        while (left-- > 0) yield piece
      })(),
    ),
  )
  const answer = await fetch(`${app.url}${link}`, { method: 'PUT', body, duplex: 'half' } as RequestInit)
  expect(answer.status).toBe(413)
  expect(left).toBeGreaterThan(700)
  expect(await statusesOf(address)).toEqual([tooLarge])
})
