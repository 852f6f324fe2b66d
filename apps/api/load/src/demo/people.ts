import { createHash } from 'node:crypto'
import { generateKey } from 'openpgp'
import type { Services } from '#api/services.js'
import type { OperationContext } from '#api/kernel/context.js'

/** What the sample says of the people of an organization, and of its providers. */
export interface SampleOrganization {
  readonly name: string
  /** By user name; those of the teams are members anyhow. */
  readonly members?: readonly string[]
  /** By e-mail address. */
  readonly invited?: readonly string[]
  readonly teams?: readonly SampleTeam[]
  readonly providers?: readonly SampleProvider[]
  /** Their secrets are never shown. */
  readonly webhooks?: readonly { readonly name: string; readonly url: string; readonly triggers: string[] }[]
}

interface SampleTeam {
  readonly name: string
  readonly visibility?: string
  readonly organizationAccess?: object
  readonly members: readonly string[]
  /** What tells its tokens apart. Their values are never shown. */
  readonly tokens?: readonly string[]
}

interface SampleProvider {
  readonly registryName: 'public' | 'private'
  readonly namespace: string
  readonly name: string
  /** Waiting for their files. */
  readonly versions?: readonly string[]
}

/** Once all users are there. */
export async function seedPeople(
  services: Services,
  ctx: OperationContext,
  { name, members = [], invited = [], teams = [], providers = [], webhooks = [] }: SampleOrganization,
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
  for (const { versions = [], ...facts } of providers) {
    const { id } = await services.providers.create(ctx, name, facts)
    if (versions.length === 0) continue
    const keyId = await addKey(services, ctx, name)
    for (const version of versions) await addVersion(services, ctx, { id, name: facts.name, version, keyId })
  }
  for (const webhook of webhooks) await services.webhooks.create(ctx, name, webhook)
}

async function addKey(services: Services, ctx: OperationContext, namespace: string): Promise<string> {
  const { publicKey } = await generateKey({
    userIDs: [{ name: namespace, email: `${namespace}@acme.example` }],
  })
  return (await services.gpgKeys.create(ctx, { namespace, asciiArmor: publicKey })).keyId
}

async function addVersion(
  services: Services,
  ctx: OperationContext,
  provider: { readonly id: string; readonly name: string; readonly version: string; readonly keyId: string },
): Promise<void> {
  const { id, name, version, keyId } = provider
  const held = await services.providerVersions.create(ctx, id, { version, keyId, protocols: ['5.0'] })
  for (const arch of ['amd64', 'arm64']) {
    const filename = `engine-provider-${name}_${version}_linux_${arch}.zip`
    const shasum = createHash('sha256').update(filename).digest('hex')
    await services.providerVersions.createPlatform(ctx, held, { os: 'linux', arch, filename, shasum })
  }
}
