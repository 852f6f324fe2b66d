import { Arg, Ctx, FieldResolver, ID, Mutation, Query, Resolver, Root } from 'type-graphql'
import type { Membership, MembershipOrder } from '../../domain/teams/organization-membership.js'
import type { Order } from '../../kernel/page.js'
import type { GraphqlContext } from '../context.js'
import * as types from './organization-memberships.types.js'
import { faultsAt } from '../../kernel/errors.js'
import { deletion, withReason, withUserErrors } from '../mutations.js'
import { OrganizationType } from '../organizations/organizations.types.js'
import { PageInput, pageOf, toConnection, toPage, type Connection } from '../page.types.js'
import { mayIn, nullWhenMissing, organizationOf, withoutEmpties } from '../queries.js'
import { TeamConnection, toTeamType, type TeamType } from './teams.types.js'
import { batched, batchedLists, type Asked } from '../batched.js'
import type { Team } from '../../domain/teams/team.js'
import type { MembershipFilter } from '../../domain/teams/organization-membership.js'

const membershipsOf = batchedLists(
  ({ ctx, services }, ids, { page, ...filter }: Asked<MembershipFilter, MembershipOrder>) =>
    services.memberships.listOfMany(ctx, ids, filter, page),
)

const teamsOf = batched(async ({ ctx, services }, of: readonly types.OrganizationMembershipType[]) => {
  const found = await services.memberships.teamsOf(ctx, of)
  const among = (ids: readonly string[]): readonly Team[] => found.filter(({ id }) => ids.includes(id))
  return new Map(of.map(({ id, teamIds }) => [id, among(teamIds)]))
})

@Resolver(() => OrganizationType)
export class OrganizationMembershipsOfResolver {
  @FieldResolver(() => types.OrganizationMembershipConnection, { description: 'The oldest first.' })
  async memberships(
    @Root() organization: OrganizationType,
    @Ctx() context: GraphqlContext,
    @Arg('search', () => String, { nullable: true, description: 'A part of the address or the user name.' })
    search?: string,
    @Arg('status', () => types.membershipStatuses, { nullable: true }) status?: Membership['status'],
    @Arg('team', () => ID, { nullable: true, description: 'They are in it, or will be.' }) teamId?: string,
    @Arg('orderBy', () => types.OrganizationMembershipOrderInput, { nullable: true })
    orderBy?: Order<MembershipOrder>,
    @Arg('page', () => PageInput, { nullable: true }) page?: PageInput,
  ): Promise<Connection<types.OrganizationMembershipType>> {
    const list = await membershipsOf(context, organization, {
      ...withoutEmpties({ search, status, teamId }),
      page: toPage(page, orderBy),
    })
    return toConnection(list, types.toMembershipType)
  }
}

@Resolver(() => types.OrganizationMembershipType)
export class OrganizationMembershipsResolver {
  @Query(() => types.OrganizationMembershipType, { nullable: true })
  async organizationMembership(
    @Ctx() { ctx, services }: GraphqlContext,
    @Arg('id', () => ID) id: string,
  ): Promise<types.OrganizationMembershipType | null> {
    return nullWhenMissing(async () =>
      types.toMembershipType((await services.memberships.find(ctx, id)).membership),
    )
  }

  @FieldResolver(() => OrganizationType)
  organization(
    @Root() { organizationId }: types.OrganizationMembershipType,
    @Ctx() context: GraphqlContext,
  ): Promise<OrganizationType> {
    return organizationOf(context, organizationId)
  }

  @FieldResolver(() => TeamConnection, {
    description: 'The teams that the person is in, or will be, by name.',
  })
  async teams(
    @Root() membership: types.OrganizationMembershipType,
    @Ctx() context: GraphqlContext,
    @Arg('page', () => PageInput, { nullable: true }) page?: PageInput,
  ): Promise<Connection<TeamType>> {
    return toConnection(pageOf((await teamsOf(context, membership)) ?? [], toPage(page)), toTeamType)
  }

  @FieldResolver(() => Boolean, { description: 'Whether the caller may take the person out.' })
  canDelete(
    @Root() { organizationId }: types.OrganizationMembershipType,
    @Ctx() context: GraphqlContext,
  ): Promise<boolean> {
    return mayIn(context, organizationId, 'memberships:write')
  }

  @Mutation(() => types.OrganizationMembershipCreatePayload, {
    description:
      'Invites the person, who joins by accepting. Whom a site administrator names by a proven address is a member at once.',
  })
  async organizationMembershipCreate(
    @Ctx() { ctx, services }: GraphqlContext,
    @Arg('input', () => types.OrganizationMembershipCreateInput)
    { organization, email, teams }: types.OrganizationMembershipCreateInput,
  ): Promise<types.OrganizationMembershipCreatePayload> {
    return withUserErrors(async () => {
      const named = { ids: teams ?? [], faults: [] }
      const { membership, ...made } = await services.memberships
        .create(ctx, organization, { email }, named)
        .catch(faultsAt((path) => (path[0] === 'teams' ? path.slice(0, 2) : path)))
      return { organizationMembership: types.toMembershipType(membership), ...made }
    })
  }

  @Mutation(() => types.OrganizationMembershipInvitationRenewPayload, {
    description: 'A new link for an invited person; the one of before becomes invalid.',
  })
  async organizationMembershipInvitationRenew(
    @Ctx() { ctx, services }: GraphqlContext,
    @Arg('input', () => types.OrganizationMembershipInvitationRenewInput)
    { id, reason }: types.OrganizationMembershipInvitationRenewInput,
  ): Promise<types.OrganizationMembershipInvitationRenewPayload> {
    return withUserErrors(async () => {
      const { membership, ...made } = await services.memberships.renewInvitation(withReason(ctx, reason), id)
      return { organizationMembership: types.toMembershipType(membership), ...made }
    })
  }

  @Mutation(() => types.OrganizationMembershipDeletePayload, {
    description:
      "Out of the organization's teams too; the last owner stays. A member leaves by it, and the person who is invited declines.",
  })
  async organizationMembershipDelete(
    @Ctx() { ctx, services }: GraphqlContext,
    @Arg('input', () => types.OrganizationMembershipDeleteInput)
    input: types.OrganizationMembershipDeleteInput,
  ): Promise<types.OrganizationMembershipDeletePayload> {
    return deletion(ctx, input, (auditCtx, id) => services.memberships.delete(auditCtx, id))
  }
}
