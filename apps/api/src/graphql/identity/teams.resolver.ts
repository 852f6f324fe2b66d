import { Arg, Ctx, FieldResolver, ID, Query, Resolver, Root } from 'type-graphql'
import type { TokenOrder } from '../../domain/identity/authentication-token.js'
import { mayWrite } from '../../domain/identity/team.js'
import type { TeamOrder } from '../../domain/identity/team.js'
import type { Order } from '../../kernel/page.js'
import type { GraphqlContext } from '../context.js'
import {
  AuthenticationTokenConnection,
  AuthenticationTokenOrderInput,
  AuthenticationTokenType,
} from './authentication-tokens.types.js'
import { OrganizationType } from '../organizations/organizations.types.js'
import { PageInput, pageOf, toConnection, toPage } from '../page.types.js'
import { mayIn, nullWhenMissing, organizationOf } from '../queries.js'
import { MemberConnection, TeamConnection, TeamOrderInput, TeamType, toTeamType } from './teams.types.js'

@Resolver(() => OrganizationType)
export class OrganizationTeamsResolver {
  @FieldResolver(() => TeamConnection, { description: 'By name.' })
  async teams(
    @Root() organization: OrganizationType,
    @Ctx() { loaders }: GraphqlContext,
    @Arg('search', () => String, { nullable: true, description: 'A part of the name.' }) search?: string,
    @Arg('orderBy', () => TeamOrderInput, { nullable: true }) orderBy?: Order<TeamOrder>,
    @Arg('page', () => PageInput, { nullable: true }) page?: PageInput,
  ): Promise<TeamConnection> {
    return toConnection(
      await loaders.teamsOf.load(organization, { search, page: toPage(page, orderBy) }),
      toTeamType,
    )
  }
}

@Resolver(() => TeamType)
export class TeamsResolver {
  @Query(() => TeamType, { nullable: true })
  async team(
    @Ctx() { ctx, services }: GraphqlContext,
    @Arg('id', () => ID) id: string,
  ): Promise<TeamType | null> {
    return nullWhenMissing(async () => toTeamType((await services.teams.find(ctx, id)).team))
  }

  @FieldResolver(() => OrganizationType)
  organization(
    @Root() { organizationId }: TeamType,
    @Ctx() context: GraphqlContext,
  ): Promise<OrganizationType> {
    return organizationOf(context, organizationId)
  }

  @FieldResolver(() => MemberConnection, { description: 'By user name.' })
  members(
    @Root() { allMembers }: TeamType,
    @Arg('page', () => PageInput, { nullable: true }) page?: PageInput,
  ): MemberConnection {
    return toConnection(pageOf(allMembers, toPage(page)), (member) => member)
  }

  @FieldResolver(() => AuthenticationTokenConnection, {
    description: 'Newest first; for those who run the organization.',
  })
  async tokens(
    @Root() team: TeamType,
    @Ctx() { loaders }: GraphqlContext,
    @Arg('orderBy', () => AuthenticationTokenOrderInput, { nullable: true }) orderBy?: Order<TokenOrder>,
    @Arg('page', () => PageInput, { nullable: true }) page?: PageInput,
  ): Promise<AuthenticationTokenConnection> {
    return toConnection(
      await loaders.teamTokensOf.load(team, { page: toPage(page, orderBy) }),
      (token) => token,
    )
  }

  @FieldResolver(() => AuthenticationTokenType, {
    nullable: true,
    description: 'The one that has no description; null also without the permission to see it.',
  })
  async token(
    @Root() team: TeamType,
    @Ctx() { loaders }: GraphqlContext,
  ): Promise<AuthenticationTokenType | null> {
    return (await loaders.teamTokens.load(team)) ?? null
  }

  @FieldResolver(() => Boolean, { description: 'Whether the caller may change it or its members.' })
  async canUpdate(@Root() team: TeamType, @Ctx() context: GraphqlContext): Promise<boolean> {
    return mayWrite(context.ctx.actor, team) && (await mayIn(context, team.organizationId, 'teams:write'))
  }

  @FieldResolver(() => Boolean, { description: 'Whether the caller may delete it; the owners stay.' })
  async canDelete(
    @Root() { organizationId, isOwners }: TeamType,
    @Ctx() context: GraphqlContext,
  ): Promise<boolean> {
    return !isOwners && (await mayIn(context, organizationId, 'teams:write'))
  }
}
