import { archive, file } from '@engine/module-source/testing'
import { generateKey } from 'openpgp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { tokenValues } from '../../src/adapters/secrets/tokens.js'
import { newId } from '../../src/kernel/ids.js'
import { startTestApp, type TestApp } from '../app.js'
import { identify, trust } from '../ci-identities/ci-issuer.js'
import { isFull } from '../full-run.js'
import type { Person } from '../makers.js'
import { createModule, pathOf, publish, put } from '../modules/module-requests.js'
import { createPlatform, createProvider, createProviderVersion, providerPath } from '../providers.js'
import { newSigningKey } from '../../load/src/origin/signing.js'
import { refused, seenProvider, used } from '../public-providers/seen-provider.js'
import { registerKey, releaseProvider } from '../registry/signed-provider.js'
import { as, graphql } from '../rest.js'
import { statementsOf } from '../statements.js'
import { announced, resources, stateText } from '../states/states.js'
import { consoleQueries, type ConsoleQuery } from './console-documents.js'

let app: TestApp
let admin: Person
let queries: readonly ConsoleQuery[]

beforeAll(async () => {
  app = await startTestApp({ ANSWER_CACHE_LIMIT: '0', PUBLIC_PROVIDERS: 'listed' })
  admin = await app.make.administrator('root')
  queries = (await consoleQueries()).filter(({ name }) => !asksOthers.has(name))
  await grow(1)
})
afterAll(() => app.stop())

/** Queries whose data come from another host. */
const asksOthers = new Set(['PublicProviderVersions', 'ReleaseFeed'])

const many = isFull ? 30 : 10
let made = 0

/** More of everything that a page of the console lists, all of it in or around one organization. */
async function grow(count: number): Promise<void> {
  const { services, make } = app
  const { ctx } = admin
  if (made === 0) {
    await make.organization(admin, 'acme')
    await createProvider(app, admin, 'acme/private/acme/cloud')
    await createModule(app, admin, 'acme/network/aws')
  }
  const acme = await services.adminOrganizations.find(ctx, 'acme')
  const { id: firstTeam } =
    (await app.prisma.team.findFirst({ where: { name: 'team-one' } })) ??
    (await make.team(admin, acme, { name: 'team-one' }))
  for (const to = made + count; made < to;) {
    const number = `1.0.${made++}`
    await make.engineVersion(admin, number)
    await make.workspace(admin, acme, made === 1 ? number : '1.0.0')
    const member = await make.member(acme)
    const team = await make.team(admin, acme)
    const members = { ids: [member.username], faults: [] }
    await services.teams.addMembers(ctx, team.id, members)
    await services.teams.addMembers(ctx, firstTeam, members)
    await services.tokens.replacePlain(ctx, { type: 'team', id: team.id, organizationId: acme.id }, {})
    await services.tokens.create(
      ctx,
      { type: 'team', id: firstTeam, organizationId: acme.id },
      { description: `token ${made}` },
    )
    await make.token(admin)
    await services.memberships.create(ctx, 'acme', { email: `new-${made}@example.com` })
    await publish(app, admin, 'acme/network/aws', number)
    await createModule(app, admin, `acme/module-${made}/aws`)
    await createProviderVersion(app, admin, 'acme/private/acme/cloud', number)
    await createPlatform(app, admin, 'acme/private/acme/cloud', number)
    await createProvider(app, admin, `acme/private/acme/cloud-${made}`)
    await documentProvider(made)
    await alteredModule(made)
    const { publicKey } = await generateKey({ userIDs: [{ name: number }], format: 'armored' })
    await services.gpgKeys.create(ctx, { namespace: 'acme', asciiArmor: publicKey })
    await webhook(acme.id, made)
    await writeState(made)
    await sharedProvider()
    await publicProvider(acme.id, made)
    const issuer = await trust(app, admin, `https://ci-${made}.example`, { name: `CI ${made}` })
    const scopes = ['registry']
    await identify(app, admin, 'acme', { issuer, team: firstTeam, name: `release ${made}`, scopes })
    const other = await make.organization(admin)
    await services.registryPartnerships.setConsumers(ctx, other.id, 'modules', ['acme'])
    await services.registryPartnerships.setConsumers(ctx, acme.id, 'modules', await otherNames())
    await stoppedAct()
  }
}

/** Replaces the documentation of the first version of a provider by this number of pages and an overview. */
async function documentProvider(pages: number): Promise<void> {
  const path = `${providerPath('acme/private/acme/cloud')}/versions/1.0.0`
  const { body } = await as(app, admin).get(path)
  const names = Array.from({ length: pages }, (_, n) => `docs/resources/thing_${n}.md`)
  const files = ['docs/index.md', ...names].map((name) => file(name, '# A page\n'))
  expect((await put(app, pathOf(body.data.links['docs-upload']), archive(...files))).status).toBe(200)
}

/** Creates a module of the public registry whose archive has changed there. */
async function alteredModule(number: number): Promise<void> {
  const at = app.clock.now()
  const digests = { sha256: 'a'.repeat(64), alteredSha256: 'b'.repeat(64), alteredAt: at }
  const place = {
    origin: 'registry.example',
    address: `someone/module-${number}/aws`,
    part: '1.0.0/download',
  }
  const answer = {
    id: newId('pubmod'),
    location: 'https://registry.example/it.tar.gz',
    storedAt: at,
    usedAt: at,
  }
  await app.prisma.publicModuleDocument.create({ data: { ...answer, ...place, ...digests } })
}

/** Starts an act on all organizations, and stops it. */
async function stoppedAct(): Promise<void> {
  const { bulkActs } = app.services
  const act = { kind: 'organization-limit', settings: { workspaceLimit: 5 } } as const
  const { id } = await bulkActs.start(admin.ctx, { ...act, selection: { filter: {} } })
  await bulkActs.cancel(admin.ctx, id)
}

/** Creates a shared provider, by people who are no members of the organization. */
async function sharedProvider(): Promise<void> {
  const producer = await app.make.user()
  const { id, name } = await app.make.organization(producer)
  const pair = await newSigningKey()
  await registerKey(app, producer, name, pair)
  await releaseProvider(app, producer, `${name}/private/${name}/shared`, pair, { version: '1.0.0' })
  await app.services.registryPartnerships.setConsumers(admin.ctx, id, 'providers', ['acme'])
}

/** One that the organization wants, and one more version of the first. */
async function publicProvider(organizationId: string, number: number): Promise<void> {
  const altered = { alteredAt: app.clock.now(), mismatch: 'Another one' }
  const id = await seenProvider(app, `cloud-${number}`, { seen: { '1.0.0': altered } })
  await refused(app, id, organizationId)
  const seen = { [`2.0.${number}`]: {} }
  await seenProvider(app, `more-${number}`, { seen })
  const first = await app.prisma.publicProvider.findFirstOrThrow({ where: { name: 'cloud-1' } })
  await app.prisma.publicProviderVersion.updateMany({
    where: { version: `2.0.${number}` },
    data: { providerId: first.id },
  })
  const [version] = await app.prisma.publicProviderVersion.findMany({ where: { version: `2.0.${number}` } })
  await used(app, version?.id ?? '', organizationId)
}

/** One more of the one workspace that has some, with more outputs than the one before. */
async function writeState(serial: number): Promise<void> {
  const { workspaceLocks, stateWrites } = app.services
  const { ctx } = admin
  const where = serial === 1 ? {} : { stateVersions: { some: {} } }
  const { id } = await app.prisma.workspace.findFirstOrThrow({ where })
  const names = Array.from({ length: serial }, (_, index) => `output-${index}`)
  const outputs = Object.fromEntries(names.map((name) => [name, { value: name, type: 'string' }]))
  const used = { ...resources(serial), provider: 'provider["registry.test/acme/cloud"]' }
  const { data } = announced(stateText({ serial, outputs, resources: [used] }))
  await workspaceLocks.lock(ctx, id, {})
  await stateWrites.create(ctx, id, data.attributes)
  await workspaceLocks.unlock(ctx, id, {})
}

/** Creates a webhook with a delivery of the first; these are more than people may create. */
async function webhook(organizationId: string, number: number): Promise<void> {
  const at = app.clock.now()
  const id = (count: number) => `wh-${String(count).padStart(16, '0')}`
  const facts = { url: 'https://hooks.example/', triggers: ['sharing.changed'], secret: 'sealed' }
  const times = { createdAt: at, updatedAt: at }
  await app.prisma.webhook.create({
    data: { ...facts, ...times, id: id(number), organizationId, name: id(number) },
  })
  const delivery = { type: 'sharing.changed', subject: 'one', payload: '{}', dueAt: at, createdAt: at }
  await app.prisma.webhookDelivery.create({
    data: { ...delivery, id: id(number).replace('wh', 'msg'), webhookId: id(1) },
  })
}

async function otherNames(): Promise<string[]> {
  const found = await app.prisma.organization.findMany({ where: { name: { not: 'acme' } } })
  return found.map(({ name }) => name)
}

type Subjects = Readonly<Record<string, string | undefined>>

/** Finds the thing that the page of a query is about. */
async function subjects(): Promise<Subjects> {
  const { prisma } = app
  const ids = {
    AlteredModule: await prisma.publicModuleDocument.findFirst(),
    BulkAct: await prisma.bulkAct.findFirst(),
    AuditEvent: await prisma.auditEvent.findFirst({ orderBy: { id: 'asc' } }),
    CiIdentity: await prisma.ciIdentity.findFirst({ where: { name: 'release 1' } }),
    EngineVersion: await prisma.engineVersion.findFirst({ where: { version: '1.0.0' } }),
    Member: await prisma.organizationMembership.findFirst({ where: { userId: { not: admin.id } } }),
    SharedProvider: await prisma.registryProvider.findFirst({ where: { name: 'shared' } }),
    PublicProvider: await prisma.publicProvider.findFirst({ where: { name: 'cloud-1' } }),
    Module: await prisma.module.findFirst({ where: { name: 'network' } }),
    Provider: await prisma.registryProvider.findFirst({ where: { name: 'cloud' } }),
    Team: await prisma.team.findFirst({ where: { name: 'team-one' } }),
    User: await prisma.user.findFirst({ where: { id: admin.id } }),
    Webhook: await prisma.webhook.findFirst({ orderBy: { id: 'asc' } }),
    Workspace: await prisma.workspace.findFirst({ where: { stateVersions: { some: {} } } }),
    Token: await prisma.authenticationToken.findFirst({ where: { userId: admin.id } }),
    State: await prisma.stateVersion.findFirst({ where: { isCurrent: true } }),
  }
  return Object.fromEntries(Object.entries(ids).map(([kind, thing]) => [kind, thing?.id.toString()]))
}

/** The last part of a fresh link. */
async function invitation(): Promise<string> {
  const email = `invited-${await app.prisma.organizationMembership.count()}@example.com`
  const { invitationUrl } = await app.services.memberships.create(admin.ctx, 'acme', { email })
  return invitationUrl?.split('/').at(-1) ?? ''
}

/** The secret of a link that confirms the administrator's address, as a letter would bring it. */
async function confirmation(): Promise<string> {
  const { value, hash: tokenHash } = tokenValues.create('confirmation')
  const times = { createdAt: app.clock.now(), expiresAt: new Date('2100-01-01') }
  const facts = { id: newId('inv'), tokenHash, userId: admin.id, email: 'root@example.com' }
  await app.prisma.invitation.create({ data: { ...facts, ...times } })
  return value
}

/** Queries about another thing than their names say. */
const aboutAnother: Readonly<Record<string, string>> = { RequestersOfProvider: 'PublicProvider' }

async function variablesOf({ name, variables }: ConsoleQuery, kinds: Subjects): Promise<object> {
  const kind = aboutAnother[name] ?? Object.keys(kinds).find((each) => name.includes(each))
  const known: Readonly<Record<string, unknown>> = {
    id: kinds[kind ?? ''],
    moduleId: kinds['Module'],
    webhookId: kinds['Webhook'],
    workspaceId: kinds['Workspace'],
    providerId: kinds['Provider'],
    stateVersionId: kinds['State'],
    organization: 'acme',
    text: '>= 1.0',
    forSite: true,
    forVersions: true,
    forProviders: true,
    isWanted: true,
    isRecent: true,
    target: 'acme',
    edges: ['2026-01-01T00:00:00.000Z', '2026-02-01T00:00:00.000Z'],
    dependencies: true,
    deprecated: true,
    folders: true,
    inputs: true,
    isChangelog: true,
    outputs: true,
    resources: true,
    origin: 'registry.example',
    namespace: 'someone',
    name: variables.includes('provider') ? 'network' : 'acme',
    provider: 'aws',
    version: '1.0.0',
    from: '1.0.0',
    to: '1.0.0',
    days: 30,
    path: '',
    folder: '',
    search: '',
    isSearch: true,
    size: 20,
    isOfOrganizations: true,
    other: '',
    hasOther: true,
    recent: ['acme'],
    category: 'OVERVIEW',
    slug: 'index',
    ...(name === 'AttentionQueue' && { view: 'OPEN', orderBy: 'WORST' }),
    filter: {},
    input: { kind: 'ORGANIZATION_LIMIT', settings: { workspaceLimit: 5 }, organizations: {} },
    page: { number: 1, size: 20 },
    ...(variables.includes('ids') && {
      ids: (await app.prisma.engineVersion.findMany({ take: 100 })).map(({ id }) => id),
    }),
    ...(variables.includes('token') && {
      token: await (name === 'EmailConfirmation' ? confirmation() : invitation()),
    }),
    ...(name === 'SharingPreview' && {
      modules: { of: 'MODULES', withAll: true },
      providers: { of: 'PROVIDERS', withAll: true },
    }),
  }
  return Object.fromEntries(variables.map((variable) => [variable, known[variable]]))
}

/** Counts the statements of each page; a page that shows an error would send too few. */
async function count(): Promise<Map<string, number>> {
  const counted = new Map<string, number>()
  const unanswered: unknown[] = []
  const kinds = await subjects()
  for (const query of queries) {
    const variables = await variablesOf(query, kinds)
    const { answer, own } = await statementsOf(app, () => graphql(app, admin, query.document, variables))
    const [first] = Object.values(answer.data ?? {})
    if (answer.errors || first === null) unanswered.push([query.name, answer.errors ?? first])
    counted.set(query.name, own.length)
  }
  expect(unanswered).toEqual([])
  return counted
}

test(`each page of the console takes the same number of statements for one thing and for ${many}`, async () => {
  expect(queries.length).toBeGreaterThan(40)
  await count()
  const one = await count()
  await grow(many - 1)
  // A page of documentation is rendered when it is first opened.
  await count()
  const afterwards = await count()
  const differing = [...afterwards].filter(([name, statements]) => statements !== one.get(name))
  expect(differing.map(([name, statements]) => [name, one.get(name), statements])).toEqual([])
  expect([...afterwards].filter(([, statements]) => statements >= 30)).toEqual([])
})
