import { rule } from '@engine/shared/rule'
import type { RequestListener } from 'node:http'
import { expect, test } from 'vitest'
import { minutes, seconds } from '../../src/kernel/clock.js'
import { timeouts } from '../../src/kernel/timeouts.js'
import { startTestApp } from '../app.js'
import { isFull, racers } from '../full-run.js'
import { atOnce, tally } from '../races.js'
import { acmeWithCi, allowed, exchange, signingKey } from './ci-issuer.js'

const env = { ...allowed, LOG_LEVEL: 'silent' }
const app = await startTestApp(env)
const { issuer } = await acmeWithCi(app)

const statusOf = async (token = issuer.token()): Promise<number> =>
  (await exchange(app, { token: await token })).status

/** Counts the requests for its keys since the last call. */
function keysAsked(): number {
  const asked = issuer.asked.splice(0)
  return asked.filter((path) => path === '/jwks').length
}

rule('§15 issuers', 'Keys are cached for ten minutes')
test('the keys are asked for once in ten minutes, also by many at once', async () => {
  expect(tally(await atOnce(async () => exchange(app, { token: await issuer.token() }), racers))).toEqual({
    201: racers,
  })
  expect(issuer.asked).toEqual(['/.well-known/openid-configuration', '/jwks'])
  keysAsked()
  app.clock.move(minutes(9))
  expect([await statusOf(), keysAsked()]).toEqual([201, 0])
  app.clock.move(minutes(1))
  expect([await statusOf(), keysAsked()]).toEqual([201, 1])
})

rule('§15 issuers', 'An unknown key is asked for at most every 30 seconds')
test('a new key is found at once, and a flood of unknown ones costs one request in 30 seconds', async () => {
  app.clock.move(seconds(30))
  const key = await signingKey('ES256', 'rotated')
  issuer.keys = [issuer.key.jwk, key.jwk]
  expect([await statusOf(issuer.token({}, { key })), keysAsked()]).toEqual([201, 1])
  const stranger = await signingKey('ES256', 'of a stranger')
  const flood = await atOnce(() => statusOf(issuer.token({}, { key: stranger })), 10)
  expect([new Set(flood), keysAsked()]).toEqual([new Set([401]), 0])
  app.clock.move(seconds(30))
  const again = await atOnce(() => statusOf(issuer.token({}, { key: stranger })), 10)
  expect([new Set(again), keysAsked()]).toEqual([new Set([401]), 1])
  expect(await statusOf()).toBe(201)
})

rule(
  '§15 issuers',
  'An issuer is asked once in 30 seconds, whatever for; a newer key works at the first try after',
)
test('a key that replaces another of its name is found at the first try after 30 seconds', async () => {
  app.clock.move(minutes(11))
  expect([await statusOf(), keysAsked()]).toEqual([201, 1])
  const key = await signingKey(issuer.key.alg, issuer.key.kid)
  issuer.keys = [key.jwk]
  app.clock.move(seconds(29))
  const early = await atOnce(() => statusOf(issuer.token({}, { key })), 5)
  expect([new Set(early), keysAsked()]).toEqual([new Set([401]), 0])
  app.clock.move(seconds(1))
  expect([await statusOf(issuer.token({}, { key })), keysAsked()]).toEqual([201, 1])
  expect([await statusOf(), keysAsked()]).toEqual([401, 0])
  issuer.keys = [issuer.key.jwk]
  app.clock.move(seconds(30))
  const again = await atOnce(() => statusOf(), 40)
  expect([new Set(again), keysAsked()]).toEqual([new Set([201]), 1])
  app.clock.move(seconds(30))
  const forged = await atOnce(() => statusOf(issuer.token({}, { key })), 5)
  expect([new Set(forged), keysAsked()]).toEqual([new Set([401]), 1])
  expect([await statusOf(), keysAsked()]).toEqual([201, 0])
})

rule('§19 sign-in', 'Two keys without `kid`: each is tried')
test('tokens that do not name their key: each key that fits is tried, a stranger’s token is refused', async () => {
  const other = await signingKey('RS256', 'another')
  const stranger = await signingKey('RS256', 'of a stranger')
  app.clock.move(minutes(11))
  issuer.keys = [issuer.key.jwk, other.jwk]
  const unnamed = { kid: undefined }
  for (const key of [issuer.key, other])
    expect(await statusOf(issuer.token({}, { key, header: unnamed }))).toBe(201)
  expect(await statusOf(issuer.token({}, { key: stranger, header: unnamed }))).toBe(401)
  const many = await Promise.all(Array.from({ length: 21 }, (_, n) => signingKey('ES256', `key ${n}`)))
  issuer.keys = [...many.map(({ jwk }) => jwk), issuer.key.jwk]
  app.clock.move(minutes(11))
  const [first = stranger, last = stranger] = [many[0], many[20]]
  expect(await statusOf(issuer.token({}, { key: first, header: unnamed }))).toBe(201)
  expect(await statusOf(issuer.token({}, { key: last, header: unnamed }))).toBe(401)
  issuer.keys = [issuer.key.jwk]
  app.clock.move(minutes(11))
})

const json = (body: string): RequestListener => {
  return (_req, res) => void res.setHeader('Content-Type', 'application/json').end(body)
}

rule('§19', 'A trusted issuer whose keys cannot be had is 503 with Retry-After')
test.each<[string, RequestListener]>([
  ['answers 500', (_req, res) => void res.writeHead(500).end('{}')],
  ['redirects', (req, res) => void res.writeHead(302, { location: req.url ?? '/' }).end()],
  ['sends no JSON', json('<html>')],
  ['sends a list', json('[]')],
  [
    'is another issuer',
    json('{"issuer":"https://elsewhere.example","jwks_uri":"https://elsewhere.example"}'),
  ],
  ['sends too much', json(JSON.stringify({ issuer: 'x'.repeat(300_000) }))],
  ['hangs up', (req) => void req.destroy()],
])('what is away comes again: an issuer that %s is asked once in 30 seconds', async (_, instead) => {
  app.clock.move(minutes(11))
  issuer.asked.splice(0)
  issuer.instead = instead
  const answers = await atOnce(async () => exchange(app, { token: await issuer.token() }), 5)
  for (const { status, headers, body } of answers) {
    expect([status, headers['retry-after']]).toEqual([503, '30'])
    expect(body.errors[0].detail).toBe(
      'The issuer of the token does not answer with its keys. Try again in half a minute',
    )
  }
  expect(issuer.asked).toHaveLength(1)
  issuer.instead = undefined
  expect(await statusOf()).toBe(503)
  expect(issuer.asked).toHaveLength(1)
  app.clock.move(seconds(30))
  expect(await statusOf()).toBe(201)
})

test('an issuer that never answers is given up within ten seconds', { timeout: 60_000 }, async () => {
  expect(timeouts.issuerKeys).toBeLessThan(10_000)
  // The full run waits as long as a platform does.
  const shorter = isFull ? {} : { timeouts: { ...timeouts, issuerKeys: seconds(1) } }
  const impatient = await startTestApp(env, undefined, undefined, shorter)
  const { issuer: silent } = await acmeWithCi(impatient)
  silent.instead = () => {}
  const before = performance.now()
  expect((await exchange(impatient, { token: await silent.token() })).status).toBe(503)
  // A bound on time holds only where nothing else runs.
  if (isFull) expect(performance.now() - before).toBeLessThan(10_000)
  expect(silent.asked).toHaveLength(1)
})

test('keys that no token may be verified with are passed over', async () => {
  app.clock.move(minutes(11))
  const secret = { kty: 'oct', k: 'c2VjcmV0', kid: issuer.key.kid, alg: 'HS256' }
  const huge = { kty: 'RSA', n: 'x'.repeat(6000), e: 'AQAB', kid: issuer.key.kid }
  issuer.keys = [secret, huge, null as never, 'key' as never, issuer.key.jwk]
  expect(await statusOf()).toBe(201)
})
