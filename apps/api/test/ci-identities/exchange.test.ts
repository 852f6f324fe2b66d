import { rule } from '@engine/shared/rule'
import { expect, test } from 'vitest'
import { minutes } from '../../src/kernel/clock.js'
import { startTestApp } from '../app.js'
import { racers } from '../full-run.js'
import { atOnce, tally } from '../races.js'
import { as, documentOf, expectDetails, faultsOf, unauthorizedBody } from '../rest.js'
import { acmeWithCi, allowed, exchange as exchangeFrom, identify, jobOf } from './ci-issuer.js'

const limits = { CI_EXCHANGE_LIMIT: '0', TOKEN_LIMIT: '1' }
const app = await startTestApp({ ...allowed, ...limits, TRUSTED_PROXIES: '127.0.0.1' })
const { owner, acme, team, issuer, issuerId, identityId } = await acmeWithCi(app)

let count = 0
/** From an address of its own, since the failures of one are limited. */
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

rule('§15 exchange', 'A token that fits several identities names one of its organization')
test('of several identities that fit one is named, within a named organization', async () => {
  const claims = { repository: 'acme/several' }
  const identity = { issuer: issuerId, team: team.id, claims, scopes: ['read'] }
  await identify(app, owner, 'acme', { ...identity, name: 'one' })
  await identify(app, owner, 'acme', { ...identity, name: 'two' })
  const job = jobOf('acme/several')
  expectDetails(await exchanged(job), 422, "Organization can't be blank")
  const many = await exchanged(job, { organization: 'acme' })
  expect(faultsOf(many)).toEqual([['/token', 'Token fits several CI identities, name one: one, two']])
  const named = await exchanged(job, { organization: 'ACME', identity: 'Two' })
  expect([named.status, named.body.data.attributes.scopes]).toEqual([201, ['read']])
})

rule('§15 exchange', 'Identities of other organizations shut none out, however many there are')
test('a token that leads to more identities than are compared names its organization', async () => {
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
  expect(faultsOf(await exchanged(job))).toEqual([['/token', "Organization can't be blank"]])
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
