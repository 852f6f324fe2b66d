import { Arg, Ctx, Mutation, Resolver } from 'type-graphql'
import type { Fault } from '../../kernel/errors.js'
import type { GraphqlContext } from '../context.js'
import { faultsAt, itemsOf, partsOf, withReason } from '../mutations.js'
import * as types from './teams.types.js'
import { withUserErrors } from '../user-errors.js'

type Rights = Pick<types.TeamUpdateInput, 'manageModules' | 'manageProviders' | 'manageWorkspaces'>

@Resolver()
export class TeamsMutations {
  @Mutation(() => types.TeamPayload)
  async teamCreate(
    @Ctx() { ctx, services }: GraphqlContext,
    @Arg('input', () => types.TeamCreateInput) { organization, ...input }: types.TeamCreateInput,
  ): Promise<types.TeamPayload> {
    return withUserErrors(async () => {
      const created = services.teams.create(ctx, organization, toAttributes(input)).catch(rightsIn(input))
      return { team: types.toTeamType(await created) }
    })
  }

  @Mutation(() => types.TeamPayload)
  async teamUpdate(
    @Ctx() { ctx, services }: GraphqlContext,
    @Arg('input', () => types.TeamUpdateInput) input: types.TeamUpdateInput,
  ): Promise<types.TeamPayload> {
    const { ctx: auditCtx, id, change, expectedUpdatedAt } = partsOf(ctx, input)
    return withUserErrors(async () => {
      const updated = services.teams
        .update(auditCtx, id, toAttributes(change), expectedUpdatedAt)
        .catch(rightsIn(change))
      return { team: types.toTeamType(await updated) }
    })
  }

  @Mutation(() => types.TeamDeletePayload, { description: 'With its tokens; the owners stay.' })
  async teamDelete(
    @Ctx() { ctx, services }: GraphqlContext,
    @Arg('input', () => types.TeamDeleteInput) input: types.TeamDeleteInput,
  ): Promise<types.TeamDeletePayload> {
    const { ctx: auditCtx, id, expectedUpdatedAt } = partsOf(ctx, input)
    return withUserErrors(async () => {
      await services.teams.delete(auditCtx, id, expectedUpdatedAt)
      return { deletedId: id }
    })
  }

  @Mutation(() => types.TeamPayload, {
    description:
      'Members, and those who are invited, who join it on acceptance. Whom a site administrator names becomes a member.',
  })
  async teamMembersAdd(
    @Ctx() context: GraphqlContext,
    @Arg('input', () => types.TeamMembersInput) input: types.TeamMembersInput,
  ): Promise<types.TeamPayload> {
    return changePeople(context, input, 'usernames', 'addMembers')
  }

  @Mutation(() => types.TeamPayload, {
    description: 'They stay in the organization; the owners keep their last one.',
  })
  async teamMembersRemove(
    @Ctx() context: GraphqlContext,
    @Arg('input', () => types.TeamMembersInput) input: types.TeamMembersInput,
  ): Promise<types.TeamPayload> {
    return changePeople(context, input, 'usernames', 'removeMembers')
  }

  @Mutation(() => types.TeamPayload, {
    description: 'The same people by their memberships; who is invited joins the team on acceptance.',
  })
  async teamMembershipsAdd(
    @Ctx() context: GraphqlContext,
    @Arg('input', () => types.TeamMembershipsInput) input: types.TeamMembershipsInput,
  ): Promise<types.TeamPayload> {
    return changePeople(context, input, 'membershipIds', 'addMemberships')
  }

  @Mutation(() => types.TeamPayload, {
    description: 'They stay in the organization; the owners keep their last one.',
  })
  async teamMembershipsRemove(
    @Ctx() context: GraphqlContext,
    @Arg('input', () => types.TeamMembershipsInput) input: types.TeamMembershipsInput,
  ): Promise<types.TeamPayload> {
    return changePeople(context, input, 'membershipIds', 'removeMemberships')
  }
}

type Verb = 'addMembers' | 'removeMembers' | 'addMemberships' | 'removeMemberships'

/** `list` is the field of the input that names the people. */
function changePeople<List extends string>(
  { ctx, services: { teams } }: GraphqlContext,
  input: Pick<types.TeamMembersInput, 'id' | 'reason'> & Readonly<Record<List, string[]>>,
  list: List,
  verb: Verb,
): Promise<types.TeamPayload> {
  const { id, reason } = input
  return withUserErrors(async () => {
    await teams[verb](withReason(ctx, reason), id, { ids: input[list], faults: [] }).catch(itemsOf(list))
    return { team: types.toTeamType((await teams.find(ctx, id)).team) }
  })
}

/** The service takes the rights by their keys in documents. */
const rights = {
  manageModules: 'manage-modules',
  manageProviders: 'manage-providers',
  manageWorkspaces: 'manage-workspaces',
} as const

const rightNames = Object.keys(rights) as (keyof typeof rights)[]

function toAttributes<I extends Rights>({
  manageModules,
  manageProviders,
  manageWorkspaces,
  ...attributes
}: I): Omit<I, keyof Rights> & { organizationAccess: object } {
  const organizationAccess = {
    [rights.manageModules]: manageModules,
    [rights.manageProviders]: manageProviders,
    [rights.manageWorkspaces]: manageWorkspaces,
  }
  return { ...attributes, organizationAccess }
}

/** A fault of the rights as a whole stands at the first that was taken away. */
function rightsIn(input: Rights): (error: unknown) => never {
  const denied = rightNames.find((name) => input[name] === false)
  return faultsAt((path: Fault['path']) => {
    if (path[0] !== 'organizationAccess') return path
    const right = rightNames.find((name) => rights[name] === path[1]) ?? denied
    return right ? [right] : []
  })
}
