import { rule } from '@engine/shared/rule'
import { beforeEach, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../app.js'
import { atOnce, tally } from '../races.js'
import { as, graphql, notFoundBody } from '../rest.js'

const ana = { username: 'ana', email: 'ana@example.com', password: 'correct horse battery' }
const configured = 'a-configured-token-of-enough-length'
const path = '/admin/initial-admin-user'

let app: TestApp
beforeEach(async () => {
  app = await startTestApp({ INITIAL_ADMIN_CREATION_TOKEN: configured })
  await prepare(app)
})

async function prepare(of: TestApp): Promise<string | undefined> {
  const log = { debug() {}, info() {}, warn() {}, error() {}, child: () => log }
  return of.services.setUp.prepare({
    actor: { type: 'anonymous' },
    face: 'system',
    requestId: 'start',
    clock: of.clock,
    log,
  })
}

const post = (token: string, body: object = ana) => app.http.post(`${path}?token=${token}`).send(body)

rule(
  '§3 first administrator',
  'While no user exists the set-up token makes a site administrator and a first token',
)
test('with the token it makes a site administrator and a first token that works', async () => {
  const answer = await post(configured)
  expect(answer.status).toBe(201)
  expect(answer.body).toEqual({ status: 'created', token: expect.any(String) })
  const account = await as(app, answer.body.token).get('/account/details')
  expect(account.body.data.attributes).toMatchObject({ username: 'ana', 'is-site-admin': true })
  const [user] = await app.prisma.user.findMany()
  expect(user?.passwordHash).toMatch(/^\$argon2id\$/)
  expect(JSON.stringify(await app.prisma.authenticationToken.findMany())).not.toContain(answer.body.token)
  const events = await app.prisma.auditEvent.findMany({ orderBy: { id: 'asc' } })
  expect(events.map(({ action, actorName }) => [action, actorName])).toEqual([
    ['user.create', 'set-up'],
    ['authentication-token.create', 'set-up'],
  ])
})

test('the set-up in the console makes the administrator alone, and no token beside', async () => {
  const query = `mutation ($input: InitialAdministratorCreateInput!) {
    initialAdministratorCreate(input: $input) { user { username } userErrors { message } }
  }`
  const { data } = await graphql(app, undefined, query, { input: { token: configured, ...ana } })
  expect(data['initialAdministratorCreate']).toEqual({ user: { username: 'ana' }, userErrors: [] })
  expect(await app.prisma.authenticationToken.count()).toBe(0)
  const events = await app.prisma.auditEvent.findMany()
  expect(events.map(({ action, actorName }) => [action, actorName])).toEqual([['user.create', 'set-up']])
  expect((await post(configured)).status).toBe(404)
})

rule('§3 first administrator', 'With a wrong token, and afterwards, it is 404')
test('with a wrong token, and once there is a user, the path is not there', async () => {
  const wrong = await post('x')
  expect([wrong.status, wrong.body]).toEqual([404, notFoundBody])
  expect((await app.http.get(path)).status).toBe(404)
  expect((await post(configured)).status).toBe(201)
  const after = await post(configured, { ...ana, username: 'bob', email: 'bob@example.com' })
  expect([after.status, after.body]).toEqual([404, notFoundBody])
  expect(await app.prisma.user.count()).toBe(1)
})

test('no first administrator has a common password, or one made of the name; the token stays good', async () => {
  for (const password of ['1234567890', 'qwertyuiop', 'ana@example.com']) {
    const answer = await post(configured, { ...ana, password })
    expect([answer.status, answer.body.errors[0].detail]).toEqual([422, 'Password is too easy to guess'])
  }
  expect(await app.prisma.user.count()).toBe(0)
  expect((await post(configured)).status).toBe(201)
})

test('every fault is named, nothing is made, and the token stays good', async () => {
  const answer = await post(configured, { username: 'a b', email: 'no', password: 'short' })
  expect(answer.status).toBe(422)
  expect(answer.body.errors.map((error: { source: unknown }) => error.source)).toEqual([
    { pointer: '/username' },
    { pointer: '/email' },
    { pointer: '/password' },
  ])
  expect((await post(configured)).status).toBe(201)
})

rule('§3 first administrator', 'Five tries a minute for each address, whatever their outcome, then 429')
test('five tries a minute for each address, whatever their outcome', async () => {
  for (let n = 0; n < 5; n++) expect((await post('wrong')).status).toBe(404)
  const answer = await post(configured)
  expect(answer.status).toBe(429)
  expect(answer.body.errors[0].title).toBe('Too many requests')
  expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
  expect(await app.prisma.user.count()).toBe(0)
})

rule(
  '§3 first administrator',
  'Five tries a minute for each address, whatever their outcome, then 429 … by both faces',
)
test('tries by GraphQL and by REST are counted together, each of one document too', async () => {
  const create = (token: string) =>
    `initialAdministratorCreate(input: {
      token: "${token}", username: "ana", email: "ana@example.com", password: "${ana.password}"
    }) { user { username } userErrors { code } }`
  const ask = (...tokens: string[]) => {
    const tries = tokens.map((token, n) => `try${n}: ${create(token)}`)
    return graphql(app, undefined, `mutation { ${tries.join(' ')} }`)
  }
  expect((await ask('a', 'b', 'c', 'd')).data['try3']).toMatchObject({ userErrors: [{ code: 'NOT_FOUND' }] })
  expect((await post('wrong')).status).toBe(404)
  const sixth = await ask(configured)
  expect(sixth.errors?.map(({ extensions }) => extensions.code)).toEqual(['RATE_LIMITED'])
  expect((await post(configured)).status).toBe(429)
  expect(await app.prisma.user.count()).toBe(0)
  app.clock.move(60_000)
  expect((await ask(configured)).data['try0']).toMatchObject({ user: { username: 'ana' } })
})

rule('§3 first administrator', 'Each start without users replaces the random token, good for 60 minutes')
test('without a configured token each start makes a new one, good for 60 minutes', async () => {
  const own = await startTestApp()
  const first = await prepare(own)
  const second = await prepare(own)
  expect(first).not.toBe(second)
  const ask = (token = '') => own.http.post(`${path}?token=${token}`).send(ana)
  expect((await ask(first)).status).toBe(404)
  own.clock.move(60 * 60_000)
  expect((await ask(second)).status).toBe(404)
  const third = await prepare(own)
  own.clock.move(59 * 60_000)
  expect((await ask(third)).status).toBe(201)
  expect(await prepare(own)).toBeUndefined()
})

rule('§3 first administrator', 'Racing calls make one administrator')
test('of thirty calls at once from thirty addresses one makes an administrator, the others find nothing', async () => {
  const own = await startTestApp({
    INITIAL_ADMIN_CREATION_TOKEN: configured,
    TRUSTED_PROXIES: '127.0.0.1/32',
  })
  await prepare(own)
  const answers = await atOnce((n) =>
    own.http
      .post(`${path}?token=${configured}`)
      .set('X-Forwarded-For', `192.0.2.${n}`)
      .send({ ...ana, username: `ana${n}`, email: `ana${n}@example.com` }),
  )
  expect(tally(answers)).toEqual({ 201: 1, 404: 29 })
  for (const answer of answers.filter(({ status }) => status === 404))
    expect(answer.body).toEqual(notFoundBody)
  const winner = answers.findIndex(({ status }) => status === 201)
  expect(await own.prisma.user.findMany({ select: { username: true, isSiteAdmin: true } })).toEqual([
    { username: `ana${winner}`, isSiteAdmin: true },
  ])
  expect(await own.prisma.authenticationToken.count()).toBe(1)
})
