import { rule } from '@engine/shared/rule'
import { beforeEach, expect, test } from 'vitest'
import { minutes, seconds } from '../../src/kernel/clock.js'
import { startTestApp } from '../app.js'
import { atOnce, tally } from '../races.js'
import { acmeWithCi, allowed, exchange, jobOf } from './ci-issuer.js'

const limit = 3
const app = await startTestApp({
  ...allowed,
  TRUSTED_PROXIES: '127.0.0.1',
  CI_EXCHANGE_LIMIT: String(limit),
})
const { issuer } = await acmeWithCi(app)

/** The failures that an address has free. */
const free = 20

let count = 0
/** An address of which nothing is known. */
const anywhere = () => `203.0.113.${++count}`

const tried = (token: string, address: string) => exchange(app, { token }, { 'X-Forwarded-For': address })

const statusOf = async (token: string | Promise<string>, address: string): Promise<number> =>
  (await tried(await token, address)).status

/** Each test finds the issuer with its whole limit. */
beforeEach(() => app.clock.move(minutes(1)))

rule('§15 exchange', 'The limit of an issuer is for the jobs that its identities are for')
test('jobs of strangers at a shared issuer take nothing from those of others', async () => {
  const address = anywhere()
  for (let n = 0; n < limit; n++)
    expect(await statusOf(issuer.token(jobOf('stranger/any')), address)).toBe(422)
  expect(await statusOf(issuer.token(), anywhere())).toBe(201)
})

test('an issuer gives so many tokens in a minute, wherever they are asked from', async () => {
  for (let n = 0; n < limit; n++) expect(await statusOf(issuer.token(), anywhere())).toBe(201)
  const refused = await tried(await issuer.token(), anywhere())
  expect([refused.status, refused.headers['retry-after']]).toEqual([429, '20'])
  app.clock.move(seconds(20))
  expect(await statusOf(issuer.token(), anywhere())).toBe(201)
})

rule('§15 exchange', 'Failures of an address are limited as those of a sign-in … of verified tokens too')
test('a token that is sent again and again makes its address wait, and no other', async () => {
  const [address, token] = [anywhere(), await issuer.token()]
  expect(await statusOf(token, address)).toBe(201)
  for (let n = 0; n < free; n++) expect(await statusOf(token, address)).toBe(401)
  expect(await statusOf(token, address)).toBe(429)
  expect(await statusOf(issuer.token(), anywhere())).toBe(201)
})

test('tokens that fit no identity make their address wait, and no other', async () => {
  const address = anywhere()
  const strange = await atOnce(
    async () => tried(await issuer.token(jobOf('stranger/any')), address),
    free + 1,
  )
  expect(tally(strange)).toEqual({ 422: free, 429: 1 })
  expect(await statusOf(issuer.token(), anywhere())).toBe(201)
})
