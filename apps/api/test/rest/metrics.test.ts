import { expect, test } from 'vitest'
import { release } from '../../src/release.js'
import { startTestApp } from '../app.js'
import { documentOf } from '../rest.js'

const app = await startTestApp()

/** The value behind a name and its labels, in the text that any caller may ask for. */
async function valueOf(row: string): Promise<number | undefined> {
  const answer = await app.http.get('/metrics')
  expect(answer.status).toBe(200)
  expect(answer.headers['content-type']).toBe('text/plain; version=0.0.4; charset=utf-8')
  const line = answer.text.split('\n').find((each) => each.startsWith(`${row} `))
  return line === undefined ? undefined : Number(line.split(' ').at(-1))
}

const served = (face: string, method: string, status: number): string =>
  `engine_http_request_duration_seconds_count{face="${face}",method="${method}",status="${status}"}`

test('every request is counted by its face, method and status, and nothing of its address or caller is told', async () => {
  const owner = await app.make.user('ana')
  await app.make.organization(owner, 'acme')
  await app.http.get('/api/v2/organizations/secret-name').expect(401)
  await app.http.get('/api/v2/organizations/acme').set('Authorization', `Bearer ${owner.token}`).expect(200)
  await app.http.post('/api/v2/organizations').send(documentOf('organizations', {})).expect(401)
  await app.http.get('/v1/modules/acme/network/aws').expect(401)

  await expect.poll(() => valueOf(served('rest', 'GET', 401))).toBe(1)
  await expect.poll(() => valueOf(served('rest', 'GET', 200))).toBe(1)
  await expect.poll(() => valueOf(served('rest', 'POST', 401))).toBe(1)
  await expect.poll(() => valueOf(served('registry', 'GET', 401))).toBe(1)
  await expect.poll(() => valueOf(served('health', 'GET', 200))).toBeGreaterThan(0)
  expect((await app.http.get('/metrics')).text).not.toMatch(/secret-name|acme|ana|user-/)
})

test('what is none of our paths and methods makes no row of its own', async () => {
  for (let n = 0; n < 20; n++) await app.http.get(`/stranger-${n}`).expect(404)
  await fetch(`${app.url}/`, { method: 'PURGE' })
  await expect.poll(() => valueOf(served('other', 'GET', 404))).toBe(20)
  await expect.poll(() => valueOf(served('other', 'other', 404))).toBe(1)
})

test('how much there is on the platform is counted anew every minute', async () => {
  const before = (await valueOf('engine_things{kind="users"}')) ?? 0
  await app.make.user('ben')
  expect(await valueOf('engine_things{kind="users"}')).toBe(before)
  app.clock.move(60_000)
  expect(await valueOf('engine_things{kind="users"}')).toBe(before + 1)
  expect(await valueOf('engine_downloads_unwritten{kind="module"}')).toBe(0)
})

test('the process tells its own memory and event loop', async () => {
  expect(await valueOf('process_resident_memory_bytes')).toBeGreaterThan(10_000_000)
  expect(await valueOf('nodejs_eventloop_lag_p99_seconds')).toBeDefined()
})

test('the release that answers is a label of the build, and the second line of a probe', async () => {
  expect(release).toMatch(/^\d+\.\d+\.\d+/)
  expect(await valueOf(`engine_build_info{version="${release}"}`)).toBe(1)
  const probe = await app.http.get('/readyz')
  expect([probe.status, probe.text]).toEqual([200, `ok\nrelease ${release}\n`])
})
