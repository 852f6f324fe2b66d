import { Arg, Ctx, FieldResolver, Mutation, Resolver, Root } from 'type-graphql'
import type { GraphqlContext } from '../context.js'
import { itemsOf, withReason, withUserErrors } from '../mutations.js'
import { PageInput, pageOf, toConnection, toPage, type Connection } from '../page.types.js'
import * as types from './teams.types.js'

@Resolver(() => types.TeamType)
export class TeamMembersResolver {
  @FieldResolver(() => types.MemberConnection, { description: 'By user name.' })
  members(
    @Root() { allMembers }: types.TeamType,
    @Arg('page', () => PageInput, { nullable: true }) page?: PageInput,
  ): Connection<types.MemberType> {
    return toConnection(pageOf(allMembers, toPage(page)))
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

/** Changes the people of a team; `list` is the field of the input that names them. */
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
