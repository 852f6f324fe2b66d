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
