import { generateKey } from 'openpgp'
import { expect, test } from 'vitest'
import { startTestApp } from '../app.js'
import { createModule } from '../modules/module-requests.js'
import { createPlatform, createProvider, createProviderVersion } from '../providers.js'
import { makePublicProvider, refuseTo } from '../public-providers.js'
import { used } from '../public-providers/seen-provider.js'
import { graphql } from '../rest.js'
import { statementsOf } from '../statements.js'

const app = await startTestApp({ ANSWER_CACHE_LIMIT: '0' })
const admin = await app.make.administrator('root')

/** Fields of things that belong to an organization, with the things that belong to those. */
const relations: Readonly<Record<string, string>> = {
  facts:
    'name permissions entitlements moduleConsumerCount providerConsumerCount token { id createdBy { id } }',
  teams: `teams { nodes { canUpdate canDelete organization { name } token { id } members { nodes { id } }
    tokens { nodes { id } } } totalCount }`,
  memberships: `memberships { nodes { canDelete user { id } organization { name }
    teams { nodes { name members { totalCount } } } } totalCount }`,
  workspaces: `workspaces(search: "s", needsUpgrade: false) { nodes { canUpdate canDelete canLock canReadStates
    isLockedByCaller organization { name }
    engineVersionStatus { deprecated } } totalCount }`,
  providers: `registryProviders(search: "c", page: { size: 5 }) { nodes { canDelete usedByWorkspaces organization { name } versions(page: { size: 1 }) {
    nodes { canDelete shasumsUploadUrl shasumsSigUploadUrl platforms { canDelete providerBinaryUploadUrl } }
  } } totalCount }`,
  modules: `registryModules { nodes { canDelete canPublish organization { name } downloads newestVersion { id }
    versions { nodes { id downloads } } } totalCount }`,
  keys: 'gpgKeys { nodes { canDelete } totalCount }',
  requests: 'sharingRequests { nodes { producer } totalCount }',
  producers: 'moduleProducers { nodes { name } totalCount } providerProducers { nodes { name } totalCount }',
}

const siteRelations: Readonly<Record<string, string>> = {
  owners: 'owners { id }',
  consumers:
    'moduleConsumers(page: { size: 5 }) { nodes { name owners { id } } totalCount statusCounts { total } }',
  providerConsumers: 'providerConsumers(page: { size: 5 }) { nodes { name owners { id } } totalCount }',
  consequences: 'disableConsequences { workspaces teams members modules providers consumersLosing }',
}

const inLists = (list: string, fields: Readonly<Record<string, string>>): [string, string][] =>
  Object.entries(fields).map(([name, wanted]) => [
    `${list}, ${name}`,
    `${list} { nodes { ${wanted} } totalCount }`,
  ])

/** Every list of the schema, with its relations. */
const questions: readonly [string, string][] = [
  ...inLists('organizations', relations).map(([name, list]): [string, string] => [
    name,
    `viewer { ${list} }`,
  ]),
  ...inLists('siteOrganizations', { ...relations, ...siteRelations }),
  [
    'engine versions',
    `engineVersions { nodes { stateUse { behind } runs { requests } archs { os } verifications { state } workspaces { nodes { canDelete
    organization { name } } totalCount } } totalCount }`,
  ],
  [
    'available engine versions',
    'availableEngineVersions { nodes { status { beta } archs { os } } totalCount }',
  ],
  [
    'modules of all organizations',
    `registryModules(filter: { search: "net" }, orderBy: { field: DOWNLOADS }) { nodes { canPublish organization { name } downloads
    usableOnly isFollowed versionUse { behind } installations { nodes { workspaceName } totalCount } recentDownloads sharing { organizations } newestVersion { id } matches(search: "net") { text } } totalCount }`,
  ],
  [
    'audit events',
    'auditEvents(filter: { search: "create" }) { nodes { actor { name } organization { name } before after changes { name } } totalCount }',
  ],
  [
    'workspaces of the site',
    'siteWorkspaces(filter: { needsUpgrade: false }) { nodes { canUpdate organization { name } engineVersionStatus { beta } } totalCount }',
  ],
  [
    'providers of the site',
    'siteRegistryProviders { nodes { organization { name } versions(page: { size: 1 }) { nodes { version } totalCount } } totalCount }',
  ],
  [
    'users',
    `users { nodes { username lastSignedInAt lastActiveAt sessions { nodes { isCurrent } totalCount }
    organizations { nodes { name teams { nodes { name } } } totalCount } } totalCount }`,
  ],
  [
    'public providers',
    `sitePublicProviders { nodes { counts { held } wanted { organization }
    versions(page: { size: 1 }) { nodes { platforms { os } usedBy usedByCount } totalCount }
    approvedOrganizations { nodes { id } totalCount } users { nodes { downloads } totalCount } } totalCount }`,
  ],
  ['acts on many', 'bulkActs { nodes { counts { changed } } totalCount }'],
  ['webhooks', 'webhooks { nodes { canUpdate recentDeliveries { status } } totalCount }'],
  ['trusted issuers', 'trustedIssuers { nodes { organizations } totalCount }'],
  ['known issuers', 'knownIssuers(organization: "customer") { nodes { kind } totalCount }'],
  [
    'CI identities',
    `ciIdentities(organization: "customer") { nodes { claims { claim } canUpdate organization { name } issuer { kind }
    team { name members { totalCount } } } totalCount }`,
  ],
  ['tokens', 'viewer { tokens { nodes { id createdBy { id } } totalCount } }'],
]

async function count(): Promise<Record<string, { statements: number; items: number }>> {
  const counted: Record<string, { statements: number; items: number }> = {}
  for (const [name, question] of questions) {
    const { answer, own } = await statementsOf(app, () => graphql(app, admin, `{ ${question} }`))
    expect(answer.errors, name).toBeUndefined()
    const { nodes } = (
      answer.data['viewer'] ? Object.values(answer.data['viewer'])[0] : Object.values(answer.data)[0]
    ) as {
      nodes: unknown[]
    }
    counted[name] = { statements: own.length, items: nodes.length }
  }
  return counted
}

let made = 0

/** Another organization with one of everything in it, an engine version that it uses, a user and a token. */
async function grow(): Promise<void> {
  const name = `acme-${++made}`
  const { services, make } = app
  const { ctx } = admin
  const version = `1.0.${made}`
  const { id } = await make.engineVersion(admin, version)
  await services.engineVersionVerifications.request(ctx, id)
  const organization = await make.organization(admin, name)
  const facts = { url: 'https://hooks.example/', triggers: ['sharing.changed'], secret: 'sealed' }
  const now = app.clock.now()
  const webhook = { ...facts, id: `wh-${made}`, name, createdAt: now, updatedAt: now }
  await app.prisma.webhook.create({ data: webhook })
  const publicProvider = await makePublicProvider(app)
  await identify(name)
  await refuseTo(app, organization, publicProvider)
  await services.adminPublicProviders.approve(ctx, publicProvider.id, { ids: [name], faults: [] })
  await used(app, publicProvider.versionIds['1.0.0'] ?? '', organization.id)
  const user = await make.user()
  await make.session(user)
  await make.token(admin)
  await make.workspace(admin, organization, version, `site-${made}`)
  const team = await make.team(admin, organization)
  await services.teams.addMembers(ctx, team.id, { ids: [user.username], faults: [] })
  const owner = { type: 'team', id: team.id, organizationId: organization.id } as const
  await services.tokens.replacePlain(ctx, owner, {})
  await services.tokens.replacePlain(ctx, { type: 'organization', id: organization.id }, {})
  await services.memberships.create(ctx, name, { email: `new-${made}@example.com` })
  await createModule(app, admin, `${name}/network/aws`)
  const provider = `${name}/private/${name}/cloud`
  await createProvider(app, admin, provider)
  await createProviderVersion(app, admin, provider, '1.0.0')
  await createPlatform(app, admin, provider, '1.0.0')
  const { publicKey } = await generateKey({ userIDs: [{ name }], format: 'armored' })
  await services.gpgKeys.create(ctx, { namespace: name, asciiArmor: publicKey })
  await services.sharingRequests.create(ctx, name, { producer: 'another', reason: 'We build on it.' })
  await services.registryPartnerships.setConsumers(ctx, organization.id, 'modules', ['customer'])
  const act = { kind: 'organization-limit', settings: { workspaceLimit: 5 } } as const
  const { id: actId } = await services.bulkActs.start(ctx, { ...act, selection: { filter: {} } })
  await services.bulkActs.cancel(ctx, actId)
}

/** An issuer, a team of `customer` and an identity that names both. */
async function identify(name: string): Promise<void> {
  const { services, make } = app
  const customer = await app.prisma.organization.findFirstOrThrow({ where: { name: 'customer' } })
  const { id: team } = await make.team(admin, customer)
  const facts = { name, issuer: `https://${name}.example`, organizations: ['customer'] }
  const { id: trustedIssuer } = await services.trustedIssuers.create(admin.ctx, facts)
  const identity = { name, claims: { sub: 'job' }, scopes: ['read'] }
  await services.ciIdentities.create(admin.ctx, 'customer', identity, { trustedIssuer, team })
}

test('a list takes the same number of statements for one item and for twenty, whatever is asked of them', async () => {
  await app.make.organization(admin, 'customer')
  await grow()
  await graphql(app, admin, '{ viewer { account { id } } }')
  const one = await count()
  while (made < 20) await grow()
  const twenty = await count()
  const grew = Object.entries(twenty).filter(([name, { statements }]) => statements !== one[name]?.statements)
  expect(grew.map(([name, { statements }]) => [name, one[name]?.statements, statements])).toEqual([])
  for (const [name, { items }] of Object.entries(twenty)) expect(items, name).toBeGreaterThanOrEqual(20)
})
