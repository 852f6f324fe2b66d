import { rule } from '@engine/shared/rule'
import { expect, test } from 'vitest'
import { minutes } from '../../src/kernel/clock.js'
import { startTestApp } from '../app.js'
import { racers } from '../full-run.js'
import { atOnce, tally } from '../races.js'
import { as, documentOf, expectDetails, faultsOf, unauthorizedBody } from '../rest.js'
import {
  acmeWithCi,
  allowed,
  exchange as exchangeFrom,
  identify,
  jobOf,
  startIssuer,
  trust,
} from './ci-issuer.js'

const limits = { CI_EXCHANGE_LIMIT: '0', TOKEN_LIMIT: '1' }
const app = await startTestApp({ ...allowed, ...limits, TRUSTED_PROXIES: '127.0.0.1' })
const { administrator, owner, acme, team, issuer, issuerId, identityId } = await acmeWithCi(app)

let count = 0
/** Exchanges a token from a fresh address, since the failures of one are limited. */
const exchange = (body: object) => exchangeFrom(app, body, { 'X-Forwarded-For': `203.0.113.${++count}` })

const exchanged = async (claims = {}, more = {}) => exchange({ token: await issuer.token(claims), ...more })

rule('§15 exchange', 'A token of a job is exchanged for one of the team of its CI identity')
test('a token of a job becomes one of the team, for minutes, and is shown this once', async () => {
  const answer = await exchanged()
  expect(answer.status).toBe(201)
  expect(answer.headers['cache-control']).toBe('no-store')
  const { id, type, attributes, relationships } = answer.body.data
  expect({ type, attributes }).toMatchObject({
    type: 'authentication-tokens',
    attributes: {
      description: 'CI: release, repo:acme/network:ref:refs/tags/v1.0.0',
      scopes: ['publish:acme/network/aws'],
      'expired-at': new Date(app.clock.now().getTime() + minutes(15)).toISOString(),
    },
  })
  expect(relationships.team.data).toEqual({ id: team.id, type: 'teams' })
  const token = attributes.token as string
  expect((await as(app, token).get('/account/details')).status).toBe(200)
  const shown = await as(app, owner).get(`/authentication-tokens/${id}`)
  expect([shown.status, shown.body.data.attributes.token]).toEqual([200, null])
  const identity = await as(app, owner).get(`/ci-identities/${identityId}`)
  expect(identity.body.data.attributes['last-used-at']).toBe(app.clock.now().toISOString())
  app.clock.move(minutes(15))
  expect((await as(app, token).get('/account/details')).status).toBe(401)
})

rule('§15 exchange', 'A token works once, also of many tries at once')
test('of many exchanges of one token at once one gets a token', async () => {
  const token = await issuer.token()
  const answers = await atOnce(() => exchange({ token }), racers)
  expect(tally(answers)).toEqual({ 201: 1, 401: racers - 1 })
  for (const { body } of answers.filter(({ status }) => status === 401))
    expect(body).toEqual(unauthorizedBody)
})

test('a token without an id works once too, whatever the text of its signature', async () => {
  const token = await issuer.token({ jti: undefined })
  expect((await exchange({ token })).status).toBe(201)
  expect((await exchange({ token })).status).toBe(401)
})

rule('§15 exchange', 'Only a 201 uses a token up')
test('what is refused for its scopes can be tried again', async () => {
  const token = await issuer.token()
  const wider = await exchange({ token, scopes: ['read'] })
  expect([wider.status, faultsOf(wider)]).toEqual([422, [['/scopes/0', 'Scopes is invalid']]])
  expect((await exchange({ token, scopes: ['publish:acme/network/aws'] })).status).toBe(201)
})

rule('§15 exchange', 'A verified token that fits no identity is told its own claims')
test('a verified token that fits nothing learns what was compared, from itself alone', async () => {
  const answer = await exchanged({ ...jobOf('acme/other'), environment: undefined })
  expect([answer.status, faultsOf(answer)]).toEqual([422, [['/token', 'Token fits no CI identity']]])
  expect(answer.body.errors[0].meta.claims).toEqual({
    sub: 'repo:acme/other:ref:refs/tags/v1.0.0',
    repository: 'acme/other',
    repository_id: '42',
    repository_owner_id: '7',
    ref: 'refs/tags/v1.0.0',
    environment: null,
    event_name: null,
    workflow_ref: 'acme/other/.github/workflows/release.yml@refs/tags/v1.0.0',
    job_workflow_ref: null,
  })
  const branch = await exchanged({ ref: 'refs/heads/main' })
  expect(faultsOf(branch)).toEqual([['/token', 'Token fits no CI identity']])
  const elsewhere = await exchanged({}, { organization: 'missing' })
  expect(faultsOf(elsewhere)).toEqual([['/token', 'Token fits no CI identity']])
})

rule(
  '§19 Sign-in, CI, network',
  'For issuers of a known kind `repository`, `project_path`, owners and environments compare without regard to letters (branches and tags exactly)',
)
test('letters that the forge writes otherwise make no difference to repositories, owners and environments, and one to branches', async () => {
  const claims = {
    ...{ repository: 'Letters/Network', repository_owner: 'letters', environment: 'Production*' },
    ref: 'refs/heads/Main',
  }
  await identify(app, owner, 'acme', { issuer: issuerId, team: team.id, name: 'letters', claims })
  const job = {
    ...jobOf('LETTERS/network'),
    ...{ repository_owner: 'LETTERS', environment: 'production-eu', ref: 'refs/heads/Main' },
  }
  expect((await exchanged(job)).status).toBe(201)
  const branch = await exchanged({ ...job, ref: 'refs/heads/main' })
  expect(faultsOf(branch)).toEqual([['/token', 'Token fits no CI identity']])
  // One that is written as the forge writes it comes first.
  const exact = { repository: 'LETTERS/network', environment: 'production*', ref: 'refs/heads/Main' }
  await identify(app, owner, 'acme', { issuer: issuerId, team: team.id, name: 'exact', claims: exact })
  const answer = await exchanged(job)
  expect([answer.status, answer.body.data?.attributes.description]).toEqual([
    201,
    'CI: exact, repo:LETTERS/network:ref:refs/tags/v1.0.0',
  ])
})

test('the audit log says which claim of which identity is nearly right, for site administrators alone', async () => {
  // What the tests before had refused is written and forgotten, so that there is room to count this one by itself.
  for (let time = 0; time < 2; time++) await app.services.refusals.write(administrator.ctx, true)
  const answer = await exchanged({ ref: 'refs/heads/near' })
  expect(JSON.stringify(answer.body)).not.toContain('release:')
  await app.services.refusals.write(administrator.ctx, true)
  const rows = await app.prisma.auditEvent.findMany({
    where: { action: 'token.refuse' },
    orderBy: { id: 'desc' },
    take: 1,
  })
  expect(rows).toMatchObject([
    { organizationId: null, after: { why: 'fits no CI identity', nearly: 'release: ref' } },
  ])
})

test('an issuer of another kind is compared to the letter', async () => {
  const other = await startIssuer(app)
  const otherId = await trust(app, administrator, other.url, { name: 'Other', kind: 'other' })
  const claims = { repository: 'acme/network' }
  await identify(app, owner, 'acme', { issuer: otherId, team: team.id, name: 'to the letter', claims })
  const given = async (repository: string) =>
    (await exchange({ token: await other.token(jobOf(repository)), organization: 'acme' })).status
  expect([await given('Acme/Network'), await given('acme/network')]).toEqual([422, 201])
})

rule('§15 exchange', 'A token that fits several identities names one of its organization')
test('of several identities that fit one is named', async () => {
  const claims = { repository: 'acme/several' }
  const identity = { issuer: issuerId, team: team.id, claims, scopes: ['read'] }
  await identify(app, owner, 'acme', { ...identity, name: 'one' })
  await identify(app, owner, 'acme', { ...identity, name: 'two' })
  const job = jobOf('acme/several')
  const many = await exchanged(job, { organization: 'acme' })
  expect(faultsOf(many)).toEqual([['/token', 'Token fits several CI identities, name one: one, two']])
  const named = await exchanged(job, { organization: 'ACME', identity: 'Two' })
  expect([named.status, named.body.data.attributes.scopes]).toEqual([201, ['read']])
})

rule('§19', "A request that names no organization is 422 `Organization can't be blank`")
test('what belongs to one is not for another to take: an organization that is not named is never guessed', async () => {
  const claims = { repository: 'acme/guessed' }
  const stranger = await app.make.user()
  const hooli = await app.make.organization(stranger, 'hooli')
  const theirs = await app.make.team(stranger, hooli)
  const own = { issuer: issuerId, claims, name: 'guessed' }
  await identify(app, owner, 'acme', { ...own, team: team.id })
  const strange = await identify(app, stranger, 'hooli', { ...own, team: theirs.id, scopes: ['read'] })
  const job = jobOf('acme/guessed')
  const blank = async () => {
    const answer = await exchanged(job, { organization: undefined })
    expect([answer.status, faultsOf(answer)]).toEqual([422, [['/token', "Organization can't be blank"]]])
  }
  await blank()
  expect((await exchanged(job)).body.data.relationships.team.data.id).toBe(team.id)
  await app.prisma.ciIdentity.updateMany({
    where: { name: 'guessed', teamId: team.id },
    data: { enabled: false },
  })
  await blank()
  expect(faultsOf(await exchanged(job))).toEqual([['/token', 'Token fits no CI identity']])
  const where = { ciIdentityId: strange }
  expect(await app.prisma.authenticationToken.count({ where })).toBe(0)
  expect(
    await app.prisma.auditEvent.count({ where: { subjectId: strange, action: 'ci-identity.exchange' } }),
  ).toBe(0)
})

test('a token that names no organization is still verified first', async () => {
  const forged = `${(await issuer.token()).slice(0, -8)}AAAAAAAA`
  const answer = await exchange({ token: forged, organization: undefined })
  expect([answer.status, answer.body]).toEqual([401, unauthorizedBody])
})

rule('§19', 'An issuer that is for one organization alone names it')
test('an issuer for one organization alone needs no name of it, and gives no token of another', async () => {
  const setOrganizations = async (organizations: string[] | null) => {
    const body = documentOf('trusted-issuers', { organizations })
    expect((await as(app, administrator).patch(`/admin/trusted-issuers/${issuerId}`, { body })).status).toBe(
      200,
    )
  }
  await setOrganizations(['acme'])
  expect((await exchanged({}, { organization: undefined })).body.data.relationships.team.data.id).toBe(
    team.id,
  )
  expect(faultsOf(await exchanged({}, { organization: 'hooli' }))).toEqual([
    ['/token', 'Token fits no CI identity'],
  ])
  await setOrganizations(['acme', 'hooli'])
  expectDetails(await exchanged({}, { organization: undefined }), 422, "Organization can't be blank")
  await setOrganizations(null)
})

rule('§15 exchange', 'A document without a token is 422 at `/token`')
test.each<[string, object]>([
  ['absent', {}],
  ['null', { token: null }],
  ['empty', { token: '' }],
  ['a number', { token: 7 }],
  ['a list', { token: ['a.b.c'] }],
])('a token that is %s is a fault of the document', async (_what, body) => {
  for (let n = 0; n < 2; n++) {
    const answer = await exchange(body)
    expect(answer.status).toBe(422)
    expect(faultsOf(answer).map(([pointer]) => pointer)).toEqual(['/token'])
  }
})

rule('§15 exchange', 'Identities of other organizations shut none out, however many there are')
test('a token that leads to more identities than are compared names its own', async () => {
  const claims = { repository: 'acme/crowded' }
  await identify(app, owner, 'acme', { issuer: issuerId, team: team.id, name: 'crowded', claims })
  const outsider = await app.make.user()
  const globex = await app.make.organization(outsider, 'globex')
  const theirs = await app.make.team(outsider, globex)
  const taken = { issuer: issuerId, team: theirs.id, claims: { ...claims, ref: 'none' }, scopes: ['read'] }
  const id = await identify(app, outsider, 'globex', taken)
  const row = await app.prisma.ciIdentity.findUniqueOrThrow({ where: { id } })
  const data = Array.from({ length: 1000 }, (_, n) => ({
    ...{ ...row, claims: taken.claims, id: `ciid-${String(n).padStart(16, '0')}` },
    ...{ name: `crowd ${n}`, nameKey: `crowd ${n}` },
  }))
  await app.prisma.ciIdentity.createMany({ data })
  const job = jobOf('acme/crowded')
  expect((await exchanged(job, { organization: 'acme' })).status).toBe(201)
  const many = await exchanged(job, { organization: 'globex' })
  expect(faultsOf(many)).toEqual([['/token', "Identity can't be blank"]])
  const none = await exchanged(job, { organization: 'globex', identity: 'crowd 7' })
  expect(faultsOf(none)).toEqual([['/token', 'Token fits no CI identity']])
})

rule('§15 exchange', 'Tokens of CI end with their identity, and by being disabled')
test('a disabled identity ends its tokens and gives no more', async () => {
  const claims = { repository: 'acme/ending' }
  const id = await identify(app, owner, 'acme', { issuer: issuerId, team: team.id, name: 'ending', claims })
  const job = jobOf('acme/ending')
  const token = (await exchanged(job)).body.data.attributes.token as string
  expect((await as(app, token).get('/account/details')).status).toBe(200)
  const off = await as(app, owner).patch(`/ci-identities/${id}`, {
    body: documentOf('ci-identities', { enabled: false }),
  })
  expect(off.status).toBe(200)
  expect((await as(app, token).get('/account/details')).status).toBe(401)
  expectDetails(await exchanged(job), 422, 'Token fits no CI identity')
})

test('of an exchange and the end of its identity at once no token is left', async () => {
  const claims = { repository: 'acme/racing' }
  const id = await identify(app, owner, 'acme', { issuer: issuerId, team: team.id, name: 'racing', claims })
  const enable = (enabled: boolean) =>
    as(app, owner).patch(`/ci-identities/${id}`, { body: documentOf('ci-identities', { enabled }) })
  for (let n = 0; n < racers; n++) {
    const job = await issuer.token(jobOf('acme/racing'))
    const [given, disabled] = await Promise.all([exchange({ token: job }), enable(false)])
    expect(disabled.status).toBe(200)
    expect([201, 401, 422]).toContain(given.status)
    const alive = await app.prisma.authenticationToken.count({ where: { ciIdentityId: id } })
    expect([n, given.status, alive]).toEqual([n, given.status, 0])
    expect((await enable(true)).status).toBe(200)
  }
})

test('a token of CI ends itself, makes no tokens and touches no identities', async () => {
  const { id, attributes } = (await exchanged()).body.data
  const ci = as(app, attributes.token as string)
  const made = await ci.post(`/teams/${team.id}/authentication-tokens`, {
    body: documentOf('authentication-tokens', { description: 'more', scopes: ['publish:acme/network/aws'] }),
  })
  expect(made.status).toBe(404)
  expect((await ci.get('/organizations/acme/ci-identities')).status).toBe(404)
  expect((await ci.delete(`/ci-identities/${identityId}`)).status).toBe(404)
  expect((await ci.delete(`/authentication-tokens/${id}`)).status).toBe(204)
  expect((await ci.get('/account/details')).status).toBe(401)
})

test('tokens of CI count in no quota, since they end by themselves', async () => {
  for (const _ of [1, 2, 3]) expect((await exchanged()).status).toBe(201)
  const owned = { type: 'team', id: team.id, organizationId: acme.id } as const
  const one = await app.services.tokens.create(owner.ctx, owned, { description: 'one' })
  expect(one.token.description).toBe('one')
  const two = app.services.tokens.create(owner.ctx, owned, { description: 'two' })
  await expect(two).rejects.toThrow('invalid')
})

rule('§15 exchange', 'Each exchange is in the audit log with its job, and no token is')
test('the audit log names identity and job, and neither log nor database holds a token', async () => {
  const token = await issuer.token({ ...jobOf('acme/network'), sha: 'decade' })
  const answer = await exchange({ token })
  const row = await app.prisma.auditEvent.findFirstOrThrow({
    where: { action: 'ci-identity.exchange' },
    orderBy: { id: 'desc' },
  })
  expect(row).toMatchObject({ subjectId: identityId, actorType: 'team', actorId: team.id })
  expect(row.after).toMatchObject({
    subject: 'repo:acme/network:ref:refs/tags/v1.0.0',
    repository: 'acme/network',
    ref: 'refs/tags/v1.0.0',
    commit: 'decade',
    workflow: 'acme/network/.github/workflows/release.yml@refs/tags/v1.0.0',
    token: answer.body.data.id,
  })
  const [, , signature = ''] = token.split('.')
  const metrics = await app.http.get('/metrics')
  expect(metrics.text).toMatch(/engine_ci_exchanges\{kind="exchanged"\} \d+/)
  expect(metrics.text).not.toContain(signature)
  const tables = await app.prisma.$queryRaw<{ name: string }[]>`
    SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public'`
  for (const { name } of tables) {
    const [found] = await app.prisma.$queryRawUnsafe<{ count: bigint }[]>(
      `SELECT count(*) FROM "${name}" AS t WHERE t::text LIKE '%' || $1 || '%'`,
      signature,
    )
    expect([name, Number(found?.count)]).toEqual([name, 0])
  }
})
