import { newId } from '../../src/kernel/ids.js'
import { versionSortKey } from '@engine/shared'
import type { Organization } from '../../src/domain/organizations/organization.js'
import { announced, resources, stateText } from '../states/states.js'
import type { TestApp } from '../app.js'
import { makePublicProvider, refuseTo } from '../public-providers.js'
import type { Person } from '../makers.js'

export interface List {
  readonly path: string
  /** The query that searches; it finds twenty things or more. */
  readonly search?: string
  /** Maximum number of entries, if the platform itself decides it. */
  readonly most?: 0 | 1
  /** The token of its reader, where that is not Ana. */
  readonly token?: string
}

/** More than a page of everything that can be listed, and where each list is, by its route. */
export async function makeLists(app: TestApp, ana: Person): Promise<Readonly<Record<string, List>>> {
  const { providers, providerVersions, modules, tokens } = app.services
  const { ctx } = ana
  const acme = await app.make.organization(ana, 'acme')
  const sharer = await app.make.organization(ana, 'sharer')
  const team = await app.make.team(ana, acme)
  const whose = { type: 'team', id: team.id, organizationId: acme.id } as const
  const facts = { registryName: 'private', namespace: 'acme' }
  const cloud = await providers.create(ctx, 'acme', { ...facts, name: 'cloud' })
  const whole = await providerVersions.create(ctx, cloud.id, { version: '0.1.0', keyId: 'key' })

  for (let n = 0; n < 21; n++) {
    const version = `1.0.${n}`
    await app.make.engineVersion(ana, version)
    await written(app, ana, await app.make.workspace(ana, acme, version))
    const member = await app.make.manager(acme, { manageModules: true })
    await app.prisma.teamMember.create({ data: { teamId: team.id, userId: member.id } })
    const own = await app.make.organization(member)
    await app.make.organization(ana)
    await app.make.token(ana)
    await tokens.create(ctx, whose, { description: `token ${n}` })
    await modules.create(ctx, 'acme', { name: `module-${n}`, provider: 'aws' })
    const provider = await providers.create(ctx, 'acme', { ...facts, name: `cloud-${n}` })
    await providerVersions.create(ctx, provider.id, { version, keyId: 'key' })
    await providerVersions.create(ctx, cloud.id, { version, keyId: 'key' })
    const file = { shasum: 'ab'.repeat(32), filename: `cloud_${n}.zip` }
    await providerVersions.createPlatform(ctx, whole, { os: `os${n}`, arch: 'amd64', ...file })
    await share(app, acme.id, own.id)
    await share(app, own.id, sharer.id)
    await signingKey(app, acme.id, n)
  }

  await app.prisma.providerDoc.createMany({
    data: Array.from({ length: 21 }, (_, n) => ({
      ...{ id: newId('provdoc'), versionId: whole.version.id, category: 'resources' as const },
      ...{ slug: `page-${n}`, title: `Page ${n}`, subcategory: '', description: '' },
      ...{ path: `docs/resources/page-${n}.md`, content: '# Page', truncated: false },
    })),
  })
  const stateful = await stateLists(app, ana, acme)
  await moduleUses(app, acme)
  const publicId = await publicProviders(app, acme)
  await ciIdentities(app, acme.id)
  const webhookId = await webhooks(app, acme.id)
  const trail = { type: 'organization', id: acme.id, only: 'audit-trails' } as const
  const { value: token } = await tokens.replacePlain(ctx, trail, {})
  const below = '/api/v2/organizations/acme'
  const provider = `${below}/registry-providers/private/acme/cloud`
  return {
    '/admin/audit-events': { path: '/api/v2/admin/audit-events', search: 'q=create' },
    '/organization/audit-trail': { path: '/api/v2/organization/audit-trail', token },
    '/admin/engine-versions': { path: '/api/v2/admin/engine-versions', search: 'search[version]=1.0' },
    '/admin/organizations': { path: '/api/v2/admin/organizations', search: 'q=example' },
    '/admin/organizations/:name/relationships/module-consumers': {
      path: '/api/v2/admin/organizations/acme/relationships/module-consumers',
    },
    '/admin/organizations/:name/relationships/provider-consumers': {
      path: '/api/v2/admin/organizations/acme/relationships/provider-consumers',
    },
    '/admin/public-providers': { path: '/api/v2/admin/public-providers', search: 'q=cloud' },
    '/admin/public-providers/:id/versions': { path: `/api/v2/admin/public-providers/${publicId}/versions` },
    '/admin/public-providers/:id/relationships/organizations': {
      path: `/api/v2/admin/public-providers/${publicId}/relationships/organizations`,
    },
    '/admin/users': { path: '/api/v2/admin/users', search: 'q=user' },
    '/users/:id/authentication-tokens': { path: `/api/v2/users/${ana.id}/authentication-tokens` },
    '/organizations': { path: '/api/v2/organizations' },
    '/organization-memberships': { path: '/api/v2/organization-memberships' },
    '/organizations/:org/organization-memberships': {
      path: `${below}/organization-memberships`,
      search: 'q=user',
    },
    '/organizations/:org/team-tokens': { path: `${below}/team-tokens`, search: 'q=team' },
    '/organizations/:org/teams': { path: `${below}/teams`, search: 'q=team' },
    '/teams/:id/authentication-tokens': { path: `/api/v2/teams/${team.id}/authentication-tokens` },
    '/teams/:id/relationships/organization-memberships': {
      path: `/api/v2/teams/${team.id}/relationships/organization-memberships`,
    },
    '/organizations/:org/relationships/module-producers': {
      path: '/api/v2/organizations/sharer/relationships/module-producers',
    },
    '/organizations/:org/workspaces': { path: `${below}/workspaces`, search: 'search[name]=work' },
    '/organizations/:org/module-upgrades': { path: `${below}/module-upgrades` },
    '/organizations/:org/registry-modules/private/:namespace/:name/:provider/consumers': {
      path: `${below}/registry-modules/private/acme/module-0/aws/consumers`,
    },
    '/organizations/:org/registry-modules': { path: `${below}/registry-modules`, search: 'q=module' },
    '/organizations/:org/registry-providers': { path: `${below}/registry-providers`, search: 'q=cloud' },
    '/organizations/:org/registry-providers/:registry/:namespace/:name/versions': {
      path: `${provider}/versions`,
    },
    '/organizations/:org/registry-providers/:registry/:namespace/:name/versions/:version/platforms': {
      path: `${provider}/versions/0.1.0/platforms`,
    },
    '/organizations/:org/registry-providers/:registry/:namespace/:name/versions/:version/docs': {
      path: `${provider}/versions/0.1.0/docs`,
      search: 'q=page',
    },
    ...stateful,
    '/organizations/:org/projects': { path: `${below}/projects`, most: 1 },
    '/organizations/:org/runs': { path: `${below}/runs`, most: 0 },
    '/team-projects': { path: '/api/v2/team-projects', most: 0 },
    '/team-workspaces': { path: '/api/v2/team-workspaces', most: 0 },
    '/admin/trusted-issuers': { path: '/api/v2/admin/trusted-issuers' },
    '/organizations/:org/trusted-issuers': { path: `${below}/trusted-issuers` },
    '/organizations/:org/ci-identities': { path: `${below}/ci-identities` },
    '/admin/webhooks': { path: '/api/v2/admin/webhooks' },
    '/organizations/:org/webhooks': { path: `${below}/webhooks` },
    '/webhooks/:id/deliveries': { path: `/api/v2/webhooks/${webhookId}/deliveries` },
    '/gpg-keys': { path: '/api/registry/private/v2/gpg-keys?filter[namespace]=acme' },
  }
}

/** Gives a workspace a lock and a state with an output. */
async function written({ services }: TestApp, ana: Person, { id }: { readonly id: string }): Promise<void> {
  await services.workspaceLocks.lock(ana.ctx, id, {})
  const outputs = { one: { value: 1, type: 'number' } }
  await services.stateWrites.create(ana.ctx, id, announced(stateText({ outputs })).data.attributes)
}

/** A workspace with 21 states, and as many outputs in each. */
async function stateLists(app: TestApp, ana: Person, acme: Organization): Promise<Record<string, List>> {
  const { workspaceLocks, stateWrites } = app.services
  const { id, name } = await app.make.workspace(ana, acme, '1.0.0')
  const words = Array.from({ length: 21 }, (_, n) => ({ key: `tag-${n}` }))
  await app.services.workspaceTags.bind(ana.ctx, id, { ids: [], attributes: words, faults: [] })
  const others = await app.prisma.workspace.findMany({
    where: { organizationId: acme.id, id: { not: id } },
    select: { id: true },
  })
  const ids = others.map((other) => other.id)
  await app.services.stateConsumers.change(ana.ctx, id, 'replace', { ids, faults: [] })
  await workspaceLocks.lock(ana.ctx, id, {})
  const outputs = Object.fromEntries(
    Array.from({ length: 21 }, (_, n) => [`output-${n}`, { value: n, type: 'number' }]),
  )
  let last = ''
  for (let serial = 1; serial <= 21; serial++) {
    const { attributes } = announced(stateText({ serial, outputs, resources: [resources(21)] })).data
    last = (await stateWrites.create(ana.ctx, id, attributes)).version.id
  }
  const below = `/api/v2/workspaces/${id}`
  return {
    '/organizations/:org/tags': { path: '/api/v2/organizations/acme/tags', search: 'q=tag' },
    '/workspaces/:id/relationships/tags': { path: `${below}/relationships/tags` },
    '/workspaces/:id/relationships/remote-state-consumers': {
      path: `${below}/relationships/remote-state-consumers`,
    },
    '/workspaces/:id/relationships/remote_state_consumers': {
      path: `${below}/relationships/remote_state_consumers`,
    },
    '/workspaces/:id/runs': { path: `${below}/runs`, most: 0 },
    '/workspaces/:id/vars': { path: `${below}/vars`, most: 0 },
    '/workspaces/:id/resources': { path: `${below}/resources` },
    '/workspaces/:id/state-versions': { path: `${below}/state-versions` },
    '/workspaces/:id/current-state-version-outputs': { path: `${below}/current-state-version-outputs` },
    '/state-versions': {
      path: `/api/v2/state-versions?filter[workspace][name]=${name}&filter[organization][name]=acme`,
    },
    '/state-versions/:id/outputs': { path: `/api/v2/state-versions/${last}/outputs` },
  }
}

/** Versions that are used and have to be left, each the only one of its module, of which one has many consumers. */
async function moduleUses(app: TestApp, acme: Organization): Promise<void> {
  const now = app.clock.now()
  const file = { storageKey: 'key', sha256: 'ab'.repeat(32), size: 1 }
  const facts = { version: '1.0.0', sortKey: versionSortKey('1.0.0'), status: 'ok', ...file } as const
  const deprecation = { deprecation: 'deprecated', deprecationReason: 'Old', deprecationLink: '' } as const
  const download = { version: '1.0.0', day: now, credentialId: 'at-x', count: 1 }
  const modules = await app.prisma.module.findMany({ where: { organizationId: acme.id } })
  for (const { id: moduleId, name } of modules) {
    const data = {
      id: `modver-${name}`,
      moduleId,
      ...facts,
      ...deprecation,
      createdAt: now,
      publishedAt: now,
    }
    await app.prisma.moduleVersion.create({ data })
    await app.prisma.moduleDownload.create({ data: { ...download, moduleId, organizationId: acme.id } })
  }
  const moduleId = modules.find(({ name }) => name === 'module-0')?.id ?? ''
  const others = await app.prisma.organization.findMany({ where: { id: { not: acme.id } }, take: 21 })
  for (const { id: organizationId } of others)
    await app.prisma.moduleDownload.create({ data: { ...download, moduleId, organizationId } })
}

async function share(app: TestApp, producerId: string, consumerId: string): Promise<void> {
  await app.prisma.moduleConsumer.create({ data: { producerId, consumerId } })
  await app.prisma.providerConsumer.create({ data: { producerId, consumerId } })
}

/** Each wanted by one; the id of the last one, which has versions and is approved for many. */
async function publicProviders(app: TestApp, acme: Organization): Promise<string> {
  const versions = Array.from({ length: 21 }, (_, n) => `1.0.${n}`)
  await app.prisma.organization.update({ where: { id: acme.id }, data: { publicProviders: 'listed' } })
  let id = ''
  for (const version of versions) {
    const provider = await makePublicProvider(app, version === '1.0.20' ? { versions } : {})
    await refuseTo(app, acme, provider)
    id = provider.id
  }
  const others = await app.prisma.organization.findMany({
    where: { id: { not: acme.id } },
    select: { id: true },
  })
  const approvedAt = app.clock.now()
  const data = others.map((other) => ({ providerId: id, organizationId: other.id, approvedAt }))
  await app.prisma.publicProviderApproval.createMany({ data })
  return id
}

async function ciIdentities(app: TestApp, organizationId: string): Promise<void> {
  const now = app.clock.now()
  const times = { createdAt: now, updatedAt: now }
  const { id: teamId } = await app.prisma.team.findFirstOrThrow({ where: { organizationId } })
  for (let n = 0; n < 21; n++) {
    const id = newId('issuer')
    const name = `ci ${n}`
    const issuer = { id, name, issuer: `https://${id}.example`, kind: 'other' }
    await app.prisma.trustedIssuer.create({ data: { ...issuer, ...times } })
    const claims = { sub: 'job' }
    const facts = { name, nameKey: name, claims, anchor: 'sub=job', scopes: ['read'], lifetime: '15m' }
    const of = { organizationId, trustedIssuerId: id, teamId }
    await app.prisma.ciIdentity.create({ data: { id: newId('ciid'), ...of, ...facts, ...times } })
  }
}

/** More than people may make; the id of the last one, which has deliveries. */
async function webhooks(app: TestApp, organizationId: string): Promise<string> {
  const now = app.clock.now()
  const facts = { url: 'https://hooks.example/', triggers: ['sharing.changed'], secret: 'sealed' }
  const ids = Array.from({ length: 21 }, (_, n) => `wh-${String(n).padStart(16, '0')}`)
  for (const id of ids)
    for (const scope of [organizationId, null]) {
      const whose = { id: scope === null ? id.replace('wh-0', 'wh-1') : id, organizationId: scope }
      const data = { ...whose, ...facts, name: id, createdAt: now, updatedAt: now }
      await app.prisma.webhook.create({ data })
    }
  const webhookId = ids.at(-1) ?? ''
  const delivery = { webhookId, type: 'sharing.changed', subject: 'one', payload: '{}', dueAt: now }
  const data = ids.map((id) => ({ ...delivery, id: id.replace('wh', 'msg'), createdAt: now }))
  await app.prisma.webhookDelivery.createMany({ data })
  return webhookId
}

/** Stores a signing key that could verify nothing: its list only shows it. */
async function signingKey(app: TestApp, organizationId: string, n: number): Promise<void> {
  const now = app.clock.now()
  const keyId = n.toString(16).toUpperCase().padStart(16, '0')
  const facts = { organizationId, keyId, asciiArmor: 'armor', createdAt: now, updatedAt: now }
  await app.prisma.gpgKey.create({ data: { ...facts, id: `gpg-${keyId}` } })
}
