import { expect, test } from 'vitest'
import { startTestApp } from '../app.js'
import { as } from '../rest.js'

test('one request too many is 429 with the wait, for that caller alone', async () => {
  const app = await startTestApp({ API_RATE_LIMIT: '5' })
  const [ana, bea] = [await app.make.user(), await app.make.user()]
  const answers = await Promise.all(Array.from({ length: 12 }, () => as(app, ana).get('/account/details')))
  const refused = answers.filter((answer) => answer.status === 429)
  expect(refused.length).toBeGreaterThan(0)
  expect(refused[0]?.body).toEqual({ errors: [{ status: '429', title: 'Too many requests' }] })
  expect(Number(refused[0]?.headers['retry-after'])).toBeGreaterThan(0)
  expect(refused[0]?.headers).toMatchObject({ 'x-ratelimit-limit': '5', 'x-ratelimit-remaining': '0' })
  const other = await as(app, bea).get('/account/details')
  expect([other.status, other.headers['x-ratelimit-remaining']]).toEqual([200, '4'])
  await app.stop()
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

test('nobody gets around a limit by saying to come from elsewhere', async () => {
  const app = await startTestApp({ API_RATE_LIMIT: '5', TRUSTED_PROXIES: '10.0.0.0/8' })
  const answers = await Promise.all(
    Array.from({ length: 12 }, (_, n) =>
      as(app, undefined).get('/account/details', { headers: { 'X-Forwarded-For': `203.0.113.${n}` } }),
    ),
  )
  expect(answers.map(({ status }) => status)).toContain(429)
  await app.stop()
})
