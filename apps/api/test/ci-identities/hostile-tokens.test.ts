import { createHmac } from 'node:crypto'
import { rule } from '@engine/shared/rule'
import { expect, test } from 'vitest'
import { hours, minutes } from '../../src/kernel/clock.js'
import { startTestApp } from '../app.js'
import { as, documentOf, must, unauthorizedBody } from '../rest.js'
import { recordedLog } from '../recorded-log.js'
import {
  acmeWithCi,
  allowed,
  audience,
  exchange,
  signingKey,
  startIssuer,
  type GivenClaims,
} from './ci-issuer.js'

const { log, lines } = recordedLog()
const app = await startTestApp(allowed, undefined, log)
const { administrator, issuer, issuerId } = await acmeWithCi(app)

const now = (): number => Math.floor(app.clock.now().getTime() / 1000)
const encoded = (part: object): string => Buffer.from(JSON.stringify(part)).toString('base64url')

/** Failures of an address are counted: it waits before each, as long as it has to. */
async function statusOf(token: string): Promise<number> {
  app.clock.move(minutes(1))
  const answer = await exchange(app, { token })
  if (answer.status === 401) expect(answer.body).toEqual(unauthorizedBody)
  return answer.status
}

/** Made when the test runs, after the clock was moved. */
const withClaims = (claims: () => GivenClaims) => () => {
  app.clock.move(minutes(1))
  return issuer.token(claims())
}

/** Works as {@link statusOf}, without waiting: for decisions by the clock. */
async function statusNow(token: Promise<string>): Promise<number> {
  return (await exchange(app, { token: await token })).status
}

rule('§15 exchange', 'One body answers whatever is not verified')
test.each(['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA'])(
  '%s is accepted',
  async (alg) => {
    const key = await signingKey(alg)
    const other = await startIssuer(app)
    other.keys = [key.jwk]
    await must(
      as(app, administrator).patch(`/admin/trusted-issuers/${issuerId}`, {
        body: documentOf('trusted-issuers', { 'jwks-url': `${other.url}/jwks` }),
      }),
    )
    app.clock.move(minutes(1))
    expect(await statusNow(issuer.token({}, { key }))).toBe(201)
    await must(
      as(app, administrator).patch(`/admin/trusted-issuers/${issuerId}`, {
        body: documentOf('trusted-issuers', { 'jwks-url': null }),
      }),
    )
  },
)

test('no signature, or one by a shared secret, is none', async () => {
  const claims = { iss: issuer.url, aud: audience, iat: now(), exp: now() + 300, repository: 'acme/network' }
  expect(await statusOf(`${encoded({ alg: 'none' })}.${encoded(claims)}.`)).toBe(401)
  const signed = `${encoded({ alg: 'HS256', kid: issuer.key.kid })}.${encoded(claims)}`
  const secret = JSON.stringify(issuer.key.jwk)
  const hmac = createHmac('sha256', secret).update(signed).digest('base64url')
  expect(await statusOf(`${signed}.${hmac}`)).toBe(401)
})

test('a key that the token brings along, or names elsewhere, is not used', async () => {
  const key = await signingKey()
  for (const header of [
    { jwk: key.jwk },
    { jku: 'http://127.0.0.1:9/jwks', kid: 'theirs' },
    { x5u: 'http://127.0.0.1:9/chain', kid: 'theirs' },
  ])
    expect(await statusOf(await issuer.token({}, { key, header }))).toBe(401)
})

test('a signature of another key under the same name is none', async () => {
  const key = await signingKey('RS256', issuer.key.kid)
  expect(await statusOf(await issuer.token({}, { key }))).toBe(401)
})

test('claims that were changed after the signature are refused', async () => {
  const [header, payload = '', signature] = (await issuer.token()).split('.')
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as object
  const changed = encoded({ ...claims, repository: 'acme/other' })
  expect(await statusOf([header, changed, signature].join('.'))).toBe(401)
})

test('a header that must be understood and is not is refused', async () => {
  expect(
    await statusOf(await issuer.token({}, { header: { crit: ['exp'], exp: 1 } }).catch(() => 'none')),
  ).toBe(401)
  for (const typ of ['logout+jwt', 'dpop+jwt', 'JWE'])
    expect([typ, await statusOf(await issuer.token({}, { header: { typ } }))]).toEqual([typ, 401])
})

test.each(['JWT', 'jwt', 'at+jwt', undefined])('the type %s is one of a token', async (typ) => {
  app.clock.move(minutes(1))
  expect(await statusNow(issuer.token({}, { header: { typ } }))).toBe(201)
})

test.each<[string, () => GivenClaims]>([
  ['has expired', () => ({ iat: now() - 600, exp: now() - 61 })],
  ['has no end', () => ({ exp: undefined })],
  ['does not say when it was made', () => ({ iat: undefined })],
  ['is older than an hour', () => ({ iat: now() - hours(1) / 1000 - 61, exp: now() + 300 })],
  ['was made in the future', () => ({ iat: now() + 90, exp: now() + 300 })],
  ['is not good yet', () => ({ nbf: now() + 90 })],
  ['is for another audience', () => ({ aud: 'https://elsewhere.example' })],
  ['is for no audience', () => ({ aud: undefined })],
  ['is for a longer audience', () => ({ aud: `${audience}/` })],
  ['is of an issuer that is not trusted', () => ({ iss: 'https://elsewhere.example' })],
  ['is of an issuer that is written otherwise', () => ({ iss: `${issuer.url}/` })],
  ['is of no issuer', () => ({ iss: undefined })],
  ['has an end that is no number', () => ({ exp: 'tomorrow' })],
])('a token that %s is refused', async (_, claims) => {
  expect(await statusNow(withClaims(claims)())).toBe(401)
})

test.each<[string, () => GivenClaims]>([
  ['expired a moment ago', () => ({ iat: now() - 600, exp: now() - 30 })],
  ['is for several audiences, ours among them', () => ({ aud: ['https://elsewhere.example', audience] })],
  ['is for the host of the platform', () => ({ aud: 'registry.test' })],
  ['was made a moment ahead of our clock', () => ({ iat: now() + 30, nbf: now() + 30 })],
])('a token that %s is good', async (_, claims) => {
  expect(await statusNow(withClaims(claims)())).toBe(201)
})

test.each([
  ['a word', 'token'],
  ['two parts', 'a.b'],
  ['five parts', 'a.b.c.d.e'],
  ['parts that are no JSON', 'YQ.YQ.YQ'],
  ['a list', `${encoded([])}.${encoded([])}.YQ`],
  ['more than 16 KiB', `${encoded({ alg: 'RS256' })}.${encoded({ iss: 'x'.repeat(20_000) })}.YQ`],
  ['NUL', `${encoded({ alg: 'RS256' })}.${encoded({ iss: 'x\0' })}.YQ`],
])('%s is no token', async (_, token) => {
  expect(await statusOf(token)).toBe(401)
})

test('a disabled issuer ends its tokens, and its jobs are answered like those of a stranger', async () => {
  app.clock.move(minutes(1))
  const given = await exchange(app, { token: await issuer.token() })
  const value = given.body.data.attributes.token as string
  const set = (enabled: boolean) =>
    must(
      as(app, administrator).patch(`/admin/trusted-issuers/${issuerId}`, {
        body: documentOf('trusted-issuers', { enabled }),
      }),
    )
  await set(false)
  expect((await as(app, value).get('/account/details')).status).toBe(401)
  expect(await statusNow(issuer.token())).toBe(401)
  await set(true)
  expect(await statusNow(issuer.token())).toBe(201)
})

rule('§15 exchange', 'Failures of an address are limited as those of a sign-in')
test('an address that fails again and again has to wait, and is told how long', async () => {
  app.clock.move(hours(1))
  const tries = await Promise.all(Array.from({ length: 30 }, () => exchange(app, { token: 'a.b.c' })))
  const waiting = tries.filter(({ status }) => status === 429)
  expect([tries.filter(({ status }) => status === 401).length, waiting.length]).toEqual([20, 10])
  expect(Number(waiting[0]?.headers['retry-after'])).toBeGreaterThan(0)
  app.clock.move(minutes(1))
  expect(await statusNow(issuer.token())).toBe(201)
})

rule('§15 exchange', 'No log holds a token')
test('no line of the log holds a part of a token', async () => {
  const token = await issuer.token({ aud: 'https://elsewhere.example' })
  await statusOf(token)
  expect(lines.length).toBeGreaterThan(0)
  for (const part of token.split('.').slice(1)) expect(JSON.stringify(lines)).not.toContain(part)
})
