import { rule } from '@engine/shared/rule'
import { expect, test } from 'vitest'
import { AuthenticationTokensStore } from '../../src/domain/tokens/authentication-tokens.store.js'
import { startTestApp } from '../app.js'
import { isFull } from '../full-run.js'
import { as, documentOf, expectFaults, faultsOf, must, notFoundBody, type RestOptions } from '../rest.js'
import { acmeWithCi, allowed, exchange, identify, identityBody, jobOf, trust } from './ci-issuer.js'

const app = await startTestApp(allowed)
const { administrator, owner, acme, team, issuer, issuerId } = await acmeWithCi(app)
const path = '/organizations/acme/ci-identities'

let count = 0
const fresh = (): string => `identity ${++count}`

const post = (attributes: object, by = owner) =>
  as(app, by).post(path, {
    body: identityBody({
      name: fresh(),
      issuer: issuerId,
      team: team.id,
      claims: { repository: 'acme/elsewhere' },
      scopes: ['read'],
      ...attributes,
    }),
  })

rule('§15 issuers', 'Site administrators trust issuers, by their exact address and once each')
test('a trusted issuer has its defaults, and its address is taken once', async () => {
  const admin = as(app, administrator)
  const body = documentOf('trusted-issuers', { name: 'GitLab', issuer: 'https://gitlab.com' })
  const made = await admin.post('/admin/trusted-issuers', { body })
  expect(made.status).toBe(201)
  expect(made.body.data.id).toMatch(/^issuer-/)
  expect(made.body.data.attributes).toMatchObject({
    name: 'GitLab',
    issuer: 'https://gitlab.com',
    kind: 'gitlab',
    'jwks-url': null,
    audiences: ['http://registry.test', 'registry.test'],
    organizations: null,
    enabled: true,
  })
  const again = await admin.post('/admin/trusted-issuers', { body })
  expectFaults(again, ['/data/attributes/issuer', 'Issuer has already been taken'])
  const one = `/admin/trusted-issuers/${made.body.data.id}`
  const named = { organizations: ['ACME'], audiences: ['ours'] }
  const changed = await admin.patch(one, { body: documentOf('trusted-issuers', named) })
  expect(changed.body.data.attributes).toMatchObject({ organizations: ['acme'], audiences: ['ours'] })
  const back = { organizations: null, audiences: null }
  const reset = await admin.patch(one, { body: documentOf('trusted-issuers', back) })
  expect(reset.body.data.attributes).toMatchObject({
    organizations: null,
    audiences: ['http://registry.test', 'registry.test'],
  })
  expect((await admin.get(one)).body.data).toEqual(reset.body.data)
  expect((await admin.delete(one)).status).toBe(204)
  expect((await admin.get(one)).status).toBe(404)
})

test.each([
  ['http://ci.example', 'plain http to a host that is not allowed'],
  ['https://ci.example/?a=b', 'a query'],
  ['https://user:secret@ci.example', 'credentials'],
  ['ci.example', 'no scheme'],
  ['ftp://ci.example', 'another scheme'],
])('%s is refused as an issuer: %s', async (address) => {
  const answer = await as(app, administrator).post('/admin/trusted-issuers', {
    body: documentOf('trusted-issuers', { name: 'wrong', issuer: address }),
  })
  expectFaults(answer, ['/data/attributes/issuer', 'Issuer is invalid'])
})

test('its kind follows from the address', async () => {
  const kinds = await Promise.all(
    [
      'https://token.actions.githubusercontent.com',
      'https://github.acme.example/_services/token',
      'https://gitlab.acme.example',
      'https://forge.acme.example/api/actions',
      'https://ci.acme.example',
    ].map(async (address) => {
      const id = await trust(app, administrator, address, { kind: null })
      const shown = await as(app, administrator).get(`/admin/trusted-issuers/${id}`)
      return shown.body.data.attributes.kind as string
    }),
  )
  expect(kinds).toEqual(['github', 'github', 'gitlab', 'forgejo', 'other'])
})

rule('§19', 'A trusted issuer for an organization that is not there: `Organization X not found` at its place')
test('an unknown organization is a fault at its place, by its name', async () => {
  const answer = await as(app, administrator).post('/admin/trusted-issuers', {
    body: documentOf('trusted-issuers', {
      name: 'x',
      issuer: 'https://x.example',
      organizations: ['acme', 'missing'],
    }),
  })
  expect([answer.status, faultsOf(answer)]).toEqual([
    422,
    [['/data/attributes/organizations/1', 'Organization missing not found']],
  ])
})

rule('§15 issuers', 'Owners know the issuers that are for their organization, and no more of them')
test('owners read id, name, issuer and kind of the issuers for them, members and strangers nothing', async () => {
  const globex = await app.make.organization(await app.make.user(), 'globex')
  const hidden = await trust(app, administrator, 'https://hidden.example', { organizations: [globex.name] })
  const off = await trust(app, administrator, 'https://off.example', { enabled: false })
  const list = await as(app, owner).get('/organizations/acme/trusted-issuers?page[size]=100')
  const ids = list.body.data.map(({ id }: { id: string }) => id)
  expect(ids).toContain(issuerId)
  expect(ids).not.toContain(hidden)
  expect(ids).not.toContain(off)
  const own = list.body.data.find(({ id }: { id: string }) => id === issuerId)
  expect(own.attributes).toEqual({ name: 'CI', issuer: issuer.url, kind: 'github' })
  const member = await app.make.member(acme)
  const denied = await as(app, member).get('/organizations/acme/trusted-issuers')
  expect([denied.status, denied.body]).toEqual([404, notFoundBody])
  expect((await as(app, owner).get('/admin/trusted-issuers')).status).toBe(404)
  const named = await post({ issuer: hidden })
  expectFaults(named, [
    '/data/relationships/trusted-issuer/data',
    'There is no such trusted issuer for this organization',
  ])
})

rule('§15 identities', 'An identity has a name, an issuer, a team, claims and scopes')
test('an identity is made with its defaults, shown, changed and deleted by owners', async () => {
  const name = fresh()
  const made = await post({ name, claims: { repository_id: 42, ref_protected: true } })
  expect(made.status).toBe(201)
  const { id, attributes, relationships } = made.body.data
  expect(id).toMatch(/^ciid-/)
  expect(attributes).toMatchObject({
    name,
    claims: { repository_id: '42', ref_protected: 'true' },
    scopes: ['read'],
    lifetime: '15m',
    enabled: true,
    'last-used-at': null,
  })
  expect(relationships).toMatchObject({
    'trusted-issuer': { data: { id: issuerId, type: 'trusted-issuers' } },
    team: { data: { id: team.id, type: 'teams' } },
  })
  expectFaults(await post({ name: name.toUpperCase() }), [
    '/data/attributes/name',
    'Name has already been taken',
  ])
  const change = documentOf('ci-identities', { lifetime: '1h', scopes: ['read', 'registry'] })
  const changed = await as(app, owner).patch(`/ci-identities/${id}`, { body: change })
  expect(changed.body.data.attributes).toMatchObject({
    lifetime: '1h',
    scopes: ['read', 'registry'],
    claims: { repository_id: '42', ref_protected: 'true' },
  })
  expect((await as(app, owner).get(`/ci-identities/${id}`)).body.data).toEqual(changed.body.data)
  expect((await as(app, owner).delete(`/ci-identities/${id}`)).status).toBe(204)
  expect((await as(app, owner).get(`/ci-identities/${id}`)).status).toBe(404)
})

const whoMayCome = 'Claims must name who may come'
const byRepository = `${whoMayCome}: repository, repository_id, repository_owner_id, with an owner without *`

rule('§15 identities', 'Claims must name who may come')
test.each<[string, object, string]>([
  ['only a pattern', { repository: 'acme/*' }, whoMayCome],
  ['only the issuer and the audience', { iss: 'https://x', aud: 'y' }, whoMayCome],
  ['no repository', { ref: 'refs/heads/main' }, byRepository],
  ['any owner', { repository: '*/network', ref: 'refs/heads/main' }, byRepository],
  ['a part of an owner', { repository: 'acme*/network', ref: 'refs/heads/main' }, byRepository],
  ['any repository', { repository: '**', ref: 'refs/heads/main' }, byRepository],
  ['a part of an id', { repository_owner_id: '4*', ref: 'refs/heads/main' }, byRepository],
])('claims with %s are refused', async (_, claims, detail) => {
  expectFaults(await post({ claims }), ['/data/attributes/claims', detail])
})

rule(
  '§19 Sign-in, CI, network',
  'A pattern that can never fit (a URL, `.git`, blanks, no slash) is 422 with the right form',
)
test.each([
  ['https://github.com/acme/network', 'acme/network'],
  ['https://github.com/acme/network.git', 'acme/network'],
  ['git@github.com:acme/network.git', 'acme/network'],
  ['ssh://git@github.com/acme/network', 'acme/network'],
  ['github.com/acme/network', 'acme/network'],
  ['acme/network.git', 'acme/network'],
  ['/acme/network/', 'acme/network'],
  ['acme / network', 'acme/network'],
  ['acme/net work', 'acme/net-work'],
  ['network', 'OWNER/network'],
])('a repository %j can never fit, and the right form is said', async (repository, form) => {
  const detail = `Claims can never fit: a repository is written without an address, .git or blanks, as in ${form}`
  const claims = { repository, ref: 'refs/heads/main' }
  expectFaults(await post({ claims }), ['/data/attributes/claims', detail])
  const { id } = (await post({ name: `forms ${repository}` })).body.data
  const changed = await as(app, owner).patch(`/ci-identities/${id}`, { body: identityBody({ claims }) })
  expectFaults(changed, ['/data/attributes/claims', detail])
})

test.each([
  { repository: 'acme/**', ref: 'refs/heads/main' },
  { repository: 'acme/*', ref: 'refs/heads/main' },
  { repository_owner_id: '77' },
  { repository: 'acme/elsewhere', environment: '**' },
])('claims that name an owner are taken: %j', async (claims) => {
  expect((await post({ claims })).status).toBe(201)
})

test.each<[string, object, string]>([
  ['no claims', { claims: {} }, '/data/attributes/claims'],
  [
    'eleven claims',
    { claims: Object.fromEntries(Array.from({ length: 11 }, (_, n) => [`c${n}`, 'x'])) },
    '/data/attributes/claims',
  ],
  ['a claim that is an object', { claims: { repository: {} } }, '/data/attributes/claims/repository'],
  ['no scopes', { scopes: [] }, '/data/attributes/scopes'],
  ['an unknown scope', { scopes: ['all'] }, '/data/attributes/scopes/0'],
  ['a life of more than an hour', { lifetime: '61m' }, '/data/attributes/lifetime'],
  ['no duration', { lifetime: 'soon' }, '/data/attributes/lifetime'],
  ['no name', { name: '' }, '/data/attributes/name'],
  ['no team', { team: undefined }, '/data/relationships/team/data'],
  ['no issuer', { issuer: undefined }, '/data/relationships/trusted-issuer/data'],
])('%s is refused', async (_, attributes, pointer) => {
  const answer = await post(attributes)
  expect([answer.status, faultsOf(answer).map(([at]) => at)]).toEqual([422, [pointer]])
})

rule('§19', 'A scope outside the organization: 422')
test('what belongs to one is not for another to give: a scope outside the organization is refused', async () => {
  const umbrella = await app.make.organization(owner, 'umbrella')
  await app.make.engineVersion(administrator, '1.1.0')
  await app.make.workspace(owner, umbrella, '1.1.0', 'theirs')
  const outside = [
    'publish:umbrella/a/b',
    'publish:umbrella/c',
    'workspace:umbrella/theirs',
    'workspace:none/x:read',
  ]
  const scopes = ['publish:ACME/a/b', ...outside]
  const faults = outside.map((scope, index) => [
    `/data/attributes/scopes/${index + 1}`,
    `${scope} is outside the organization acme`,
  ])
  const made = await post({ scopes })
  expect([made.status, faultsOf(made)]).toEqual([422, faults])
  const { id } = (await post({ scopes: ['publish:ACME/a/b'] })).body.data
  const patch = (attributes: object) =>
    as(app, owner).patch(`/ci-identities/${id}`, { body: documentOf('ci-identities', attributes) })
  const changed = await patch({ scopes })
  expect([changed.status, faultsOf(changed)]).toEqual([422, faults])
  // One of before, or of the former name of the organization, keeps nothing else from being changed.
  await app.prisma.ciIdentity.update({ where: { id }, data: { scopes: ['publish:umbrella/a/b'] } })
  expect((await patch({ lifetime: '20m', scopes: ['publish:umbrella/a/b'] })).status).toBe(200)
  const body = documentOf('authentication-tokens', { description: fresh(), scopes })
  for (const path of [
    `/teams/${team.id}/authentication-tokens`,
    '/organizations/acme/authentication-token',
    `/teams/${team.id}/authentication-token`,
  ]) {
    const token = await as(app, owner).post(path, { body })
    expect([path, token.status, faultsOf(token)]).toEqual([path, 422, faults])
  }
  const own = await as(app, owner).post(`/users/${owner.id}/authentication-tokens`, {
    body: documentOf('authentication-tokens', { scopes: scopes.slice(0, -1) }),
  })
  expect(own.status).toBe(201)
})

rule('§15 identities', 'Scopes are never more than the team may do')
test('scopes for what the team has no right to are refused', async () => {
  const readers = await app.make.team(owner, acme, { name: 'readers' })
  const scopes = ['read', 'publish:acme/a/b', 'publish:acme/c', 'workspaces']
  const answer = await post({ team: readers.id, scopes })
  expect(faultsOf(answer)).toEqual(
    [1, 2, 3].map((n) => [
      `/data/attributes/scopes/${n}`,
      `The team readers does not have the right for ${scopes[n]}`,
    ]),
  )
  const other = await app.make.organization(owner)
  const foreign = await app.make.team(owner, other, { name: 'theirs' })
  expectFaults(await post({ team: foreign.id }), [
    '/data/relationships/team/data',
    'There is no such team for this organization',
  ])
})

rule('§15 identities', 'On a change what is absent stays, and is not asked for again')
test('an identity whose team has lost a right can be disabled, renamed and narrowed, and gets no more', async () => {
  const losing = await app.make.team(owner, acme, { name: 'losing' })
  const allow = (manageModules: boolean) =>
    must(
      as(app, owner).patch(`/teams/${losing.id}`, {
        body: documentOf('teams', { 'organization-access': { 'manage-modules': manageModules } }),
      }),
    )
  await allow(true)
  const scopes = ['read', 'publish:acme/a/b', 'publish:acme/c/d']
  const { id } = (await post({ team: losing.id, scopes })).body.data
  await allow(false)
  await change(id, { enabled: false })
  await change(id, { name: fresh(), claims: { repository: 'acme/elsewhere', ref: 'refs/heads/main' } })
  await change(id, { scopes: ['read', 'publish:acme/c/d'] })
  const denied = (n: number, scope: string, name = 'losing') => [
    `/data/attributes/scopes/${n}`,
    `The team ${name} does not have the right for ${scope}`,
  ]
  const more = { scopes: ['publish:acme/c/d', 'publish:acme/e/f'] }
  const wider = await as(app, owner).patch(`/ci-identities/${id}`, {
    body: documentOf('ci-identities', more),
  })
  expect([wider.status, faultsOf(wider)]).toEqual([422, [denied(1, 'publish:acme/e/f')]])
  const another = await app.make.team(owner, acme, { name: 'another' })
  const moved = await as(app, owner).patch(`/ci-identities/${id}`, {
    body: identityBody({ team: another.id }),
  })
  expect([moved.status, faultsOf(moved)]).toEqual([422, [denied(1, 'publish:acme/c/d', 'another')]])
  const shown = await as(app, owner).get(`/ci-identities/${id}`)
  expect(shown.body.data.attributes).toMatchObject({
    enabled: false,
    scopes: ['read', 'publish:acme/c/d'],
  })
})

test('an identity whose issuer has become one of another kind can be disabled, and names who may come when it is changed', async () => {
  const other = await trust(app, administrator, 'https://kinds.example', { kind: 'github' })
  const { id } = (await post({ issuer: other })).body.data
  await must(
    as(app, administrator).patch(`/admin/trusted-issuers/${other}`, {
      body: documentOf('trusted-issuers', { kind: 'gitlab' }),
    }),
  )
  await change(id, { enabled: false, scopes: ['registry'] })
  const body = documentOf('ci-identities', { claims: { repository: 'acme/another' } })
  const changed = await as(app, owner).patch(`/ci-identities/${id}`, { body })
  expect([changed.status, faultsOf(changed).map(([at]) => at)]).toEqual([422, ['/data/attributes/claims']])
  const move = async (address: string, kind: string) =>
    as(app, owner).patch(`/ci-identities/${id}`, {
      body: identityBody({ issuer: await trust(app, administrator, address, { kind }) }),
    })
  expect(faultsOf(await move('https://one.example', 'gitlab')).map(([at]) => at)).toEqual([
    '/data/attributes/claims',
  ])
  expect((await move('https://two.example', 'github')).status).toBe(200)
})

test('a scope for a workspace stays while the rest is changed, also where the workspace is gone', async () => {
  await app.make.engineVersion(administrator, '1.0.0')
  const workspace = await app.make.workspace(owner, acme, '1.0.0', 'ending')
  const scopes = ['read', 'workspace:acme/ending']
  const { id } = (await post({ scopes })).body.data
  await change(id, { name: fresh() })
  const shown = await as(app, owner).get(`/ci-identities/${id}`)
  expect(shown.body.data.attributes.scopes).toEqual(scopes)
  await must(as(app, owner).delete(`/workspaces/${workspace.id}`))
  await change(id, { enabled: false })
})

rule('§15 identities', 'Owners alone see and change identities; tokens of teams never')
test('members, managers and tokens of teams get nothing', async () => {
  const id = await identify(app, owner, 'acme', {
    issuer: issuerId,
    team: team.id,
    name: fresh(),
    claims: { repository: 'acme/elsewhere' },
  })
  const member = await app.make.member(acme)
  const of = { type: 'team', id: (await ownersTeam()).id, organizationId: acme.id } as const
  const { value } = await app.services.tokens.create(owner.ctx, of, { description: 'of the owners' })
  const options: RestOptions = { body: documentOf('ci-identities', { enabled: false }) }
  for (const caller of [member, value]) {
    const ask = as(app, caller)
    expect((await ask.get(path)).status).toBe(404)
    expect((await ask.get(`/ci-identities/${id}`)).status).toBe(404)
    expect((await ask.patch(`/ci-identities/${id}`, options)).status).toBe(404)
    expect((await ask.delete(`/ci-identities/${id}`)).status).toBe(404)
  }
  expect((await as(app, owner).get(`/ci-identities/${id}`)).body.data.attributes.enabled).toBe(true)
})

const ownersTeam = () =>
  app.prisma.team.findFirstOrThrow({ where: { organizationId: acme.id, nameKey: 'owners' } })

rule('§15 exchange', 'A token ends with what it came from')
test.each<[string, (id: string) => Promise<void>]>([
  ['its identity', (id) => must(as(app, owner).delete(`/ci-identities/${id}`))],
  ['other claims', (id) => change(id, { claims: { repository: 'acme/another' } })],
  ['fewer scopes', (id) => change(id, { scopes: ['read'] })],
])('a token ends with %s, and the log says so', async (_, end) => {
  const repository = `acme/${fresh().replace(' ', '-')}`
  const identity = { issuer: issuerId, team: team.id, name: fresh(), claims: { repository } }
  const id = await identify(app, owner, 'acme', { ...identity, scopes: ['read', 'registry'] })
  const given = await exchange(app, { token: await issuer.token(jobOf(repository)) })
  const { id: tokenId, attributes } = given.body.data
  expect((await as(app, attributes.token as string).get('/organizations/acme')).status).toBe(200)
  await end(id)
  expect((await as(app, attributes.token as string).get('/organizations/acme')).status).toBe(401)
  const where = { action: 'authentication-token.delete', subjectId: tokenId as string }
  expect(await app.prisma.auditEvent.count({ where })).toBe(1)
})

const change = (id: string, attributes: object): Promise<void> =>
  must(as(app, owner).patch(`/ci-identities/${id}`, { body: documentOf('ci-identities', attributes) }))

test('a token stays while its identity gets another name, a longer life or more scopes', async () => {
  const repository = 'acme/staying'
  const identity = { issuer: issuerId, team: team.id, name: fresh(), claims: { repository } }
  const id = await identify(app, owner, 'acme', { ...identity, scopes: ['read'] })
  const given = await exchange(app, { token: await issuer.token(jobOf(repository)) })
  await change(id, { name: fresh(), lifetime: '1h', scopes: ['read', 'registry'] })
  const value = given.body.data.attributes.token as string
  expect((await as(app, value).get('/organizations/acme')).status).toBe(200)
})

test('an issuer that is taken from an organization ends its tokens there alone', async () => {
  const initech = await app.make.organization(owner, 'initech')
  const theirs = await app.make.team(owner, initech, { name: 'ci' })
  const claims = { repository: 'initech/network' }
  await identify(app, owner, 'initech', { issuer: issuerId, team: theirs.id, claims, scopes: ['read'] })
  const given = await exchange(app, {
    ...{ token: await issuer.token(jobOf('initech/network')), organization: 'initech' },
  })
  const ours = await exchange(app, { token: await issuer.token() })
  const set = (organizations: string[] | null) =>
    must(
      as(app, administrator).patch(`/admin/trusted-issuers/${issuerId}`, {
        body: documentOf('trusted-issuers', { organizations }),
      }),
    )
  await set(['acme'])
  const statusOf = async (answer: typeof given) =>
    (await as(app, answer.body.data.attributes.token as string).get('/account/details')).status
  expect([await statusOf(given), await statusOf(ours)]).toEqual([401, 200])
  const refused = await exchange(app, {
    ...{ token: await issuer.token(jobOf('initech/network')), organization: 'initech' },
  })
  expect(refused.status).toBe(422)
  await set(null)
})

test('an issuer that has given thousands of tokens is disabled at once, with a row of the log for each', async () => {
  const claims = { repository: 'acme/busy' }
  const id = await identify(app, owner, 'acme', { issuer: issuerId, team: team.id, name: fresh(), claims })
  const given = await exchange(app, { token: await issuer.token(jobOf('acme/busy')) })
  const many = isFull ? 12_000 : 4000
  await app.prisma.$executeRaw`
    INSERT INTO authentication_tokens
      (id, token_hash, team_id, description, scopes, created_at, expires_at, ci_identity_id, provenance)
    SELECT 'at-' || lpad(n::text, 16, '0'), lpad(n::text, 64, '0'),
      team_id, description, scopes, created_at, expires_at, ci_identity_id, provenance
    FROM authentication_tokens, generate_series(2, ${many}) n WHERE id = ${given.body.data.id}`
  const set = (enabled: boolean) =>
    must(
      as(app, administrator).patch(`/admin/trusted-issuers/${issuerId}`, {
        body: documentOf('trusted-issuers', { enabled }),
      }),
    )
  await set(false)
  expect(await app.prisma.authenticationToken.count({ where: { ciIdentityId: id } })).toBe(0)
  const where = { action: 'authentication-token.delete', subjectName: { contains: 'acme/busy' } }
  expect(await app.prisma.auditEvent.count({ where })).toBe(many)
  await set(true)
})

test('more tokens than one statement has parameters for are looked up', async () => {
  const ids = Array.from({ length: 40_000 }, (_, n) => `at-${String(n).padStart(16, '0')}`)
  const store = new AuthenticationTokensStore({ of: () => app.prisma, violatedConstraint: () => undefined })
  expect(await store.findMany(owner.ctx, ids)).toEqual([])
})

test('what has expired is deleted by the maintenance, and what was used is forgotten when it is too old', async () => {
  await exchange(app, { token: await issuer.token() })
  expect(await app.prisma.usedCiToken.count()).toBeGreaterThan(0)
  app.clock.move(2 * 3_600_000)
  const ctx = { ...owner.ctx, actor: { type: 'system', name: 'test' } as const }
  await app.services.usedCiTokens.run(ctx, async () => true)
  expect(await app.prisma.usedCiToken.count()).toBe(0)
  expect(await app.prisma.authenticationToken.count({ where: { NOT: { ciIdentityId: null } } })).toBe(0)
})
