import { Readable } from 'node:stream'
import { projectIdOf } from '../../src/domain/organizations/project.js'
import { minutes } from '../../src/kernel/clock.js'
import { newId } from '../../src/kernel/ids.js'
import { auditTrailScope } from '../../src/kernel/permissions.js'
import type { TestApp } from '../app.js'
import { makePublicProvider } from '../public-providers.js'
import type { Callers } from './callers.js'
import { freshEngineVersion, freshWorkspace, stateMakers, type MakeThing } from './state-things.js'

/** The module that the token with the scope `publish:acme/network/aws` may publish, with a fresh version. */
const freshVersion: MakeThing = async (app, { owner, organization }) => {
  const address = { namespace: organization.name, name: 'network', provider: 'aws' }
  const { modules, moduleAccess, moduleVersions } = app.services
  const { items } = await modules.list(owner.ctx, organization.name, {}, { number: 1, size: 100 })
  if (!items.some(({ name, provider }) => name === address.name && provider === address.provider))
    await modules.create(owner.ctx, organization.name, address)
  const { module } = await moduleAccess.module(owner.ctx, address, 'modules:write')
  const version = `1.0.${app.make.next()}`
  await moduleVersions.create(owner.ctx, module.id, { version })
  return { org: organization.name, ...address, id: module.id, version }
}

/** Published and deprecated, past the service: its archive is not looked at. A token of the organization downloaded it. */
const usedVersion: MakeThing = async (app, callers, method) => {
  const { id: moduleId = '', version = '', ...address } = await freshVersion(app, callers, method)
  const [now, organizationId] = [app.clock.now(), callers.organization.id]
  const storageKey = `modules/${newId('modver')}`
  const stored = await app.storage.put(storageKey, Readable.from(['an archive']))
  const file = { storageKey, ...stored, publishedAt: now }
  const deprecation = { deprecation: 'deprecated', deprecationReason: 'Old', deprecationLink: '' } as const
  await app.prisma.moduleVersion.updateMany({
    where: { moduleId, version },
    data: { status: 'ok', ...file, ...deprecation },
  })
  const download = { moduleId, version, organizationId, day: now, credentialId: 'at-x', count: 1 }
  await app.prisma.moduleDownload.create({ data: download })
  return { ...address, id: moduleId, version }
}

const freshOrganization: MakeThing = async (app) => {
  const { name } = await app.make.organization(await app.make.user())
  return { name }
}

/** The organization of the walk itself, but for the deletion, which gets one where the people are the same. */
const organizationToDelete: MakeThing = async (app, { owner, organization }, method) => {
  if (method !== 'DELETE') return { org: organization.name }
  const { id, name } = await app.make.organization(owner)
  const people = await app.prisma.organizationMembership.findMany({
    where: { organizationId: organization.id, status: 'active', userId: { not: owner.id } },
    select: { userId: true, createdAt: true },
  })
  await app.prisma.organizationMembership.createMany({
    data: people.map((person, index) => ({ ...person, id: `${id}-${index}`, organizationId: id })),
  })
  return { org: name }
}

const freshUser: MakeThing = async (app) => ({ id: (await app.make.user()).id })

const userOfSingleSignOn: MakeThing = async (app) => {
  const { id } = await app.make.user()
  const [createdAt, lastSignedInAt] = [app.clock.now(), app.clock.now()]
  const identity = { issuer: 'https://sign-in.test', subject: id, userId: id, createdAt, lastSignedInAt }
  await app.prisma.userIdentity.create({ data: identity })
  return { id }
}

/** A team with one token that has no description, and one that has. */
const freshTeam: MakeThing = async (app, { owner, organization }) => {
  const team = await app.make.team(owner, organization)
  const whose = { type: 'team', id: team.id, organizationId: organization.id } as const
  await app.services.tokens.replacePlain(owner.ctx, whose, {})
  await app.services.tokens.create(owner.ctx, whose, { description: 'walk' })
  return { id: team.id }
}

const freshMembership: MakeThing = async (app, { owner, organization }) => {
  const email = `invited-${app.make.next()}@example.com`
  const { membership } = await app.services.memberships.create(owner.ctx, organization.name, { email })
  return { id: membership.id }
}

/** An organization that has a token; the walk's own keeps the one that a caller of the walk may have. */
const organizationWithToken: MakeThing = async (app, callers, method) => {
  const { org = '' } = await organizationToDelete(app, callers, method)
  const { ctx } = callers.owner
  const { organization } = await app.services.organizations.access(ctx, org, 'organizations:read')
  const tokens = await app.prisma.authenticationToken.count({
    where: { organizationId: organization.id, NOT: { scopes: { has: auditTrailScope } } },
  })
  if (tokens === 0)
    await app.services.tokens.replacePlain(ctx, { type: 'organization', id: organization.id }, {})
  return { org }
}

/** A private provider of one version for one platform. */
const freshProvider: MakeThing = async (app, { owner: { ctx }, organization: { name: org } }) => {
  const { providers, providerVersions: versions } = app.services
  const facts = { name: `provider-${app.make.next()}`, namespace: org, registryName: 'private' }
  const { id, name } = await providers.create(ctx, org, facts)
  const made = await versions.create(ctx, id, { version: '1.0.0', keyId: 'key' })
  const platform = { os: 'linux', arch: 'amd64' }
  await versions.createPlatform(ctx, made, { ...platform, shasum: 'ab'.repeat(32), filename: 'provider.zip' })
  return { org, registry: 'private', namespace: org, name, id, version: '1.0.0', ...platform }
}

/** A private provider as above with a page of documentation, `doc`. */
const freshDocumented: MakeThing = async (app, ...world) => {
  const thing = await freshProvider(app, ...world)
  const { id: versionId } = await app.prisma.registryProviderVersion.findFirstOrThrow({
    where: { providerId: thing['id'] ?? '' },
  })
  const id = newId('provdoc')
  const facts = { title: 'Server', subcategory: '', description: '', content: '# Server', truncated: false }
  await app.prisma.providerDoc.create({
    data: {
      ...facts,
      id,
      versionId,
      category: 'resources',
      slug: 'server',
      path: 'docs/resources/server.md',
    },
  })
  return { ...thing, doc: id }
}

/** An unused invitation of another organization: a caller who accepts it does not join the walk's own. */
const freshInvitation: MakeThing = async (app) => {
  const inviter = await app.make.user()
  const { name } = await app.make.organization(inviter)
  const email = `invited-${app.make.next()}@example.com`
  const { invitationUrl } = await app.services.memberships.create(inviter.ctx, name, { email })
  return { token: invitationUrl?.split('/').at(-1) ?? '' }
}

/** The key is not parsed: the walk asks only who may do what with it. */
const freshSigningKey: MakeThing = async (app, { organization }) => {
  const keyId = String(app.make.next()).padStart(16, '0')
  const now = app.clock.now()
  const facts = { organizationId: organization.id, keyId, asciiArmor: 'walk', createdAt: now, updatedAt: now }
  await app.prisma.gpgKey.create({ data: { id: newId('gpg'), ...facts } })
  return { namespace: organization.name, keyId }
}

/** Creates a webhook past the service, since the number of an organization is limited. */
const freshWebhook: MakeThing = async (app, { organization }) => {
  const now = app.clock.now()
  const facts = { name: 'walk', url: 'https://hooks.example/walk', secret: 'sealed' }
  const times = { createdAt: now, updatedAt: now }
  const triggers = ['module-version.published']
  const data = { id: newId('wh'), organizationId: organization.id, ...facts, triggers, ...times }
  const { id } = await app.prisma.webhook.create({ data })
  return { id }
}

const freshIssuer: MakeThing = async (app) => {
  const now = app.clock.now()
  const facts = { name: 'walk', issuer: `https://ci-${app.make.next()}.example`, kind: 'other' }
  const data = { id: newId('issuer'), ...facts, createdAt: now, updatedAt: now }
  return { id: (await app.prisma.trustedIssuer.create({ data })).id }
}

const freshIdentity: MakeThing = async (app, callers, method) => {
  const { organization } = callers
  const { id: trustedIssuerId = '' } = await freshIssuer(app, callers, method)
  const { id: teamId } = await app.prisma.team.findFirstOrThrow({
    where: { organizationId: organization.id },
  })
  const now = app.clock.now()
  const name = `walk-${app.make.next()}`
  const facts = { name, nameKey: name, claims: { sub: 'walk' }, anchor: 'sub=walk', scopes: ['read'] }
  const of = { organizationId: organization.id, trustedIssuerId, teamId }
  const data = { id: newId('ciid'), ...of, ...facts, lifetime: '15m', createdAt: now, updatedAt: now }
  return { id: (await app.prisma.ciIdentity.create({ data })).id }
}

/** A delivery that waits. */
const freshDelivery: MakeThing = async (app, callers, method) => {
  const { id = '' } = await freshWebhook(app, callers, method)
  return { id: await app.services.webhooks.test(callers.owner.ctx, id) }
}

/** The project of the walk's organization. */
const project: MakeThing = async (_app, { organization }) => ({ id: projectIdOf(organization.id) })

/** A public provider whose origin is not contacted. */
const freshPublicProvider: MakeThing = async (app) => ({ id: (await makePublicProvider(app)).id })

/** Makers of a fresh thing for each route, owned by the organization and the owner of the walk. */
const makers: Readonly<Record<string, MakeThing>> = {
  '/ping': async () => ({}),
  '/invitations/:token': freshInvitation,
  // Revocations are limited by the minute.
  '/authentication-tokens/actions/revoke': async ({ clock }) => (clock.move(minutes(1)), {}),
  '/authentication-tokens/actions/exchange': async () => ({}),
  '/api/registry/private/v2/gpg-keys': async (_app, { organization }, method) => ({
    query: method === 'GET' ? `?filter[namespace]=${organization.name}` : '',
  }),
  '/api/registry/private/v2/gpg-keys/:namespace/:keyId': freshSigningKey,
  '/admin/audit-events': async () => ({}),
  '/api/exports/audit-events.csv': async () => ({}),
  '/api/exports/audit-events.jsonl': async () => ({}),
  '/admin/engine-versions': async () => ({}),
  '/admin/engine-versions/:id': async (app, { owner }) => ({ id: (await freshEngineVersion(app, owner)).id }),
  '/admin/organizations': async () => ({}),
  '/admin/organizations/:name': freshOrganization,
  '/admin/organizations/:name/registry-partnerships': freshOrganization,
  '/admin/organizations/:name/relationships/module-consumers': freshOrganization,
  '/admin/organizations/:name/relationships/provider-consumers': freshOrganization,
  '/admin/public-providers': async () => ({}),
  '/admin/public-providers/:id': freshPublicProvider,
  '/admin/public-providers/:id/actions/look': freshPublicProvider,
  '/admin/public-providers/:id/relationships/organizations': freshPublicProvider,
  '/admin/public-providers/:id/versions': freshPublicProvider,
  '/admin/public-provider-versions/:id': async (app) => ({
    id: (await makePublicProvider(app)).versionIds['1.0.0'] ?? '',
  }),
  '/admin/registry-modules/:id': freshVersion,
  '/admin/users': async () => ({}),
  '/admin/users/:id': freshUser,
  '/admin/users/:id/identity': userOfSingleSignOn,
  '/admin/users/:id/actions/suspend': freshUser,
  '/admin/users/:id/actions/unsuspend': freshUser,
  '/admin/users/:id/actions/grant_admin': freshUser,
  '/admin/users/:id/actions/revoke_admin': freshUser,
  '/admin/users/:id/actions/disable_two_factor': freshUser,
  '/admin/users/:id/actions/password_link': freshUser,
  '/admin/users/:id/actions/revoke_tokens': freshUser,
  '/account/details': async () => ({}),
  '/account/update': async () => ({}),
  '/account/password': async () => ({}),
  '/organization/audit-trail': async () => ({}),
  '/organizations/:org/authentication-token': organizationWithToken,
  '/organizations/:org/organization-memberships': async (_app, { organization }) => ({
    org: organization.name,
  }),
  '/organization-memberships': async () => ({}),
  '/organization-memberships/:id': freshMembership,
  '/organizations/:org/team-tokens': organizationToDelete,
  '/organizations/:org/teams': async (_app, { organization }) => ({ org: organization.name }),
  '/teams/:id': freshTeam,
  '/teams/:id/relationships/users': freshTeam,
  '/teams/:id/relationships/organization-memberships': freshTeam,
  '/teams/:id/authentication-token': freshTeam,
  '/teams/:id/authentication-tokens': freshTeam,
  '/authentication-tokens/:id': async (app, { owner }) => {
    const { token } = await app.services.tokens.create(owner.ctx, { type: 'user', id: owner.id }, {})
    return { id: token.id }
  },
  '/users/:id': async (_app, { owner }) => ({ id: owner.id }),
  '/users/:id/authentication-tokens': async (_app, { owner }) => ({ id: owner.id }),
  '/organizations': async () => ({}),
  '/organizations/:org': organizationToDelete,
  '/organizations/:org/entitlement-set': async (_app, { organization }) => ({ org: organization.name }),
  '/organizations/:org/relationships/module-producers': async (_app, { organization }) => ({
    org: organization.name,
  }),
  '/admin/trusted-issuers': async () => ({}),
  '/admin/trusted-issuers/:id': freshIssuer,
  '/organizations/:org/trusted-issuers': async (_app, { organization }) => ({ org: organization.name }),
  '/organizations/:org/ci-identities': async (_app, { organization }) => ({ org: organization.name }),
  '/ci-identities/:id': freshIdentity,
  '/admin/webhooks': async () => ({}),
  '/organizations/:org/webhooks': async (_app, { organization }) => ({ org: organization.name }),
  '/webhooks/:id': freshWebhook,
  '/webhooks/:id/actions/verify': freshWebhook,
  '/webhooks/:id/actions/rotate-secret': freshWebhook,
  '/webhooks/:id/deliveries': freshWebhook,
  '/webhook-deliveries/:id': freshDelivery,
  '/webhook-deliveries/:id/actions/redeliver': freshDelivery,
  '/organizations/:org/workspaces': freshWorkspace,
  '/organizations/:org/workspaces/:name': freshWorkspace,
  '/organizations/:org/workspaces/:name/actions/safe-delete': freshWorkspace,
  '/workspaces/:id': freshWorkspace,
  '/workspaces/:id/actions/safe-delete': freshWorkspace,
  '/workspaces/:id/relationships/ssh-key': freshWorkspace,
  ...stateMakers,
  '/organizations/:org/projects': freshWorkspace,
  '/organizations/:org/runs': freshWorkspace,
  '/workspaces/:id/runs': freshWorkspace,
  '/workspaces/:id/vars': freshWorkspace,
  '/team-projects': async () => ({}),
  '/team-workspaces': async () => ({}),
  '/runs': async () => ({}),
  '/registry-modules': async () => ({}),
  '/projects/:id': project,
  '/projects/:id/tag-bindings': project,
  '/projects/:id/effective-tag-bindings': project,
  '/projects/:id/relationships/workspaces': project,
  '/organizations/:org/module-upgrades': usedVersion,
  '/organizations/:org/registry-modules': freshVersion,
  '/organizations/:org/registry-modules/vcs': freshVersion,
  '/organizations/:org/registry-modules/private/:namespace/:name': freshVersion,
  '/organizations/:org/registry-modules/private/:namespace/:name/:provider': freshVersion,
  '/organizations/:org/registry-modules/private/:namespace/:name/:provider/consumers': usedVersion,
  '/organizations/:org/registry-modules/private/:namespace/:name/:provider/version': freshVersion,
  '/organizations/:org/registry-modules/private/:namespace/:name/:provider/comparison': freshVersion,
  '/organizations/:org/registry-modules/private/:namespace/:name/:provider/versions': freshVersion,
  '/organizations/:org/registry-modules/private/:namespace/:name/:provider/:version': freshVersion,
  '/registry-modules/:id': freshVersion,
  '/registry-modules/actions/delete/:org/:name': freshVersion,
  '/registry-modules/actions/delete/:org/:name/:provider': freshVersion,
  '/registry-modules/actions/delete/:org/:name/:provider/:version': freshVersion,
  '/registry-modules/:org/:name/:provider/versions': freshVersion,
  '/organizations/:org/registry-providers': freshProvider,
  '/organizations/:org/registry-providers/:registry/:namespace/:name': freshProvider,
  '/organizations/:org/registry-providers/:registry/:namespace/:name/versions': freshProvider,
  '/organizations/:org/registry-providers/:registry/:namespace/:name/versions/:version': freshProvider,
  '/organizations/:org/registry-providers/:registry/:namespace/:name/versions/:version/docs': freshDocumented,
  '/organizations/:org/registry-providers/:registry/:namespace/:name/versions/:version/platforms':
    freshProvider,
  '/organizations/:org/registry-providers/:registry/:namespace/:name/versions/:version/platforms/:os/:arch':
    freshProvider,
  '/provider-docs/:id': async (...world) => ({ id: (await freshDocumented(...world))['doc'] ?? '' }),
  '/registry-providers/:id': freshProvider,
}

/**
 * The path of such a thing, with the prefix of the route. A route without a maker here fails the walk: no route goes
 * untried.
 */
export async function thingAt(
  app: TestApp,
  callers: Callers,
  route: string,
  method: string,
): Promise<string> {
  const make = makers[route.replace(/^\/api\/v2(?=\/)/, '')]
  if (!make) throw new Error(`the walk does not know how to make what stands at ${route}`)
  const { query = '', ...params } = await make(app, callers, method)
  return route.replace(/:(\w+)/g, (_, name: string) => params[name] ?? '') + query
}

/** Tells whether an answer left everything as it was, so that the same thing serves the next caller. */
const changesNothing = (method: string, status: number): boolean =>
  method === 'GET' || [401, 404, 405, 422].includes(status)

/** Sends the request as each bearer, with a fresh thing once a caller may have changed it. */
export async function askEach<Bearer>(
  at: { readonly app: TestApp; readonly callers: Callers; readonly route: string; readonly method: string },
  bearers: readonly Bearer[],
  ask: (path: string, bearer: Bearer) => Promise<number>,
): Promise<number[]> {
  const statuses: number[] = []
  let path: string | undefined
  for (const bearer of bearers) {
    path ??= await thingAt(at.app, at.callers, at.route, at.method)
    const status = await ask(path, bearer)
    statuses.push(status)
    // What has no thing may need another minute: revocations are limited, whatever they answer.
    if (!changesNothing(at.method, status) || !at.route.includes(':')) path = undefined
  }
  return statuses
}
