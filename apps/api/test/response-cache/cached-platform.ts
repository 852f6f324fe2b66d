import { archive, file } from '@engine/module-source/testing'
import { days, later } from '../../src/kernel/clock.js'
import { startTestApp, type TestApp } from '../app.js'
import type { Person } from '../makers.js'
import { cli } from '../engine-sightings/asking.js'
import { createModule, modulePath, publish, publishModule } from '../modules/module-requests.js'
import { createProvider, providerPath } from '../providers.js'
import { newSigningKey } from '../../load/src/origin/signing.js'
import { registerKey, releaseProvider } from '../registry/signed-provider.js'
import { as, documentOf, must } from '../rest.js'
import { sessionOf, userWithPassword } from '../sign-in.js'
import { ask } from './asking.js'

/** A platform where whatever a cached answer may show is there, and ends by itself within a month, if it can. */
export interface CachedPlatform {
  readonly app: TestApp
  /** Every kind of caller, with its bearer. */
  readonly bearers: Readonly<Record<string, string>>
  /** Addresses of existing things for each path that names tags, and each path of the registry. */
  readonly addresses: Readonly<Record<string, readonly string[]>>
  /** Writes and shows what was counted so far. */
  settle(): Promise<void>
}

/** Settings of each of its processes. */
export const env = { ENGINE_ALIASES: 'terraform', LOG_LEVEL: 'silent' }

/** Old, and seen in requests. */
export const runEngine = '1.9.2'

const dependent = archive(
  file(
    'main.tf',
    `module "names" {
      source  = "registry.test/acme/names/aws"
      version = "1.0.0"
    }`,
  ),
)

const patch = (app: TestApp, by: Person, path: string, type: string, attributes: object): Promise<void> =>
  must(as(app, by).patch(path, { body: documentOf(type, attributes) }))

export async function startCachedPlatform(): Promise<CachedPlatform> {
  const app = await startTestApp({ ...env, ANSWER_CACHE_LIMIT: '10000000' })
  const admin = await app.make.administrator('ana')
  const acme = await app.make.organization(admin, 'acme')
  const globex = await app.make.organization(admin, 'globex')
  const endOfLife = { date: later(app.clock.now(), days(10)).toISOString(), reason: 'old' }
  const moduleId = await publishModules(app, admin, endOfLife)
  const providerId = await releaseProviders(app, admin, endOfLife)
  await app.make.engineVersion(admin, '1.11.4')
  const { id: toolId } = await app.make.engineVersion(admin, runEngine, { endOfLife })
  await app.make.workspace(admin, acme, runEngine)
  await patch(app, admin, '/admin/organizations/acme', 'organizations', { 'engine-policy': 'warn' })
  const ending = { name: globex.name, endsAt: later(app.clock.now(), days(20)) }
  const shares = { modules: [ending], providers: [ending] }
  await app.services.registryPartnerships.set(admin.ctx, acme.id, shares)
  const team = await app.make.team(admin, acme)
  const teamOwner = { type: 'team', id: team.id, organizationId: acme.id } as const
  const organizationOwner = { type: 'organization', id: globex.id } as const
  const { tokens } = app.services
  await userWithPassword(app, 'eve')
  const bearers = {
    'a site administrator': admin.token,
    'a member': (await app.make.member(acme)).token,
    'a member of a consumer': (await app.make.member(globex)).token,
    'a person in a session': await sessionOf(app, 'eve'),
    'a team': (await tokens.replacePlain(admin.ctx, teamOwner, {})).value,
    'an organization that is a consumer': (await tokens.replacePlain(admin.ctx, organizationOwner, {})).value,
  }
  await ask(app, bearers['a member'], '/v1/modules/acme/network/aws/1.0.0/download', {
    headers: cli(runEngine),
  })
  const settle = async () => {
    await app.services.moduleDownloads.stop(admin.ctx)
    await app.services.engineSightings.stop(admin.ctx)
  }
  await settle()
  return { app, bearers, addresses: addressesOf({ moduleId, providerId, toolId }), settle }
}

/** The id of the module. */
async function publishModules(app: TestApp, by: Person, endOfLife: object): Promise<string> {
  const [names, network] = ['acme/names/aws', 'acme/network/aws']
  await publishModule(app, by, names, '1.0.0')
  const { id } = await createModule(app, by, network)
  await publish(app, by, network, '1.0.0')
  for (const version of ['1.1.0', '1.2.0']) await publish(app, by, network, version, dependent)
  const set = (version: string, attributes: object) =>
    patch(app, by, `${modulePath(network)}/${version}`, 'registry-module-versions', attributes)
  await set('1.0.0', { deprecation: { 'deprecated-status': 'Deprecated', reason: 'old' } })
  await set('1.1.0', { 'end-of-life': endOfLife })
  return id
}

/** The id of the provider. */
async function releaseProviders(app: TestApp, by: Person, endOfLife: object): Promise<string> {
  const pair = await newSigningKey()
  await registerKey(app, by, 'acme', pair)
  const address = 'acme/private/acme/cloud'
  const { id } = await createProvider(app, by, address)
  for (const version of ['1.0.0', '1.1.0']) await releaseProvider(app, by, address, pair, { version })
  const path = `${providerPath(address)}/versions/1.0.0`
  await patch(app, by, path, 'registry-provider-versions', { 'end-of-life': endOfLife })
  return id
}

interface Ids {
  readonly moduleId: string
  readonly providerId: string
  readonly toolId: string
}

function addressesOf({ moduleId, providerId, toolId }: Ids): CachedPlatform['addresses'] {
  const api = '/api/v2'
  const organization = `${api}/organizations/acme`
  const [modules, providers] = [`${organization}/registry-modules`, `${organization}/registry-providers`]
  const at = (base: string, ...endings: string[]) => endings.map((ending) => `${base}${ending}`)
  return {
    [`${api}/admin/engine-versions`]: at(
      `${api}/admin/engine-versions`,
      ...['', '?page[size]=1', `?filter[version]=${runEngine}`, '?search[version]=1.9'],
    ),
    [`${api}/admin/engine-versions/:id`]: [`${api}/admin/engine-versions/${toolId}`],
    [`${api}/organizations`]: at(`${api}/organizations`, '', '?q=acm', '?page[size]=1'),
    [`${api}/organizations/:org`]: [organization],
    [`${api}/organizations/:org/registry-modules`]: at(modules, '', '?q=net', '?filter[provider]=aws'),
    [`${api}/organizations/:org/registry-modules/private/:namespace/:name/:provider`]: [
      `${modules}/private/acme/network/aws`,
    ],
    [`${api}/organizations/:org/registry-modules/private/:namespace/:name/:provider/comparison`]: [
      `${modules}/private/acme/network/aws/comparison?from=1.0.0&to=1.2.0`,
    ],
    [`${api}/registry-modules/:id`]: [`${api}/registry-modules/${moduleId}`],
    [`${api}/organizations/:org/registry-providers`]: at(providers, '', '?q=clo', '?include=versions'),
    [`${api}/organizations/:org/registry-providers/:registry/:namespace/:name`]: [
      `${providers}/private/acme/cloud`,
    ],
    [`${api}/registry-providers/:id`]: [`${api}/registry-providers/${providerId}`],
    '/v1/modules/': at('/v1/modules', '', '?limit=1&offset=1', '?provider=aws&verified=false'),
    '/v1/modules/search': at('/v1/modules/search', '?q=network', '?q=netwrok&namespace=acme'),
    '/v1/modules/:namespace': ['/v1/modules/acme'],
    '/v1/modules/:namespace/:name': ['/v1/modules/acme/network'],
    '/v1/modules/:namespace/:name/:provider': ['/v1/modules/acme/network/aws'],
    '/v1/modules/:namespace/:name/:provider/download': ['/v1/modules/acme/network/aws/download'],
    '/v1/modules/:namespace/:name/:provider/versions': ['/v1/modules/acme/network/aws/versions'],
    '/v1/modules/:namespace/:name/:provider/:version': at('/v1/modules/acme/network/aws', '/1.0.0', '/1.1.0'),
    '/v1/modules/:namespace/:name/:provider/:version/download': [
      '/v1/modules/acme/network/aws/1.1.0/download',
    ],
    '/v1/mirror/registry.test/:namespace/:name/index.json': [
      '/v1/mirror/registry.test/acme/cloud/index.json',
    ],
    '/v1/mirror/registry.test/:namespace/:name/:document': ['/v1/mirror/registry.test/acme/cloud/1.0.0.json'],
    '/v1/providers/:namespace/:name/versions': ['/v1/providers/acme/cloud/versions'],
    '/v1/providers/:namespace/:name/:version': ['/v1/providers/acme/cloud/1.0.0'],
    '/v1/providers/:namespace/:name/:version/download/:os/:arch': [
      '/v1/providers/acme/cloud/1.0.0/download/linux/amd64',
    ],
    '/v2/modules/:namespace/:name/:provider/downloads/summary': [
      '/v2/modules/acme/network/aws/downloads/summary',
    ],
  }
}
