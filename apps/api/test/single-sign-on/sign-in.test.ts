import { rule } from '@engine/shared/rule'
import { expect, test } from 'vitest'
import { as, graphql } from '../rest.js'
import { begun, finished, personOf, redirectUri, signedIn, startSetup } from './setup.js'
import { followed } from './openid-provider.js'

const setup = await startSetup({ OIDC_NAME: 'Corp' })
const { app } = setup

const users = () => app.prisma.user.count()

test('the console is told whether there is a provider, and how people call it', async () => {
  const { data } = await graphql(app, undefined, '{ singleSignOn { name } }')
  expect(data['singleSignOn']).toEqual({ name: 'Corp' })
})

test('the browser is sent with PKCE, state and nonce, and with no secret', async () => {
  const { url, flow } = await begun(setup)
  const { origin, searchParams } = new URL(url)
  expect(origin).toBe(setup.provider.issuer)
  expect(Object.fromEntries(searchParams)).toMatchObject({
    ...{ response_type: 'code', client_id: setup.provider.clientId, redirect_uri: redirectUri },
    ...{ scope: 'openid profile email', state: flow.state, nonce: flow.nonce, code_challenge_method: 'S256' },
  })
  expect(url).not.toContain(flow.codeVerifier)
})

rule('§3 sessions', 'Signing in by a provider gives a session like one by password')
test('a first sign-in makes an account and a session like those by password, a second one finds it', async () => {
  const first = await signedIn(setup, personOf('grace'))
  expect(first).toMatchObject({
    problem: null,
    user: { username: 'grace', email: 'grace@corp.test', isSiteAdmin: false },
  })
  const account = await as(app, first.token ?? '').get('/account/details')
  expect(account.body.data.attributes.username).toBe('grace')
  const rows = await app.prisma.auditEvent.findMany({ orderBy: { id: 'desc' }, take: 2 })
  expect(rows).toMatchObject([
    { action: 'session.create', actorName: 'grace' },
    { action: 'user.create', actorName: 'single sign-on', subjectName: 'grace' },
  ])
  const before = await users()
  const second = await signedIn(setup, personOf('grace', { email: 'new@corp.test', preferred_username: 'x' }))
  expect(second.user).toEqual(first.user)
  expect(await users()).toBe(before)
})

test('many first sign-ins of one person at once make one account', async () => {
  setup.provider.person = personOf('hasty')
  const flows = await Promise.all(Array.from({ length: 4 }, () => begun(setup)))
  const answers = await Promise.all(flows.map(({ url }) => followed(url, redirectUri)))
  const outcomes = await Promise.all(
    flows.map(({ flow }, index) => finished(setup, flow, answers[index] ?? '')),
  )
  expect(new Set(outcomes.map(({ user }) => user?.id)).size).toBe(1)
  expect(outcomes.every(({ problem }) => problem === null)).toBe(true)
})

rule('§3 sessions', 'An address that the provider tells leads to no account that has it')
test('an address never leads to an account that has it already, not even a proven one', async () => {
  const victim = await app.make.administrator('victim')
  const before = await users()
  const outcome = await signedIn(setup, personOf('mallory', { email: 'Victim@example.com' }))
  expect(outcome).toMatchObject({ problem: 'EMAIL_TAKEN', token: null, user: null })
  expect(await users()).toBe(before)
  expect(await app.prisma.userIdentity.count({ where: { userId: victim.id } })).toBe(0)
})

test('the same subject at another issuer is another user', async () => {
  const { user } = await signedIn(setup, personOf('shared'))
  const atOtherIssuer = await startSetup({}, {}, app)
  const other = await signedIn(atOtherIssuer, personOf('shared', { email: 'shared@other.test' }))
  expect(other).toMatchObject({ problem: null, user: { username: 'shared-2' } })
  expect(other.user?.id).not.toBe(user?.id)
})

test('a name that is taken leads to no account either: the new one gets a free name', async () => {
  await app.make.user('linus')
  const outcome = await signedIn(setup, personOf('s-1', { preferred_username: 'Linus' }))
  expect(outcome.user?.username).toBe('Linus-2')
  const other = await signedIn(setup, personOf('s-2', { preferred_username: 'linus@corp.test' }))
  expect(other.user?.username).toBe('linus-3')
})

test('a person of whom the provider knows no address gets an account without one, and an address later', async () => {
  for (const [sub, claims] of [
    ['nameless', { email: undefined }],
    ['strange', { email: 'no address', email_verified: true }],
  ] as const) {
    const { problem, user } = await signedIn(setup, personOf(sub, claims))
    expect([problem, user?.username, user?.email]).toEqual([null, sub, null])
    const row = await app.prisma.user.findUniqueOrThrow({ where: { id: user?.id ?? '' } })
    expect(row).toMatchObject({ email: null, emailProof: null })
  }
  const later = await signedIn(setup, personOf('nameless'))
  expect(later.user).toMatchObject({ username: 'nameless', email: 'nameless@corp.test' })
})

test.each([
  ['Łukasz Żółć', 'Lukasz-Zolc'],
  ['  Søren – Straße!  ', 'Soren-Strasse'],
  ['ÅSA <b>', 'ASA-b'],
  ['漢字', 'fallback'],
  ['a--b_.c', 'a-b_.c'],
])(
  'the name of a new account is that of the person without accents: %s',
  async (preferred_username, name) => {
    const claims = { preferred_username, email: 'fallback@corp.test', email_verified: false }
    const { user } = await signedIn(setup, personOf(`named-${name}`, claims))
    expect(user?.username).toBe(name)
  },
)

test('invitations to the address are offered only if the provider verified it, and no user joins unasked', async () => {
  const owner = await app.make.user()
  const { name } = await app.make.organization(owner, 'inviting')
  for (const sub of ['vouched', 'unvouched'])
    await app.services.memberships.create(owner.ctx, name, { email: `${sub}@corp.test` })
  const query = '{ viewer { invitations { nodes { organization } } } }'
  const offered = async (claims: object, sub: string) => {
    const { token } = await signedIn(setup, personOf(sub, claims))
    return (await graphql(app, token ?? '', query)).data['viewer']?.['invitations']
  }
  expect(await offered({}, 'vouched')).toEqual({ nodes: [{ organization: name }] })
  expect(await offered({ email_verified: undefined }, 'unvouched')).toEqual({ nodes: [] })
  const members = await app.prisma.organizationMembership.findMany({
    where: { organization: { name }, userId: { not: null } },
    select: { user: { select: { username: true } } },
  })
  expect(members.map(({ user }) => user?.username)).toEqual([owner.username])
})

rule('§3 sessions', 'A suspended account stays shut for the provider too')
test('a suspended account stays shut', async () => {
  const { user } = await signedIn(setup, personOf('gone'))
  const change = { suspendedAt: app.clock.now() }
  await app.prisma.user.update({ where: { id: user?.id ?? '' }, data: change })
  expect(await signedIn(setup, personOf('gone'))).toMatchObject({ problem: 'SUSPENDED', token: null })
})

test('an account without a password cannot be entered by one', async () => {
  await signedIn(setup, personOf('passwordless'))
  const query = 'mutation ($i: SignInInput!) { signIn(input: $i) { token userErrors { message } } }'
  for (const password of ['', 'null', 'passwordless']) {
    const { data } = await graphql(app, undefined, query, { i: { login: 'passwordless', password } })
    expect(data['signIn']).toMatchObject({ token: null })
  }
})
