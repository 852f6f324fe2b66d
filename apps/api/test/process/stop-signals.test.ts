import { request } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApiByNpm, type ApiProcess } from './api-process.js'
import { RegistrySite } from './registry-process.js'
import { isFull } from '../full-run.js'

let site: RegistrySite

beforeAll(async () => {
  site = await RegistrySite.open({ DRAIN_SECONDS: '2', LOG_LEVEL: 'info' })
})
afterAll(() => site?.close())

/** Status of its readiness; 0 once it refuses connections, which is when it has drained. */
const readiness = ({ url }: ApiProcess): Promise<number> =>
  fetch(`${url}/readyz`).then(
    ({ status }) => status,
    () => 0,
  )

/** A request whose second half is sent when the test says so. */
function slowRequest({ url }: ApiProcess): { begun: Promise<void>; finish(): Promise<number> } {
  const body = JSON.stringify({ query: '{ setup { required } }' })
  const headers = { 'Content-Type': 'application/json', 'Content-Length': body.length }
  const call = request(`${url}/graphql`, { method: 'POST', headers })
  const status = new Promise<number>((done, fail) => {
    call.on('response', (answer) => done(answer.resume().statusCode ?? 0)).on('error', fail)
  })
  status.catch(() => {})
  const begun = new Promise<void>((done) => {
    call.on('socket', (socket) => socket.once('connect', () => call.write(body.slice(0, 5), () => done())))
  })
  return { begun, finish: () => (call.end(body.slice(5)), status) }
}

/** Downloads until the process is gone. How many it answered. */
async function downloadUntilGone(api: ApiProcess, address: string): Promise<number> {
  for (let answered = 0; ; answered++) {
    const answer = await site.get(api, `/v1/modules/${address}/1.0.0/download`).catch(() => undefined)
    if (answer?.status !== 204) return answered
  }
}

const stops = (api: ApiProcess): number => api.output().split('"msg":"stopping"').length - 1

test('a SIGTERM to the group of npm run start:api counts as one: requests finish, downloads are counted', async () => {
  const api = await site.start(startApiByNpm)
  await site.publish(api, 'acme/grouped/aws')
  const slow = slowRequest(api)
  await slow.begun
  const downloading = downloadUntilGone(api, 'acme/grouped/aws')
  await expect.poll(() => site.downloads(api, 'acme/grouped/aws')).toBeGreaterThan(5)
  process.kill(-(api.child.pid ?? 0), 'SIGTERM')
  // Meanwhile the processes around it end, which counts as that signal too.
  await expect.poll(() => readiness(api)).toBe(0)
  expect(await slow.finish()).toBe(200)
  await api.ended
  expect(stops(api)).toBe(1)
  const answered = await downloading
  const later = await site.start()
  expect(await site.downloads(later, 'acme/grouped/aws')).toBe(answered)
  await site.stop(later)
})

test.runIf(isFull)('a SIGTERM that comes again while it drains changes nothing', async () => {
  const api = await site.start()
  const slow = slowRequest(api)
  await slow.begun
  api.child.kill('SIGTERM')
  await expect.poll(() => readiness(api)).toBe(503)
  api.child.kill('SIGTERM')
  await expect.poll(() => readiness(api)).toBe(0)
  expect(await slow.finish()).toBe(200)
  expect(await api.ended).toBe(0)
})

test.runIf(isFull)(
  'a Ctrl-C that npm passes on is the same one; a second one ends the process at once',
  async () => {
    const api = await site.start()
    const slow = slowRequest(api)
    await slow.begun
    api.child.kill('SIGINT')
    api.child.kill('SIGINT')
    await expect.poll(() => readiness(api)).toBe(0)
    expect(api.child.exitCode).toBeNull()
    api.child.kill('SIGINT')
    expect(await api.ended).toBe(1)
    await expect(slow.finish()).rejects.toThrow()
  },
)

test('an API whose log has lost its reader goes on answering, and ends when it is asked to', async () => {
  const api = await site.start()
  api.child.stdout?.destroy()
  await site.publish(api, 'acme/unread/aws')
  await expect.poll(() => readiness(api)).toBe(200)
  api.child.kill('SIGTERM')
  expect(await api.ended).toBe(0)
})
