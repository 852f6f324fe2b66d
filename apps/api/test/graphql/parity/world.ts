import { generateKey } from 'openpgp'
import { newId } from '../../../src/kernel/ids.js'
import type { TestApp } from '../../app.js'
import { testJob, type Person } from '../../makers.js'
import { taking } from '../../modules/interfaces.js'
import { publish, setStatus } from '../../modules/module-requests.js'
import { announced, resources, stateText, type StateOptions } from '../../states/states.js'
import { createPlatform, createProvider, createProviderVersion } from '../../providers.js'
import { makePublicProvider, refuseTo } from '../../public-providers.js'

/** Things that the paths and documents of a row use. */
export interface World {
  readonly org: string
  readonly engineVersionId: string
  readonly userId: string
  readonly userTokenId: string
  readonly teamId: string
  readonly teamTokenId: string
  readonly membershipId: string
  readonly workspaceId: string
  readonly workspace: string
  readonly stateVersionId: string
  readonly moduleId: string
  readonly moduleName: string
  readonly providerId: string
  readonly providerName: string
  readonly providerVersion: string
  /** A page of its documentation: the resource `server`. */
  readonly providerDocId: string
  readonly keyId: string
  readonly publicProviderId: string
  readonly webhookId: string
  readonly webhookDeliveryId: string
  readonly issuerId: string
  readonly ciIdentityId: string
}

export interface Caller {
  readonly bearer: string | undefined
  /** The user's own, for the lists that belong to the caller. */
  readonly id: string
}

/** Things that do not exist, with well-formed names and ids. */
export const missingWorld: World = {
  org: 'ghost',
  engineVersionId: 'tool-0000000000000000',
  userId: 'user-0000000000000000',
  userTokenId: 'at-0000000000000000',
  teamId: 'team-0000000000000000',
  teamTokenId: 'at-0000000000000001',
  membershipId: 'ou-0000000000000000',
  workspaceId: 'ws-0000000000000000',
  workspace: 'ghost',
  stateVersionId: 'sv-0000000000000000',
  moduleId: 'mod-0000000000000000',
  moduleName: 'ghost',
  providerId: 'prov-0000000000000000',
  providerName: 'ghost',
  providerVersion: '9.9.9',
  providerDocId: 'provdoc-0000000000000000',
  keyId: '0000000000000000',
  publicProviderId: 'pubprov-0000000000000000',
  webhookId: 'wh-0000000000000000',
  webhookDeliveryId: 'msg-0000000000000000',
  issuerId: 'issuer-0000000000000000',
  ciIdentityId: 'ciid-0000000000000000',
}

/** One organization that has some of everything, and every kind of caller. */
export async function createWorld(app: TestApp): Promise<{
  world: World
  organizationId: string
  administrator: Person
  callers: Record<string, Caller>
}> {
  const administrator = await app.make.administrator('root')
  const owner = await app.make.user('owner')
  const stranger = await app.make.user('stranger')
  const acme = await app.make.organization(owner, 'acme')
  await app.make.organization(stranger, 'foreign')
  const member = await app.make.member(acme, 'member')
  const gone = await app.make.user('gone')
  await app.services.users.act(administrator.ctx, gone.id, 'suspend')
  await shareModules(app, administrator, stranger, acme.id)
  const version = await app.make.engineVersion(administrator, '1.0.0', { official: true })
  await app.make.engineVersion(administrator, '1.1.0-rc1', {
    beta: true,
    deprecated: true,
    deprecatedReason: 'early',
  })
  const tags = { tagBindings: [{ key: 'area', value: 'net' }, { key: 'core' }] }
  const facts = { name: 'network', engineVersion: '1.0.0' }
  const workspace = await app.services.workspaces.create(owner.ctx, 'acme', facts, tags)
  await app.make.workspace(owner, acme, '1.0.0', 'Base')
  const tokens = await createTokens(app, owner, acme.id)
  const { membership } = await app.services.memberships.create(
    owner.ctx,
    'acme',
    { email: 'new@example.com' },
    { ids: [tokens.teamId], faults: [] },
  )
  const { bearers, ...ids } = tokens
  const world: World = {
    ...ids,
    ...(await createRegistry(app, owner)),
    ...(await createWebhooks(app, administrator, owner)),
    ...(await createCiIdentities(app, administrator, owner, ids.teamId)),
    publicProviderId: await createPublicProviders(app, administrator, acme),
    org: 'acme',
    engineVersionId: version.id,
    userId: member.id,
    membershipId: membership.id,
    workspaceId: workspace.id,
    workspace: 'network',
    stateVersionId: await writeStates(app, owner, workspace.id),
  }
  const people = { administrator, owner, member, stranger }
  const callers = Object.fromEntries(
    Object.entries(people).map(([name, { id, token }]) => [name, { id, bearer: token }]),
  )
  const none = { id: 'user-0000000000000000' }
  return {
    world,
    organizationId: acme.id,
    administrator,
    callers: {
      ...callers,
      'team token': { ...none, bearer: bearers.team },
      'organization token': { ...none, bearer: bearers.organization },
      nobody: { ...none, bearer: undefined },
    },
  }
}

/** Shares modules between three organizations: one with all, one with acme, and acme with one. */
async function shareModules(
  app: TestApp,
  administrator: Person,
  stranger: Person,
  acmeId: string,
): Promise<void> {
  const { registryPartnerships, adminOrganizations } = app.services
  const sharer = await app.make.organization(stranger, 'sharer')
  const giver = await app.make.organization(stranger, 'giver')
  await registryPartnerships.setConsumers(administrator.ctx, sharer.id, 'modules', ['acme'])
  await registryPartnerships.setConsumers(administrator.ctx, acmeId, 'modules', ['sharer', 'foreign'])
  await registryPartnerships.setConsumers(administrator.ctx, acmeId, 'providers', ['sharer', 'giver'])
  await adminOrganizations.update(administrator.ctx, giver.id, { globalModuleSharing: true })
  await adminOrganizations.update(administrator.ctx, acmeId, {
    workspaceLimit: 9,
    planTimeout: '1h30m',
    enginePolicy: 'warn',
    publicProviders: 'listed',
    providerCooldown: '72h',
  })
}

/** Two states, of which the second has outputs of both kinds; the id of that. */
async function writeStates(app: TestApp, owner: Person, workspaceId: string): Promise<string> {
  const { workspaceLocks, stateWrites } = app.services
  const write = async (options: StateOptions) => {
    const { data } = announced(stateText(options))
    return (await stateWrites.create(owner.ctx, workspaceId, data.attributes)).version.id
  }
  await workspaceLocks.lock(owner.ctx, workspaceId, {})
  await write({ resources: [resources(2)] })
  const secret = { value: 'hidden', type: 'string', sensitive: true }
  const list = { value: ['a', 'b'], type: ['list', 'string'] }
  const id = await write({ serial: 2, resources: [resources(3)], outputs: { list, secret } })
  await workspaceLocks.unlock(owner.ctx, workspaceId, {})
  return id
}

async function createTokens(app: TestApp, owner: Person, organizationId: string) {
  const { teams, tokens } = app.services
  const crew = await teams.create(owner.ctx, 'acme', {
    name: 'crew',
    visibility: 'organization',
    organizationAccess: { 'manage-providers': true },
  })
  await teams.addMembers(owner.ctx, crew.id, { ids: ['owner', 'member'], faults: [] })
  const team = { type: 'team', id: crew.id, organizationId } as const
  const plain = await tokens.replacePlain(owner.ctx, team, {})
  const described = await tokens.create(owner.ctx, team, { description: 'ci', scopes: ['read'] })
  const organization = await tokens.replacePlain(owner.ctx, { type: 'organization', id: organizationId }, {})
  const scoped = await tokens.create(owner.ctx, { type: 'user', id: owner.id }, { scopes: ['registry'] })
  return {
    teamId: crew.id,
    teamTokenId: described.token.id,
    userTokenId: scoped.token.id,
    bearers: { team: plain.value, organization: organization.value },
  }
}

/** One that acme wants, and one of three versions that it may use; the id of that. */
async function createPublicProviders(
  app: TestApp,
  { ctx }: Person,
  acme: { readonly id: string },
): Promise<string> {
  await refuseTo(app, acme, await makePublicProvider(app, { name: 'wanted' }))
  const versions = ['1.0.0', '1.1.0', '1.2.0-rc1']
  const { id, versionIds } = await makePublicProvider(app, { name: 'cloud', versions })
  const { adminPublicProviders } = app.services
  await adminPublicProviders.approve(ctx, id, { ids: ['acme', 'sharer'], faults: [] })
  const decision = { decision: 'block', reason: 'A hole in it' }
  await adminPublicProviders.decide(ctx, versionIds['1.1.0'] ?? '', decision)
  return id
}

async function createWebhooks(app: TestApp, administrator: Person, owner: Person) {
  const { webhooks } = app.services
  const facts = { url: 'https://hooks.example/', triggers: ['sharing.changed'] }
  await webhooks.create(administrator.ctx, undefined, { ...facts, name: 'site' })
  await webhooks.create(owner.ctx, 'acme', { ...facts, name: 'off', enabled: false })
  const { webhook } = await webhooks.create(owner.ctx, 'acme', { ...facts, name: 'chat' })
  await webhooks.test(owner.ctx, webhook.id)
  const webhookDeliveryId = await webhooks.test(owner.ctx, webhook.id)
  return { webhookId: webhook.id, webhookDeliveryId }
}

/** Two issuers, of which acme may name one, and two identities. */
async function createCiIdentities(app: TestApp, administrator: Person, owner: Person, team: string) {
  const { trustedIssuers, ciIdentities } = app.services
  const github = { name: 'GitHub', issuer: 'https://token.actions.githubusercontent.com' }
  const other = { name: 'other', issuer: 'https://ci.example', organizations: ['foreign'] }
  await trustedIssuers.create(administrator.ctx, other)
  const { id: issuerId } = await trustedIssuers.create(administrator.ctx, github)
  const facts = { claims: { repository: 'acme/network', ref: 'refs/tags/v*' }, scopes: ['read'] }
  const relations = { trustedIssuer: issuerId, team }
  await ciIdentities.create(owner.ctx, 'acme', { ...facts, name: 'off', enabled: false }, relations)
  const { id } = await ciIdentities.create(owner.ctx, 'acme', { ...facts, name: 'release' }, relations)
  return { issuerId, ciIdentityId: id }
}

async function createRegistry(app: TestApp, owner: Person) {
  await createProvider(app, owner, 'acme/public/someone/aws')
  const { id: providerId } = await createProvider(app, owner, 'acme/private/acme/cloud')
  for (const version of ['1.9.0', '1.10.0'])
    await createProviderVersion(app, owner, 'acme/private/acme/cloud', version)
  await createPlatform(app, owner, 'acme/private/acme/cloud', '1.9.0')
  const module = await app.services.modules.create(owner.ctx, 'acme', {
    name: 'network',
    provider: 'aws',
    sourceUrl: 'https://git.example/network',
  })
  await app.services.modules.create(owner.ctx, 'acme', { name: 'Base', provider: 'aws' })
  await publish(app, owner, 'acme/network/aws', '0.9.0', taking('cidr'))
  await publish(app, owner, 'acme/network/aws', '1.0.0')
  await setStatus(app, owner, 'acme/network/aws', '0.9.0', 'Revoked', { reason: 'A hole in it' })
  await app.services.moduleVersions.create(owner.ctx, module.id, { version: '1.1.0' })
  const { id: moduleId, organizationId } = module
  const provenance = { ...testJob, workflow: null }
  await app.prisma.moduleVersion.updateMany({ where: { moduleId, version: '1.0.0' }, data: { provenance } })
  await app.prisma.registryProviderVersion.updateMany({ where: { version: '1.9.0' }, data: { provenance } })
  const download = { moduleId, organizationId, day: app.clock.now(), credentialId: 'at-x', count: 2 }
  await app.prisma.moduleDownload.createMany({
    data: ['0.9.0', '1.0.0'].map((version) => ({ ...download, version })),
  })
  const { publicKey } = await generateKey({ userIDs: [{ name: 'Release' }], format: 'armored' })
  const key = await app.services.gpgKeys.create(owner.ctx, { namespace: 'acme', asciiArmor: publicKey })
  return {
    providerId,
    providerName: 'cloud',
    providerVersion: '1.9.0',
    providerDocId: await makeDocs(app, providerId),
    moduleId: module.id,
    moduleName: 'network',
    keyId: key.keyId,
  }
}

/** Three pages of documentation of 1.9.0; returns the id of the resource `server`. */
async function makeDocs(app: TestApp, providerId: string): Promise<string> {
  const where = { providerId_version: { providerId, version: '1.9.0' } }
  const docsUploadedAt = app.clock.now()
  const { id: versionId } = await app.prisma.registryProviderVersion.update({
    where,
    data: { docsUploadedAt },
  })
  const of = { versionId, description: '', content: '# Page', truncated: false }
  const id = newId('provdoc')
  await app.prisma.providerDoc.createMany({
    data: [
      {
        ...of,
        id,
        category: 'resources',
        slug: 'server',
        title: 'Server',
        subcategory: 'Compute',
        path: 'a.md',
      },
      {
        ...of,
        id: newId('provdoc'),
        category: 'resources',
        slug: 'disk',
        title: 'Disk',
        subcategory: '',
        path: 'b.md',
      },
      {
        ...of,
        id: newId('provdoc'),
        category: 'data_sources',
        slug: 'image',
        title: 'Image',
        subcategory: '',
        path: 'c.md',
      },
    ],
  })
  return id
}
