import type { Services } from '#api/services.js'
import type { OperationContext } from '#api/kernel/context.js'

/** What the sample says of the people of an organization. */
export interface SampleOrganization {
  readonly name: string
  /** By user name; those of the teams are members anyhow. */
  readonly members?: readonly string[]
  /** By e-mail address. */
  readonly invited?: readonly string[]
  readonly teams?: readonly SampleTeam[]
}

interface SampleTeam {
  readonly name: string
  readonly visibility?: string
  readonly organizationAccess?: object
  readonly members: readonly string[]
  /** What tells its tokens apart. Their values are never shown. */
  readonly tokens?: readonly string[]
}

/** Once all users are there. */
export async function seedPeople(
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
