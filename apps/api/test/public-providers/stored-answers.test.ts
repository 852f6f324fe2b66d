import type { ServerResponse } from 'node:http'
import { rule } from '@engine/shared/rule'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { lies } from '../../load/src/origin/lies.js'
import type { ProviderTwin } from '../../load/src/origin/provider-twin.js'
import { hours } from '../../src/kernel/clock.js'
import { startTestApp, type TestApp } from '../app.js'
import type { Person } from '../makers.js'
import { registry } from '../modules/module-requests.js'
import { startControlled, startOrigin } from './controlled.js'

const origin = await startOrigin('stored')
const { twin } = origin
const first = await startControlled(origin)
const { app } = first
const ana = await app.make.user()

const open: ServerResponse[] = []
afterEach(() => {
  twin.recover()
  for (const res of open.splice(0)) res.destroy()
})

/** Handlers for an origin that gives no proper answer. */
const silent = (_req: unknown, res: ServerResponse): void => void open.push(res)
const dripping = (_req: unknown, res: ServerResponse): void => {
  open.push(res)
  res.writeHead(200, { 'content-type': 'application/json' })
  const drip = setInterval(() => res.write(' '), 20)
  res.once('close', () => clearInterval(drip))
}
const page = { body: '<html>Back soon</html>', headers: { 'content-type': 'text/html' } }
const json = { 'content-type': 'application/json', 'cache-control': 'max-age=86400' }

const ways: readonly [string, Parameters<typeof twin.fail>[0]][] = [
  ['says nothing', silent],
  ['drips', dripping],
  ['refuses', (req: { socket: { destroy(): void } }) => req.socket.destroy()],
  ['answers 500', { status: 500 }],
  ['answers a page', page],
  ['answers no JSON', { body: lies.invalidJson(), headers: json }],
  ['answers another shape', { body: { errors: ['Maintenance'] }, headers: json }],
  ['answers an empty object', { body: {}, headers: json }],
  ['answers more than 16 MiB', { body: { padding: 'x'.repeat(17 * 1024 * 1024) }, headers: json }],
]

/** A provider with a stored document, and what a process answers that has just started. */
async function restarted() {
  const thing = await origin.provider()
  const before = await first.download(ana, thing, '1.0.0')
  expect(before.status).toBe(200)
  const process = await startControlled(origin, {}, app)
  return { thing, before: before.body as object, process }
}

describe('who has an answer waits for no origin', () => {
  rule('§14 origins', 'Where a stored answer is there the origin has 1.5 s, then the stored one goes out')
  test.each(ways)(
    'an origin that %s: the stored document goes out, after a restart too',
    async (_name, way) => {
      const { thing, before, process } = await restarted()
      twin.fail(way)
      for (let times = 0; times < 3; times++) {
        const answer = await process.download(ana, thing, '1.0.0')
        expect([answer.status, answer.body]).toEqual([200, before])
        expect((await process.list(ana, thing)).versions).toEqual(['1.0.0'])
      }
      // A bad answer is never taken for a good one, however long it says that it stands.
      twin.recover()
      process.pass(11_000)
      expect((await process.download(ana, thing, '1.0.0')).body).toEqual(before)
      expect((await process.version(thing, '1.0.0')).alteredAt).toBeNull()
    },
  )

  rule('§14 origins', 'The question goes on behind the stored answer')
  test('an origin that is late: the question goes on, and its answer counts', async () => {
    const { thing, before, process } = await restarted()
    const held = twin.hold(new RegExp(`${thing.path}/1.0.0/download`))
    thing.lie('download', (document) => ({
      ...document,
      download_url: `${String(document['download_url'])}?moved`,
    }))
    expect((await process.download(ana, thing, '1.0.0')).body).toEqual(before)
    held.release()
    await expect
      .poll(async () => (await process.download(ana, thing, '1.0.0')).body.download_url)
      .toMatch(/\?moved$/)
  })

  test('an origin that is late with another file: it is noticed behind the stored answer', async () => {
    const { thing, before, process } = await restarted()
    const held = twin.hold(new RegExp(`${thing.path}/1.0.0/download`))
    await thing.republish('1.0.0')
    expect((await process.download(ana, thing, '1.0.0')).body).toEqual(before)
    held.release()
    await expect.poll(async () => (await process.version(thing, '1.0.0')).alteredAt).not.toBeNull()
  })

  const badLists: readonly [string, (thing: ProviderTwin) => void][] = [
    ['101 platforms', (thing) => thing.lie('versions', lies.manyPlatforms)],
    ['50,000 versions', (thing) => thing.lie('versions', lies.farTooManyVersions)],
    ['another shape', (thing) => thing.lie('versions', () => ({ errors: ['Maintenance'] }))],
    ['an empty object', (thing) => thing.lie('versions', () => ({}))],
    ['a page', (thing) => twin.fail(page, `${thing.path}/versions`)],
    ['nothing', (thing) => twin.fail(silent, `${thing.path}/versions`)],
  ]
  rule('§14 origins', 'An answer of another shape or beyond the bounds never replaces a good one')
  test.each(badLists)('a list of %s leaves the versions that are known', async (_name, spoil) => {
    const thing = await origin.provider(['1.0.0', '1.1.0'])
    expect((await first.list(ana, thing)).versions).toEqual(['1.1.0', '1.0.0'])
    spoil(thing)
    await first.look(thing)
    expect((await first.list(ana, thing)).versions).toEqual(['1.1.0', '1.0.0'])
    expect((await first.version(thing, '1.0.0')).goneFromOrigin).toBe(false)
    expect((await first.row(thing)).syncError).not.toBeNull()
  })

  test.each<[string, Parameters<typeof twin.fail>[0]]>([
    ['a page', page],
    ['an error in JSON', { body: { errors: ['Maintenance'] } }],
    ['nothing but blanks', { body: '\n \n' }],
  ])('SHA256SUMS that is %s counts as no answer, not as altered', async (_name, way) => {
    const thing = await origin.provider()
    await first.list(ana, thing)
    twin.fail(way, /_SHA256SUMS$/)
    await first.look(thing, true)
    expect((await first.version(thing, '1.0.0')).alteredAt).toBeNull()
    expect((await first.row(thing)).syncError).toBe('The origin answered with no SHA256SUMS that can be read')
    twin.recover()
    await first.look(thing, true)
    expect((await first.row(thing)).syncError).toBeNull()
  })
})

describe('the proxy: who has an answer waits for no registry', () => {
  const shapes: readonly [string, string, object][] = [
    [
      'versions of a module',
      '/v1/modules/someone/net/aws/versions',
      { modules: [{ versions: [{ version: '1.0.0' }] }] },
    ],
    ['a list of modules', '/v1/modules/someone', { meta: {}, modules: [] }],
    ['a module', '/v1/modules/someone/net/aws', { id: 'someone/net/aws/1.0.0', version: '1.0.0' }],
    ['versions of a provider', '/v1/providers/someone/cloud/versions', { versions: [{ version: '1.0.0' }] }],
  ]
  let count = 0
  let proxy: TestApp
  let by: Person
  beforeAll(async () => {
    // Nothing is set there, so that the public registry is passed on.
    proxy = await startTestApp({ LOG_LEVEL: 'silent', PUBLIC_REGISTRY_URL: twin.url })
    by = await proxy.make.user()
  })
  test.each(shapes.flatMap((shape) => ways.map((way) => [...shape, ...way] as const)))(
    '%s: a stale copy goes out, whatever the registry does instead of an answer',
    async (_shape, path, body, _name, way) => {
      const own = path.replace('someone', `someone-${++count}`)
      twin.say(own, { body, headers: { 'content-type': 'application/json', 'cache-control': 'max-age=60' } })
      const ask = () => registry(proxy, by, `/api/registry/public${own}`)
      expect((await ask()).body).toEqual(body)
      proxy.clock.move(hours(1))
      twin.fail(way)
      for (let times = 0; times < 2; times++) {
        const answer = await ask()
        expect([answer.status, answer.body]).toEqual([200, body])
      }
      twin.recover()
      proxy.clock.move(11_000)
      expect((await ask()).body).toEqual(body)
      expect(twin.count(own)).toBeGreaterThan(1)
    },
  )
})
