import { createHash, randomBytes } from 'node:crypto'
import { rule } from '@engine/shared/rule'
import { expect, test } from 'vitest'
import { tokenValues } from '../../src/adapters/secrets/tokens.js'
import { days, hours, later, seconds } from '../../src/kernel/clock.js'
import { startTestApp } from '../app.js'
import { atOnceBehind } from '../races.js'
import { as, documentOf, graphql, must } from '../rest.js'
import { password, sessionOf, userWithPassword } from '../sign-in.js'

const app = await startTestApp({ CONSOLE_URL: 'https://console.test' })
await userWithPassword(app, 'ada')
let session = await sessionOf(app, 'ada')

const redirectUri = 'http://localhost:10003/login'

function pkce() {
  const verifier = randomBytes(32).toString('base64url')
  return { verifier, challenge: createHash('sha256').update(verifier).digest('base64url') }
}

const inputOf = (codeChallenge: string, changes: object = {}) => ({
  ...{ clientId: 'engine-cli', redirectUri, responseType: 'code', codeChallenge },
  ...{ codeChallengeMethod: 'S256', state: 'a state & more' },
  ...changes,
})

const mutation = `mutation ($input: CliLoginAuthorizeInput!) {
  cliLoginAuthorize(input: $input) { redirectUrl userErrors { field code message } }
}`

const authorize = (bearer: string | undefined, input: object) => graphql(app, bearer, mutation, { input })

/** A code, and what proves that it is ours. */
async function authorized(changes: object = {}) {
  const { verifier, challenge } = pkce()
  const { data } = await authorize(session, inputOf(challenge, changes))
  const url = new URL(String(data['cliLoginAuthorize']?.['redirectUrl']))
  return { url, verifier, code: url.searchParams.get('code') ?? '' }
}

const exchange = (form: object) => app.http.post('/api/oauth/token').type('form').send(form)

const formOf = ({ code, verifier }: { code: string; verifier: string }) => ({
  ...{ grant_type: 'authorization_code', client_id: 'engine-cli', redirect_uri: redirectUri },
  ...{ code, code_verifier: verifier },
})

const tokens = () => app.prisma.authenticationToken.count({ where: { description: { not: null } } })

rule('§8 discovery', '`login.v1` names the page, the path of the token and the ports')
test('discovery says how the CLI logs in: the page is the console’s, the token the API’s', async () => {
  const { body } = await app.http.get('/.well-known/engine.json')
  expect(body['login.v1']).toEqual({
    client: 'engine-cli',
    grant_types: ['authz_code'],
    authz: 'https://console.test/oauth/authorization',
    token: '/api/oauth/token',
    ports: [10000, 10010],
  })
})

rule('§8 login', 'A code leads to a token of the person, audited')
rule('§10 lost secrets', "The CLI's `login` makes a token for 30 days")
test('a code leads to a token of the person, made by the session that agreed, for 30 days, and both steps are audited', async () => {
  const { url, verifier, code } = await authorized()
  expect(`${url.origin}${url.pathname}`).toBe(redirectUri)
  expect(url.searchParams.get('state')).toBe('a state & more')

  const answer = await exchange(formOf({ code, verifier }))
  expect([answer.status, answer.headers['cache-control']]).toEqual([200, 'no-store'])
  expect(answer.body).toEqual({ access_token: expect.stringMatching(/^engu_/), token_type: 'bearer' })
  const account = await as(app, answer.body.access_token).get('/account/details')
  expect(account.body.data.attributes.username).toBe('ada')
  const token = await app.prisma.authenticationToken.findFirstOrThrow({
    where: { description: { not: null } },
  })
  const day = app.clock.now().toISOString().slice(0, 10)
  expect(token).toMatchObject({
    description: `engine CLI login, ${day}`,
    scopes: [],
    userId: token.createdById,
  })
  expect(token.expiresAt).toEqual(later(app.clock.now(), days(30)))
  const agreed = await app.prisma.session.findUniqueOrThrow({
    where: { tokenHash: tokenValues.hash(session) },
  })
  expect(token.madeBy).toBe(agreed.id)
  const rows = await app.prisma.auditEvent.findMany({ orderBy: { id: 'desc' }, take: 2 })
  expect(rows).toMatchObject([
    { action: 'authentication-token.create', actorName: 'ada', credentialId: token.id, subjectId: token.id },
    { action: 'user.authorize-login', actorName: 'ada', face: 'console' },
  ])
  const stored = await app.prisma.loginCode.findMany()
  expect(
    JSON.stringify([stored, rows], (_, value: unknown) =>
      typeof value === 'bigint' ? String(value) : value,
    ),
  ).not.toContain(code)
})

rule('§8 login', 'A code works once; a second use takes away what it gave')
test('a code that comes a second time is refused, and takes away what it gave', async () => {
  const proof = await authorized()
  const first = await exchange(formOf(proof))
  expect(first.status).toBe(200)
  const second = await exchange(formOf(proof))
  expect([second.status, second.body.error]).toEqual([400, 'invalid_grant'])
  expect((await as(app, first.body.access_token).get('/account/details')).status).toBe(401)
  const row = await app.prisma.auditEvent.findFirst({ orderBy: { id: 'desc' } })
  expect(row).toMatchObject({ action: 'authentication-token.delete', actorName: 'cli-login' })
})

test('of many exchanges of one code at once one at most succeeds, and what it gave is no good any more', async () => {
  const proof = await authorized()
  const answers = await atOnceBehind(
    app.prisma,
    (tx) => tx.$queryRaw`SELECT FROM login_codes FOR UPDATE`,
    () => exchange(formOf(proof)),
    6,
  )
  const good = answers.filter(({ status }) => status === 200)
  expect(good).toHaveLength(1)
  expect((await as(app, good[0]?.body.access_token).get('/account/details')).status).toBe(401)
})

rule('§8 login', 'A code is good for a minute')
test('a code is good for a minute', async () => {
  const late = await authorized()
  app.clock.move(seconds(60))
  expect((await exchange(formOf(late))).body.error).toBe('invalid_grant')
  const inTime = await authorized()
  app.clock.move(seconds(59))
  expect((await exchange(formOf(inTime))).status).toBe(200)
})

rule('§8 login', 'A code is bound to its verifier and its address')
test('a code is bound to the verifier and to where it was sent; any try uses it up', async () => {
  const before = await tokens()
  for (const wrong of [
    { code_verifier: pkce().verifier },
    { code_verifier: 'short' },
    { redirect_uri: 'http://localhost:10004/login' },
  ]) {
    const proof = await authorized()
    const answer = await exchange({ ...formOf(proof), ...wrong })
    expect([answer.status, answer.body.error], JSON.stringify(wrong)).toEqual([400, 'invalid_grant'])
    expect((await exchange(formOf(proof))).body.error, 'the right one comes too late').toBe('invalid_grant')
  }
  expect(await tokens()).toBe(before)
})

test('a user who was suspended meanwhile gets no token', async () => {
  const proof = await authorized()
  const suspend = (suspendedAt: Date | null) =>
    app.prisma.user.update({ where: { usernameKey: 'ada' }, data: { suspendedAt } })
  await suspend(app.clock.now())
  expect((await exchange(formOf(proof))).body.error).toBe('invalid_grant')
  await suspend(null)
})

rule('§8 login', 'Errors are those of OAuth')
test('what is no exchange is refused in the words of OAuth', async () => {
  const form = formOf({ code: 'no code', verifier: pkce().verifier })
  const cases: [object | string, string][] = [
    [{}, 'invalid_request'],
    [{ ...form, grant_type: 'password' }, 'unsupported_grant_type'],
    [{ ...form, client_id: 'another-client' }, 'invalid_client'],
    [{ ...form, code: '' }, 'invalid_request'],
    [
      `grant_type=authorization_code&client_id=engine-cli&code=a&code=b&code_verifier=c&redirect_uri=d`,
      'invalid_request',
    ],
    [form, 'invalid_grant'],
  ]
  for (const [sent, error] of cases) {
    const answer = await exchange(sent as object)
    expect([answer.status, answer.body], JSON.stringify(sent)).toEqual([
      400,
      { error, error_description: expect.any(String) },
    ])
    expect(answer.headers).toMatchObject({ 'cache-control': 'no-store', 'content-type': /json/ })
  }
  const json = await app.http.post('/api/oauth/token').send(form)
  expect([json.status, json.body.error]).toEqual([400, 'invalid_request'])
  const long = await exchange({ ...form, code: 'x'.repeat(20_000) })
  expect([long.status, long.body.error]).toEqual([413, 'invalid_request'])
  const get = await app.http.get('/api/oauth/token')
  expect([get.status, get.headers['allow'], get.body.error]).toEqual([405, 'POST', 'invalid_request'])
})

rule('§8 login', 'A session alone agrees')
test('nothing but a session agrees: no token, whatever its scopes, and no caller without one', async () => {
  const input = inputOf(pkce().challenge)
  const ada = await app.make.user()
  for (const bearer of [ada.token, await app.make.token(ada, { scopes: ['read'] })]) {
    const { data } = await authorize(bearer, input)
    expect(data['cliLoginAuthorize']).toMatchObject({
      redirectUrl: null,
      userErrors: [{ code: 'NOT_FOUND' }],
    })
  }
  const { errors } = await authorize(undefined, input)
  expect(errors).toMatchObject([{ extensions: { code: 'UNAUTHENTICATED' } }])
  expect(
    (await as(app, (await authorized()).code).get('/account/details')).status,
    'a code is no bearer',
  ).toBe(401)
})

test.each([
  ['clientId', 'another-client'],
  ['redirectUri', 'https://evil.example/login'],
  ['redirectUri', 'http://localhost:10011/login'],
  ['responseType', 'token'],
  ['codeChallenge', 'short'],
  ['codeChallengeMethod', 'plain'],
  ['state', ''],
])('a request whose %s is %j is refused', async (field, value) => {
  const { data } = await authorize(session, inputOf(pkce().challenge, { [field]: value }))
  expect(data['cliLoginAuthorize']).toMatchObject({ redirectUrl: null, userErrors: [{ field: [field] }] })
})

rule('§10 lost secrets', "The CLI's `login` makes a token for 30 days … or for `CLI_LOGIN_LIFETIME`")
test('CLI_LOGIN_LIFETIME says how long the token lives, and MAX_TOKEN_LIFETIME cuts it', async () => {
  for (const [settings, lifetime] of [
    [{ CLI_LOGIN_LIFETIME: '12h' }, hours(12)],
    [{ CLI_LOGIN_LIFETIME: '60d', MAX_TOKEN_LIFETIME: '45d' }, days(45)],
  ] as const) {
    const beside = await startTestApp({ CONSOLE_URL: 'https://console.test', ...settings }, app)
    const given = await beside.http
      .post('/api/oauth/token')
      .type('form')
      .send(formOf(await authorized()))
    const { tokenHash } = { tokenHash: tokenValues.hash(given.body.access_token as string) }
    const made = await app.prisma.authenticationToken.findUniqueOrThrow({ where: { tokenHash } })
    expect(made.expiresAt).toEqual(later(app.clock.now(), lifetime))
  }
})

test('a code that is not exchanged yet ends with the session that agreed, and with a new password', async () => {
  await userWithPassword(app, 'eve')
  const stays = session
  for (const end of ['revoke', 'password'] as const) {
    session = await sessionOf(app, 'eve')
    const proof = await authorized()
    if (end === 'revoke')
      await must(
        as(app, undefined).post('/authentication-tokens/actions/revoke', { body: { token: session } }),
      )
    else
      await must(
        as(app, await sessionOf(app, 'eve')).patch('/account/password', {
          body: documentOf('users', { current_password: password, password: 'a kettle that hums at noon' }),
        }),
      )
    const answer = await exchange(formOf(proof))
    expect([end, answer.status, answer.body.error]).toEqual([end, 400, 'invalid_grant'])
  }
  session = stays
})
