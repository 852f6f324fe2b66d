import { describe, expect, test } from 'vitest'
import { createReadFreshness } from '../../src/adapters/public-registry/freshness.js'
import { personOf } from '../../src/adapters/openid/claims.js'
import { days, isStorableMoment, later } from '../../src/kernel/clock.js'
import { startControlled, startOrigin } from './controlled.js'

const origin = await startOrigin('dated')
const { twin } = origin
const { app, ask, list, row, version } = await startControlled(origin)
const ana = await app.make.user()

/** Dates that a program reads and the database does not hold, or the other way round. */
const oddDates = [
  ...[
    '-271821-04-20T00:00:00Z',
    '0000-01-01T00:00:00Z',
    '-000001-12-31T00:00:00Z',
    '0000-12-31T23:59:59.999Z',
  ],
  ...['+010000-01-01T00:00:00Z', '+275760-09-13T00:00:00Z', '+275760-09-13T00:00:00.001Z', '9999-99-99'],
  ...['', 'yesterday', '0', '1e999', 'Infinity', '24:00', '2026-02-30T00:00:00Z', '2026-01-01T00:00:60Z'],
]

/** Spans that overflow a date, in each of the ways that an origin can say one. */
const oddSpans: readonly Readonly<Record<string, string>>[] = [
  { 'cache-control': 'max-age=99999999999999999' },
  { 'cache-control': `s-maxage=${'9'.repeat(400)}` },
  { 'cache-control': 'max-age=-5' },
  { 'cache-control': 'max-age=NaN' },
  { 'cache-control': 'max-age=8640000000000000' },
  { 'cache-control': 'max-age=1, stale-if-error=99999999999999999' },
  { 'cache-control': 'max-age=1, stale-while-revalidate=99999999999999999' },
  { 'cache-control': 'max-age=60', age: '-99999999999999999' },
  { 'cache-control': 'max-age=60', age: '99999999999999999' },
  { expires: '+275760-09-13T00:00:00.000Z' },
  { expires: 'Fri, 31 Dec 275760 23:59:59 GMT' },
  { expires: '-1' },
  { date: '-271821-04-20T00:00:00Z', expires: 'Tue, 01 Jan 2030 00:00:00 GMT' },
]

describe('dates and spans from outside pass one door', () => {
  test.each(oddDates)('published_at %s: the provider is listed and its page read', async (publishedAt) => {
    const thing = await origin.provider([{ version: '1.0.0', publishedAt }, '1.1.0'])
    expect((await list(ana, thing)).versions).toEqual(['1.1.0', '1.0.0'])
    expect((await ask(ana, thing, '/1.0.0')).status).toBe(200)
    const { publishedAt: at, heldFrom } = await version(thing, '1.0.0')
    expect([at === null || isStorableMoment(at), isStorableMoment(heldFrom)]).toEqual([true, true])
  })

  test.each(oddSpans)('a list that stands for %j is read, and looked at again', async (headers) => {
    const thing = await origin.provider()
    const document = thing.documentAt('/versions')
    twin.say(`${thing.path}/versions`, {
      body: JSON.parse(String(document?.body)) as object,
      headers: { 'content-type': 'application/json', ...headers },
    })
    expect((await list(ana, thing)).versions).toEqual(['1.0.0'])
    const { freshUntil } = await row(thing)
    expect(freshUntil.getTime()).toBeGreaterThanOrEqual(app.clock.now().getTime())
    expect(freshUntil <= later(app.clock.now(), days(366))).toBe(true)
  })

  test.each(oddSpans)('the cache of answers: %j is a span of at most a year', (headers) => {
    const freshness = createReadFreshness(app.clock)(200, headers)
    expect(freshness.freshFor()).toBeGreaterThanOrEqual(0)
    expect(freshness.freshFor()).toBeLessThanOrEqual(days(366))
  })

  const signedInAt = (seconds: unknown) =>
    personOf({ iss: 'https://id.example', sub: 'ana', auth_time: seconds }, undefined, 'groups')
      .authenticatedAt

  // An absent one is trusted, so that what cannot be a date must not be taken for absent.
  test.each([1e308, -1e308, -62_135_596_801, 253_402_300_800, 8_640_000_000_001])(
    'auth_time %s of an ID token that no database holds counts as one of long ago',
    (seconds) => {
      expect(signedInAt(seconds)).toEqual(new Date(0))
    },
  )

  test.each(['5', null])('auth_time %j of an ID token is no time, and counts as absent', (seconds) => {
    expect(signedInAt(seconds)).toBeUndefined()
  })
})
