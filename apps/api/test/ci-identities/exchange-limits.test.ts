import { rule } from '@engine/shared/rule'
import { beforeEach, expect, test, vi } from 'vitest'
import { minutes, seconds } from '../../src/kernel/clock.js'
import { unavailable } from '../../src/kernel/errors.js'
import { startTestApp } from '../app.js'
import { isFull } from '../full-run.js'
import { atOnce, tally } from '../races.js'
import { acmeWithCi, allowed, exchange, identify, jobOf } from './ci-issuer.js'

const limit = 3
const app = await startTestApp({
  ...allowed,
  TRUSTED_PROXIES: '127.0.0.1',
  CI_EXCHANGE_LIMIT: String(limit),
})
const { issuer, issuerId } = await acmeWithCi(app)

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

test('an issuer gives an organization so many tokens in a minute, wherever they are asked from', async () => {
  for (let n = 0; n < limit; n++) expect(await statusOf(issuer.token(), anywhere())).toBe(201)
  const refused = await tried(await issuer.token(), anywhere())
  expect([refused.status, refused.headers['retry-after']]).toEqual([429, '20'])
  app.clock.move(seconds(20))
  expect(await statusOf(issuer.token(), anywhere())).toBe(201)
})

rule('§19', 'The budget of an issuer is that of each organization')
test('what belongs to one is not for another to take: each organization has its own budget of an issuer', async () => {
  const stranger = await app.make.user()
  const globex = await app.make.organization(stranger, 'globex')
  const theirs = await app.make.team(stranger, globex)
  const claims = { repository: 'globex/site' }
  await identify(app, stranger, 'globex', { issuer: issuerId, team: theirs.id, claims, scopes: ['read'] })
  const strange = async (address: string) => {
    const body = { token: await issuer.token(jobOf('globex/site')), organization: 'globex' }
    return (await exchange(app, body, { 'X-Forwarded-For': address })).status
  }
  for (let n = 0; n < limit; n++) expect(await strange(anywhere())).toBe(201)
  expect(await strange(anywhere())).toBe(429)
  for (let n = 0; n < limit; n++) expect(await statusOf(issuer.token(), anywhere())).toBe(201)
})

rule('§19', 'Verified tokens are not counted with failures')
test('what one does costs no other: good tokens pass a network that sends bad ones, and unfit ones are told why', async () => {
  const address = anywhere()
  const bad = await atOnce(() => tried('a.b.c', address), free + 10)
  expect(tally(bad)).toEqual({ 401: free, 429: 10 })
  expect(bad.find(({ status }) => status === 429)?.headers['retry-after']).toBe('15')
  expect(await statusOf(issuer.token(), address)).toBe(201)
  expect(await statusOf(issuer.token(jobOf('stranger/any')), address)).toBe(422)
  // Those that are bad go on waiting, among good ones too.
  const mixed = await Promise.all([
    atOnce(() => tried('a.b.c', address), 5),
    atOnce(async () => tried(await issuer.token(), address), limit - 1),
  ])
  expect(mixed.map(tally)).toEqual([{ 429: 5 }, { 201: limit - 1 }])
})

test('what one does costs no other: jobs of one repository that fit nothing leave those of others alone', async () => {
  const address = anywhere()
  for (let n = 0; n < free; n++)
    expect(await statusOf(issuer.token(jobOf('stranger/any')), address)).toBe(422)
  expect(await statusOf(issuer.token(jobOf('stranger/any')), address)).toBe(429)
  expect(await statusOf(issuer.token(jobOf('stranger/other')), address)).toBe(422)
  expect(await statusOf(issuer.token(), address)).toBe(201)
  // Of one repository too what fits gets its token.
  for (let n = 0; n <= free; n++) await statusOf(issuer.token({ ref: 'refs/heads/main' }), address)
  expect(await statusOf(issuer.token({ ref: 'refs/heads/main' }), address)).toBe(429)
  expect(await statusOf(issuer.token(), address)).toBe(201)
})

test('a network that sends more bad tokens than are tried in turn is answered at once', async () => {
  const address = anywhere()
  const flood = await atOnce(() => tried('a.b.c', address), isFull ? 1000 : 200)
  expect(tally(flood)[401]).toBe(free)
  expect(new Set(flood.map(({ status }) => status))).toEqual(new Set([401, 429]))
  expect(await statusOf(issuer.token(), address)).toBe(201)
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

rule('§15 exchange', 'Failures of an address are limited as those of a sign-in … and nothing but failures')
test('good tokens of one address wait for each other, however many come at once', async () => {
  const unlimited = await startTestApp({ ...allowed, CI_EXCHANGE_LIMIT: '0' })
  const ci = await acmeWithCi(unlimited)
  let release = () => {}
  ci.issuer.until = new Promise((resolve) => (release = resolve))
  const begun = vi.spyOn(unlimited.services.tokenExchange, 'exchange')
  const asked = atOnce(async () => exchange(unlimited, { token: await ci.issuer.token() }), free + 5)
  await expect.poll(() => begun.mock.calls.length).toBe(free + 5)
  release()
  expect(tally(await asked)).toEqual({ 201: free + 5 })
})

test('a database that is away costs an address nothing', async () => {
  const [address, token] = [anywhere(), await issuer.token()]
  for (let n = 0; n <= free; n++) {
    app.beforeNextWrite(async () => {
      throw unavailable('The database is away')
    })
    expect(await statusOf(token, address)).toBe(503)
  }
  expect(await statusOf(token, address)).toBe(201)
})

test('keys that cannot be read cost an address nothing', async () => {
  app.clock.move(minutes(10))
  const [address, token] = [anywhere(), await issuer.token()]
  issuer.instead = (_req, res) => void res.writeHead(500).end()
  for (let n = 0; n <= free; n++) expect(await statusOf(token, address)).toBe(503)
  issuer.instead = undefined
  app.clock.move(seconds(30))
  expect(await statusOf(token, address)).toBe(201)
})
