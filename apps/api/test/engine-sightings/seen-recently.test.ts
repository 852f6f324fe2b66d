import { rule } from '@engine/shared/rule'
import { expect, test } from 'vitest'
import { days, seconds } from '../../src/kernel/clock.js'
import { startTestApp, type TestApp } from '../app.js'
import { publishModule, registry } from '../modules/module-requests.js'
import { ask, hitsOf } from '../response-cache/asking.js'
import { as, documentOf } from '../rest.js'
import { cli, counted, paths } from './asking.js'

const env = { ANSWER_CACHE_LIMIT: '10000000', ENGINE_ALIASES: 'terraform', LOG_LEVEL: 'silent' }
const list = '/api/v2/admin/engine-versions'

const app = await startTestApp(env)
/** A second process. */
const other = await startTestApp(env, app)
const admin = await app.make.administrator('ana')
const acme = await app.make.organization(admin, 'acme')
await publishModule(app, admin, 'acme/network/aws', '1.0.0')

interface Document {
  readonly attributes: { readonly version: string; readonly 'seen-recently': number }
}

const seenIn = ({ attributes }: Document): number => attributes['seen-recently']

/** Reads the number from the version's own document and from the list. */
async function shown(by: TestApp, { id, version }: { id: string; version: string }): Promise<number[]> {
  const one = JSON.parse((await ask(by, admin.token, `${list}/${id}`)).body) as { data: Document }
  const all = JSON.parse((await ask(by, admin.token, `${list}?page[size]=100`)).body) as { data: Document[] }
  const listed = all.data.filter(({ attributes }) => attributes.version === version)
  return [one.data, ...listed].map(seenIn)
}

/** Sends a request by this version of the engine, with a new token unless one is given. */
async function run(version: string, token?: string): Promise<void> {
  const by = token ?? (await app.make.member(acme)).token
  expect((await registry(app, by, paths.versions, { headers: cli(version) })).status).toBe(200)
}

rule('§18 documents', 'A cached answer follows sightings')
test('an answer that is asked for every second follows what tokens run, and comes from the cache between', async () => {
  const version = await app.make.engineVersion(admin, '1.9.2')
  const { token } = await app.make.member(acme)
  let [shownBefore, ran] = [0, 0]
  for (let second = 1; second <= 20; second++) {
    app.clock.jump(seconds(1))
    if (second % 4 === 1) await run(version.version)
    await run(version.version, token)
    ran = 1 + Math.ceil(second / 4)
    for (const number of await shown(app, version)) {
      expect(number, `second ${second}`).toBeGreaterThanOrEqual(shownBefore)
      expect(number, `second ${second}`).toBeLessThanOrEqual(ran)
    }
    // As often as the process writes what it counted.
    if (second % 5 !== 0) continue
    await counted(app, admin)
    shownBefore = ran
    expect(await shown(app, version), `second ${second}`).toEqual([ran, ran])
    await expect.poll(() => shown(other, version)).toEqual([ran, ran])
    expect(await hitsOf(app, () => shown(app, version))).toBe(2)
  }
  expect(ran).toBe(6)
})

test('requests of tokens that were seen that day leave the answers in the cache', async () => {
  const version = await app.make.engineVersion(admin, '1.9.3')
  const { token } = await app.make.member(acme)
  await run(version.version, token)
  await counted(app, admin)
  await expect.poll(() => hitsOf(app, () => shown(app, version))).toBe(2)
  for (let n = 0; n < 3; n++) {
    await run(version.version, token)
    await counted(app, admin)
    expect(await hitsOf(app, () => shown(app, version))).toBe(2)
  }
  expect(await shown(app, version)).toEqual([1, 1])
})

rule(
  '§18 documents',
  'An attribute stands in every document of its resource with the same value; `seen-recently` too',
)
test('every document of a version has the same number: made, shown, listed and changed', async () => {
  const create = (version: string) =>
    as(app, admin).post(list, {
      body: documentOf('engine-versions', {
        version,
        url: 'https://releases.example/e.zip',
        sha: 'ab'.repeat(32),
      }),
    })
  const fresh = await create('1.9.4')
  expect([fresh.status, seenIn(fresh.body.data)]).toEqual([201, 0])
  expect(await shown(app, { id: fresh.body.data.id, version: '1.9.4' })).toEqual([0, 0])

  await run('1.9.5')
  await counted(app, admin)
  const known = await create('1.9.5')
  const { id } = known.body.data
  const body = documentOf('engine-versions', { beta: true })
  const changed = await as(app, admin).patch(`${list}/${id}`, { body })
  expect(changed.status).toBe(200)
  expect([known.body.data, changed.body.data].map(seenIn)).toEqual([1, 1])
  expect(await shown(app, { id, version: '1.9.5' })).toEqual([1, 1])
})

test('a token that was seen 30 days ago is not shown from midnight on, though nothing was written', async () => {
  const version = await app.make.engineVersion(admin, '1.9.6')
  await run(version.version)
  await counted(app, admin)
  const today = Math.floor(app.clock.now().getTime() / days(1)) * days(1)
  app.clock.jump(today + days(30) - 1 - app.clock.now().getTime())
  expect(await shown(app, version)).toEqual([1, 1])
  expect(await hitsOf(app, () => shown(app, version))).toBe(2)
  app.clock.jump(1)
  expect(await shown(app, version)).toEqual([0, 0])
})
