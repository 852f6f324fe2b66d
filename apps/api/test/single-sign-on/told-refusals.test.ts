import { rule } from '@engine/shared/rule'
import { exportJWK, generateKeyPair } from 'jose'
import { beforeEach, expect, test } from 'vitest'
import { createLog } from '../../src/adapters/logs/logger.js'
import type { Log } from '../../src/kernel/log.js'
import { followed } from './openid-provider.js'
import { begun, finished, personOf, redirectUri, signedIn, startSetup } from './setup.js'

const lines: { text: string; facts: object }[] = []
const warn = (facts: object, text: string) =>
  void (text.startsWith('the sign-in') && lines.push({ text, facts }))
const log: Log = { ...createLog('silent'), warn, child: () => log }
const setup = await startSetup({}, {}, undefined, log)
const { provider } = setup

beforeEach(() => {
  lines.length = 0
  Object.assign(provider, { tokenRefusal: undefined, signsAs: undefined, otherKeys: [] })
})

/** The outcome of a sign-in, or the words of its failure. */
const outcomeOf = (sub: string): Promise<unknown> =>
  signedIn(setup, personOf(sub)).then(
    ({ problem }) => problem,
    (error: Error) => error.message,
  )

/** An answer with which the provider leads the browser back, for a new flow. */
async function ledBack(answer: Readonly<Record<string, string>>): Promise<unknown> {
  const { flow } = await begun(setup)
  const query = new URLSearchParams({ ...answer, state: flow.state, iss: provider.issuer })
  return finished(setup, flow, `?${query.toString()}`).then(
    ({ problem }) => problem,
    (error: Error) => error.message,
  )
}

const notTheirs = expect.stringMatching(/^UNAVAILABLE: .*not yours to mend/)

rule(
  '§19 sign-in',
  'Each refusal of the provider is a warning with its error, description and step, without secrets',
)
test('a client secret that has expired: the log has the provider’s words, and it is not the person’s fault', async () => {
  const description = `The secret ${provider.clientSecret} has expired`
  provider.tokenRefusal = {
    status: 401,
    body: { error: 'invalid_client', error_description: `${description}\n\u001b[31m${'!'.repeat(2000)}` },
  }
  expect(await outcomeOf('anna')).toEqual(notTheirs)
  expect(lines).toEqual([
    {
      text: 'the sign-in provider refused a sign-in',
      facts: {
        step: 'token',
        error: 'invalid_client',
        description: expect.stringMatching(/^The secret … has expired \[31m!+$/),
        status: 401,
      },
    },
  ])
  expect(JSON.stringify(lines).length).toBeLessThan(800)
})

test.each([
  [
    'a scope',
    { status: 400, body: { error: 'invalid_scope', error_description: 'no groups for you' } },
    'invalid_scope',
  ],
  ['a page', { status: 400, body: '<h1>Bad Request</h1>' }, 'OAUTH_RESPONSE_IS_NOT_JSON'],
  ['nothing', { status: 200, body: {} }, 'OAUTH_INVALID_RESPONSE'],
])(
  'a token endpoint that answers %s: the log says so, and it is not the person’s fault',
  async (_, refusal, error) => {
    provider.tokenRefusal = refusal
    expect(await outcomeOf('anna')).toEqual(notTheirs)
    expect(lines).toMatchObject([{ facts: { step: 'token', error } }])
  },
)

test('a code that is used or too old: is told to the person as theirs, and is in the log', async () => {
  provider.person = personOf('anna')
  const { url, flow } = await begun(setup)
  const answer = await followed(url, redirectUri)
  await finished(setup, flow, answer)
  expect(await finished(setup, flow, answer)).toMatchObject({ problem: 'UNPROVEN' })
  expect(lines).toMatchObject([{ facts: { step: 'token', error: 'invalid_grant' } }])
})

test('what the browser is led back with: a refusal of the person is theirs, one of the platform is not', async () => {
  const said = { error_description: 'because' }
  expect(await ledBack({ error: 'access_denied', ...said })).toBe('DECLINED')
  expect(await ledBack({ error: 'login_required', ...said })).toBe('DECLINED')
  expect(await ledBack({ error: 'unauthorized_client', ...said })).toEqual(notTheirs)
  expect(await ledBack({ error: 'invalid_scope', ...said })).toEqual(notTheirs)
  expect(lines.map(({ facts }) => facts)).toEqual(
    ['access_denied', 'login_required', 'unauthorized_client', 'invalid_scope'].map((error) => ({
      ...{ step: 'authorization', error, description: 'because' },
    })),
  )
})

rule('§19 sign-in', 'An ID token of another issuer is 503, both in the log')
test('an ID token of another issuer: is not the person’s fault, and the log names both', async () => {
  provider.signsAs = 'https://login.elsewhere.test'
  expect(await outcomeOf('anna')).toEqual(expect.stringMatching(/^UNAVAILABLE: /))
  expect(lines).toMatchObject([
    {
      facts: {
        step: 'ID token',
        error: expect.stringMatching(
          `OIDC_ISSUER is ${provider.issuer}, but the provider calls itself https://login.elsewhere.test`,
        ),
      },
    },
  ])
})

test('a userinfo address that refuses: is a warning of its step', async () => {
  provider.refusesUserinfo = true
  expect(await outcomeOf('anna')).toBeNull()
  provider.refusesUserinfo = false
  expect(lines[0]).toMatchObject({ facts: { step: 'userinfo', status: 403 } })
})

rule('§19 sign-in', 'Two keys without kid: each is tried')
test('two keys without a name: each is tried, and a signature of neither proves nothing', async () => {
  // Of its own, since a platform keeps the keys that it has seen.
  const fresh = await startSetup({}, {}, undefined, log)
  const others = await Promise.all([1, 2].map(() => generateKeyPair('RS256', { extractable: true })))
  const jwks = await Promise.all(others.map(({ publicKey }) => exportJWK(publicKey)))
  fresh.provider.otherKeys = jwks.map((key) => ({ ...key, alg: 'RS256', use: 'sig' }))
  expect((await signedIn(fresh, personOf('nameless'))).problem).toBeNull()
  expect(lines).toEqual([])
  fresh.provider.isForged = true
  expect((await signedIn(fresh, personOf('forged'))).problem).toBe('UNPROVEN')
})
