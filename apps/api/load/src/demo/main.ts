import { registryHost } from '@engine/shared'
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Services } from '#api/services.js'
import { actingAs, openPlatform, setUpAdministrator } from '../server/open-platform.js'
import { openSampleCi, seedCiIdentities, type SampleCiIdentity, type SampleIssuer } from './ci.js'
import { seedRuns, type SampleRun } from './engines.js'
import { seedDownloads, seedModule, type SampleModule } from './modules.js'
import { seedProviders, type SampleProvider } from './providers.js'
import { openSampleOrigin, seedPublicProviders, type SamplePublicProvider } from './public-providers.js'
import { seedStates, type SampleStates } from './states.js'
import { daysAgo } from './traffic.js'
import { sampleReceivers, seedChanges, type SampleChange, type SampleWebhook } from './webhooks.js'
import { days, later, systemClock } from '#api/kernel/clock.js'
import type { OperationContext } from '#api/kernel/context.js'
import type { Outbound, OutboundPurpose } from '#api/kernel/outbound.js'

/** Fills an empty platform with the sample in prisma/seed; one that has a user already stays as it is. */
const seedFolder = fileURLToPath(new URL('../../../../../prisma/seed/', import.meta.url))

interface Sample {
  readonly administrator: Person & { readonly password: string }
  readonly engineVersions: readonly ({
    readonly version: string
    readonly platforms?: string[]
    readonly end?: { readonly inDays: number; readonly reason: string }
  } & object)[]
  readonly organizations: readonly SampleOrganization[]
  readonly trustedIssuer: SampleIssuer
  readonly changes: readonly SampleChange[]
  readonly publicProviders: readonly SamplePublicProvider[]
  /** Users, who have the administrator's password. */
  readonly users: readonly (Person & { readonly isAdmin?: boolean; readonly isSuspended?: boolean })[]
}

interface SampleOrganization {
  readonly name: string
  readonly email: string
  /** Settings by site administrators, with the domain's names. */
  readonly settings?: object
  /** Organizations that may use its modules. */
  readonly consumers?: readonly string[]
  /** Organizations that may use its private providers, some until a number of days from now. */
  readonly providerConsumers?: readonly { readonly name: string; readonly inDays?: number }[]
  readonly isDisabled?: boolean
  readonly workspaces: Readonly<Record<string, readonly string[]>>
  readonly modules: readonly SampleModule[]
  /** User names by the module that they follow, so that their inboxes have what is published later. */
  readonly followers?: Readonly<Record<string, readonly string[]>>
  readonly providers?: readonly SampleProvider[]
  readonly ciIdentities?: readonly SampleCiIdentity[]
  readonly webhooks?: readonly SampleWebhook[]
  readonly runs?: readonly SampleRun[]
  /** User names; people in the teams are members anyway. */
  readonly members?: readonly string[]
  /** E-mail addresses. */
  readonly invited?: readonly string[]
  readonly teams?: readonly SampleTeam[]
}

interface SampleTeam {
  readonly name: string
  readonly visibility?: string
  readonly organizationAccess?: object
  readonly members: readonly string[]
  /** Descriptions of its tokens, whose values are never shown. */
  readonly tokens?: readonly string[]
}

interface Person {
  readonly username: string
  readonly email: string
}

async function seed(
  services: Services,
  start: OperationContext,
  sample: Sample,
  states: Readonly<Record<string, SampleStates>>,
): Promise<void> {
  const ctx = await setUpAdministrator(services, start, sample.administrator)
  await seedThings(services, daysAgo(ctx, 150), sample)
  for (const { name, webhooks = [] } of sample.organizations)
    for (const webhook of webhooks) await services.webhooks.create(daysAgo(ctx, 50), name, webhook)
  await seedChanges(services, ctx, sample.changes)
  for (const { name, modules, runs } of sample.organizations) {
    for (const each of modules) await seedDownloads(services, ctx, name, each)
    if (runs) await seedRuns(services, ctx, name, runs)
  }
  await services.engineSightings.stop(ctx)
  const host = registryHost(config.publicUrl)
  for (const [name, each] of Object.entries(states))
    await seedStates(services, ctx, name, { states: each, host })
  await seedSharing(services, ctx, sample)
  const people = new Map([[sample.administrator.username, ctx]])
  for (const { isSuspended, ...facts } of sample.users) {
    const { id } = await services.users.create(ctx, { ...facts, password: sample.administrator.password })
    people.set(facts.username, actingAs(ctx, id, facts.username, facts.isAdmin === true))
    if (isSuspended) await services.users.act(ctx, id, 'suspend')
  }
  await seedPublicProviders(services, ctx, origin.twin, sample.publicProviders)
  const emails = new Map(sample.users.map(({ username, email }) => [username, email]))
  const { id: trustedIssuer } = await services.trustedIssuers.create(ctx, sample.trustedIssuer)
  for (const organization of sample.organizations) {
    const { name, isDisabled, providers, ciIdentities = [] } = organization
    if (isDisabled) continue
    await seedPeople(services, ctx, organization, (username) => emails.get(username) ?? '')
    await seedFollowers(services, organization, people)
    if (!providers) continue
    const key = await seedProviders(services, ctx, name, providers)
    const jobs = { organization: name, trustedIssuer, publicUrl: config.publicUrl, ci, key, seedFolder }
    await seedCiIdentities(services, ctx, ciIdentities, jobs)
  }
}

/** Seeds what is older than all changes to it. */
async function seedThings(services: Services, ctx: OperationContext, sample: Sample): Promise<void> {
  for (const { platforms = ['linux/amd64'], end, ...facts } of sample.engineVersions) {
    const archs = platforms.map((platform) => archive(facts.version, platform))
    const endOfLife = end && { date: inDays(end.inDays).toISOString(), reason: end.reason }
    await services.engineVersions.create(ctx, { ...facts, archs, endOfLife })
  }
  for (const { name, email, settings, workspaces, modules } of sample.organizations) {
    const { id } = await services.organizations.create(ctx, { name, email })
    if (settings) await services.adminOrganizations.update(ctx, id, settings)
    for (const [engineVersion, names] of Object.entries(workspaces))
      for (const each of names) await services.workspaces.create(ctx, name, { name: each, engineVersion })
    for (const each of modules) await seedModule(services, ctx, name, each, seedFolder)
  }
}

/** Seeds shares: after all organizations exist, and before some of them become unreachable. */
async function seedSharing(services: Services, ctx: OperationContext, sample: Sample): Promise<void> {
  for (const { name, consumers, providerConsumers, isDisabled } of sample.organizations) {
    const { id } = await services.adminOrganizations.find(ctx, name)
    if (consumers) await services.registryPartnerships.setConsumers(ctx, id, 'modules', consumers)
    const providers = providerConsumers?.map((consumer) => ({
      name: consumer.name,
      endsAt: consumer.inDays === undefined ? null : inDays(consumer.inDays),
    }))
    if (providers) await services.registryPartnerships.set(ctx, id, { providers })
    if (isDisabled) await services.adminOrganizations.update(ctx, id, { isDisabled })
  }
}

/** Seeds people's teams and tokens, after all users exist. */
async function seedPeople(
  services: Services,
  ctx: OperationContext,
  { name, members = [], invited = [], teams = [] }: SampleOrganization,
  emailOf: (username: string) => string,
): Promise<void> {
  const emails = [...members.map(emailOf), ...invited]
  for (const email of emails) await services.memberships.create(ctx, name, { email })
  for (const { members: people, tokens = [], ...facts } of teams) {
    const team = await services.teams.create(ctx, name, facts)
    await services.teams.addMembers(ctx, team.id, { ids: people, faults: [] })
    for (const description of tokens)
      await services.tokens.create(
        ctx,
        { type: 'team', id: team.id, organizationId: team.organizationId },
        { description },
      )
  }
}

/** Seeds who follows modules: before CI jobs publish versions of them. */
async function seedFollowers(
  services: Services,
  { name: namespace, followers = {} }: SampleOrganization,
  people: ReadonlyMap<string, OperationContext>,
): Promise<void> {
  for (const [address, usernames] of Object.entries(followers))
    for (const username of usernames) {
      const [name = '', provider = ''] = address.split('/')
      const person = people.get(username)
      if (!person) throw new Error(`${username} is no user of the sample.`)
      const { module } = await services.moduleAccess.module(
        person,
        { namespace, name, provider },
        'modules:use',
      )
      await services.moduleFollows.follow(person, module.id)
    }
}

/** Counts days from the day on which the sample is made. */
const inDays = (count: number): Date => later(systemClock.now(), days(count))

function archive(version: string, platform: string): object {
  const [os, arch] = platform.split('/')
  const file = `engine_${version}_${os}_${arch}.zip`
  const sha = createHash('sha256').update(file).digest('hex')
  return { os, arch, sha, url: `https://releases.example.com/engine/${version}/${file}` }
}

const read = <T>(file: string): T => JSON.parse(readFileSync(`${seedFolder}${file}`, 'utf8')) as T

const sample = read<Sample>('sample.json')
const origin = await openSampleOrigin()
const receivers = sampleReceivers(sample.changes)
const ci = await openSampleCi(sample.trustedIssuer)
const standIns: Partial<Record<OutboundPurpose, Outbound>> = {
  webhooks: receivers,
  'trusted-issuers': ci.outbound,
}
const outbound: Outbound = {
  open: (request) => (standIns[request.purpose] ?? origin.outbound).open(request),
}
const { config, services, ctx, close } = await openPlatform(
  process.env,
  'demo',
  { outbound },
  (text) => process.stdout.write(`${text}\n`),
  origin.providerOrigins,
)
if (await services.setUp.isRequired(ctx))
  await seed(services, ctx, sample, read<Readonly<Record<string, SampleStates>>>('states.json'))
await close()
await origin.twin.close()
