import { rule } from '@engine/shared/rule'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { tokenValues } from '../../src/adapters/secrets/tokens.js'
import { startTestApp, type TestApp } from '../app.js'
import type { Person } from '../makers.js'
import { as } from '../rest.js'
import { statementsOf } from '../statements.js'

const env = { API_RATE_LIMIT: '5', REGISTRY_RATE_LIMIT: '7', INITIAL_ADMIN_CREATION_TOKEN: 'a'.repeat(20) }

let app: TestApp
let other: TestApp
let ana: Person

beforeEach(async () => {
  app = await startTestApp(env)
  other = await startTestApp(env, app)
  ana = await app.make.user()
})
afterEach(async () => {
  await other.stop()
  await app.stop()
})

/** The statuses of a number of requests, one after the other. */
async function ask(of: TestApp, times: number, path = '/account/details', who = ana): Promise<number[]> {
  const statuses: number[] = []
  while (statuses.length < times) {
    const call = of.http.get(path.startsWith('/v1') ? path : `/api/v2${path}`)
    statuses.push((await call.set('Authorization', `Bearer ${who.token}`)).status)
  }
  return statuses
}

/** Repeats the work of each second: processes exchange their counts. */
async function aSecondPasses(): Promise<void> {
  for (const each of [app, other, app]) await each.reconcile()
  app.clock.move(1000)
}

rule('Spec limits', 'Excessive load is answered 429')
rule('§2 errors', '429 has its title and `Retry-After`')
test('one request too many is 429 with the wait, for that caller alone', async () => {
  const bea = await app.make.user()
  expect(await ask(app, 5)).toEqual([200, 200, 200, 200, 200])
  const refused = await as(app, ana).get('/account/details')
  expect([refused.status, refused.body]).toEqual([
    429,
    { errors: [{ status: '429', title: 'Too many requests' }] },
  ])
  expect(refused.headers).toMatchObject({
    'retry-after': '1',
    'x-ratelimit-limit': '5',
    'x-ratelimit-remaining': '0',
    'x-ratelimit-reset': '1',
  })
  const answer = await as(app, bea).get('/account/details')
  expect([answer.status, answer.headers['x-ratelimit-remaining']]).toEqual([200, '4'])
  app.clock.move(1000)
  expect(await ask(app, 1)).toEqual([200])
})

test('the registry counts apart from the API', async () => {
  expect(await ask(app, 6)).toEqual([200, 200, 200, 200, 200, 429])
  expect(await ask(app, 8, '/v1/modules')).toEqual([...Array<number>(7).fill(200), 429])
})

test('a caller without a good token is counted by address', async () => {
  const strangers = { ...ana, token: 'no such token' }
  expect(await ask(app, 6, '/account/details', strangers)).toEqual([401, 401, 401, 401, 401, 429])
  expect(await ask(app, 1)).toEqual([200])
})

test('two processes let a caller through about as often as one', async () => {
  for (const each of [app, other]) await each.reconcile()
  const seconds = 6
  let passed = 0
  for (let second = 0; second < seconds; second++) {
    const answers = [...(await ask(app, 6)), ...(await ask(other, 6))]
    passed += answers.filter((status) => status === 200).length
    await aSecondPasses()
  }
  // Each by itself would let five a second through: sixty.
  expect(passed).toBeLessThanOrEqual(5 * seconds + 5)
  expect(passed).toBeGreaterThanOrEqual(5 * seconds - 5)
})

test('what one process let through is told to the other in the headers too', async () => {
  for (const each of [app, other]) await each.reconcile()
  await ask(app, 3)
  for (const each of [app, other]) await each.reconcile()
  expect((await as(other, ana).get('/account/details')).headers['x-ratelimit-remaining']).toBe('1')
})

test('five tries a minute at the set-up are five on all processes', async () => {
  for (const each of [app, other]) await each.reconcile()
  const attempt = async (of: TestApp) =>
    (await of.http.post('/admin/initial-admin-user?token=wrong').send({})).status
  for (let n = 0; n < 5; n++) expect(await attempt(app)).toBe(404)
  await aSecondPasses()
  expect(await attempt(other)).toBe(429)
  app.clock.move(61_000)
  expect(await attempt(other)).toBe(404)
})

test('tokens are not tried out without end: those that are none count for the address', async () => {
  const app = await startTestApp({ API_RATE_LIMIT: '5' })
  const answers = await Promise.all(
    Array.from({ length: 12 }, (_, n) => as(app, `engu_${n}`).get('/account/details')),
  )
  const statuses = answers.map(({ status }) => status)
  expect(new Set(statuses)).toEqual(new Set([401, 429]))
  await app.stop()
})

/** A token of the right form, checksum included, which was never issued. */
const madeUp = () => ({ ...ana, token: tokenValues.create('user').value })

const countOf = (statuses: readonly number[], wanted: number) =>
  statuses.filter((status) => status === wanted).length

rule('§10 cost', 'What a stranger’s token look-up costs is limited before the database is asked')
test.each(['/account/details', '/v1/modules'])(
  'made-up tokens beyond the limit of their network are refused before the database is asked: %s',
  async (path) => {
    const limit = path.startsWith('/v1') ? 7 : 5
    const oneByOne = async () => {
      const statuses: number[] = []
      for (let n = 0; n < 12; n++) statuses.push(...(await ask(app, 1, path, madeUp())))
      return statuses
    }
    const atOnce = async () =>
      (await Promise.all(Array.from({ length: 12 }, () => ask(app, 1, path, madeUp())))).flat()
    for (const asked of [oneByOne, atOnce]) {
      const { answer, all } = await statementsOf(app, asked)
      expect([countOf(answer, 401), countOf(answer, 429)]).toEqual([limit, 12 - limit])
      expect(all).toHaveLength(limit)
      app.clock.move(1000)
    }
  },
)

rule(
  '§10 cost',
  'What a stranger’s token look-up costs is limited before the database is asked … and takes nothing from good callers of the same network',
)
test('made-up tokens take nothing from good ones of the same network', async () => {
  expect(await ask(app, 1)).toEqual([200])
  // What changes about the caller makes the process ask the database again.
  await app.prisma.user.update({ where: { id: ana.id }, data: { email: 'ana@other.test' } })
  for (let n = 0; n < 6; n++) await ask(app, 1, '/account/details', madeUp())
  const { status, headers } = await as(app, ana).get('/account/details')
  expect([status, headers['x-ratelimit-remaining']]).toEqual([200, '3'])
})

test('good tokens that come for the first time, more at once than a network may guess, are all let in', async () => {
  const people = await Promise.all(Array.from({ length: 12 }, () => app.make.user()))
  const statuses = await Promise.all(people.map((who) => ask(app, 1, '/account/details', who)))
  expect(statuses.flat()).toEqual(people.map(() => 200))
})

test('a token that is good no more counts for its network like a made-up one', async () => {
  expect(await ask(app, 1)).toEqual([200])
  await app.prisma.authenticationToken.deleteMany({ where: { userId: ana.id } })
  expect(await ask(app, 6)).toEqual([401, 401, 401, 401, 401, 429])
  const { all } = await statementsOf(app, () => ask(app, 3))
  expect(all).toEqual([])
})

test('a forged client address gets no caller around a limit', async () => {
  const app = await startTestApp({ API_RATE_LIMIT: '5', TRUSTED_PROXIES: '10.0.0.0/8' })
  const answers = await Promise.all(
    Array.from({ length: 12 }, (_, n) =>
      as(app, undefined).get('/account/details', { headers: { 'X-Forwarded-For': `203.0.113.${n}` } }),
    ),
  )
  expect(answers.map(({ status }) => status)).toContain(429)
  await app.stop()
})
