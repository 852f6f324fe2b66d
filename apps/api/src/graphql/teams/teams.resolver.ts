import { Arg, Ctx, FieldResolver, ID, Mutation, Query, Resolver, Root } from 'type-graphql'
import type { TokenOrder } from '../../domain/tokens/authentication-token.js'
import { mayWrite, type TeamFilter, type TeamOrder } from '../../domain/teams/team.js'
import { managesTokens } from '../../domain/teams/team-tokens.js'
import { faultsAt, type Fault } from '../../kernel/errors.js'
import type { Order, OrderedPage } from '../../kernel/page.js'
import type { GraphqlContext } from '../context.js'
import { deletion, partsOf, withUserErrors } from '../mutations.js'
import { OrganizationType } from '../organizations/organizations.types.js'
import { PageInput, toConnection, toPage, type Connection } from '../page.types.js'
import { accessTo, mayIn, nullWhenMissing, organizationOf, withoutEmpties } from '../queries.js'
import {
  AuthenticationTokenConnection,
  AuthenticationTokenOrderInput,
  AuthenticationTokenType,
} from '../tokens/authentication-tokens.types.js'
import * as types from './teams.types.js'
import { batched, batchedLists, type Asked } from '../batched.js'

const teamsOf = batchedLists(({ ctx, services }, ids, { page, ...filter }: Asked<TeamFilter, TeamOrder>) =>
  services.teams.listOfMany(ctx, ids, filter, page),
)

const tokensOf = batchedLists(
  ({ ctx, services }, _ids, page: OrderedPage<TokenOrder>, teams: readonly types.TeamType[]) =>
    services.tokens.listOfTeams(ctx, teams, page),
)

const plainTokenOf = batched(({ ctx, services }, teams: readonly types.TeamType[]) =>
  services.tokens.listPlainOfTeams(ctx, teams),
)

type Rights = Pick<
  types.TeamUpdateInput,
  'manageModules' | 'manageProviders' | 'manageWorkspaces' | 'readWorkspaces'
>

@Resolver(() => OrganizationType)
export class OrganizationTeamsResolver {
  @FieldResolver(() => types.TeamConnection, { description: 'By name.' })
  async teams(
    @Root() organization: OrganizationType,
    @Ctx() context: GraphqlContext,
    @Arg('search', () => String, { nullable: true, description: 'A part of the name.' }) search?: string,
    @Arg('orderBy', () => types.TeamOrderInput, { nullable: true }) orderBy?: Order<TeamOrder>,
    @Arg('page', () => PageInput, { nullable: true }) page?: PageInput,
  ): Promise<Connection<types.TeamType>> {
    return toConnection(
      await teamsOf(context, organization, { ...withoutEmpties({ search }), page: toPage(page, orderBy) }),
      types.toTeamType,
    )
  }
}

@Resolver(() => types.TeamType)
export class TeamsResolver {
  @Query(() => types.TeamType, { nullable: true })
  async team(
    @Ctx() { ctx, services }: GraphqlContext,
    @Arg('id', () => ID) id: string,
  ): Promise<types.TeamType | null> {
    return nullWhenMissing(async () => types.toTeamType((await services.teams.find(ctx, id)).team))
  }

  @FieldResolver(() => OrganizationType)
  organization(
    @Root() { organizationId }: types.TeamType,
    @Ctx() context: GraphqlContext,
  ): Promise<OrganizationType> {
    return organizationOf(context, organizationId)
  }

  @FieldResolver(() => Boolean, { description: 'Whether the viewer manages its tokens.' })
  async canManageTokens(
    @Root() { organizationId, ...team }: types.TeamType,
    @Ctx() context: GraphqlContext,
  ): Promise<boolean> {
    const roles = (await accessTo(context, organizationId))?.roles ?? []
    return managesTokens(context.ctx.actor, { ...team, members: team.allMembers }, roles)
  }

  @FieldResolver(() => AuthenticationTokenConnection, {
    description: 'Newest first; for those who manage them.',
  })
  async tokens(
    @Root() team: types.TeamType,
    @Ctx() context: GraphqlContext,
    @Arg('orderBy', () => AuthenticationTokenOrderInput, { nullable: true }) orderBy?: Order<TokenOrder>,
    @Arg('page', () => PageInput, { nullable: true }) page?: PageInput,
  ): Promise<Connection<AuthenticationTokenType>> {
    return toConnection(await tokensOf(context, team, toPage(page, orderBy)))
  }

  @FieldResolver(() => AuthenticationTokenType, {
    nullable: true,
    description: 'The one that has no description; null also without the permission to see it.',
  })
  async token(
    @Root() team: types.TeamType,
    @Ctx() context: GraphqlContext,
  ): Promise<AuthenticationTokenType | null> {
    return (await plainTokenOf(context, team)) ?? null
  }

  @FieldResolver(() => Boolean, { description: 'Whether the caller may change it or its members.' })
  async canUpdate(@Root() team: types.TeamType, @Ctx() context: GraphqlContext): Promise<boolean> {
    return mayWrite(context.ctx.actor, team) && (await mayIn(context, team.organizationId, 'teams:write'))
  }

  @FieldResolver(() => Boolean, { description: 'Whether the caller may delete it; the owners stay.' })
  async canDelete(
    @Root() { organizationId, isOwners }: types.TeamType,
    @Ctx() context: GraphqlContext,
  ): Promise<boolean> {
    return !isOwners && (await mayIn(context, organizationId, 'teams:write'))
  }

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
    return deletion(ctx, input, (auditCtx, id, expected) => services.teams.delete(auditCtx, id, expected))
  }
}

/** The rights by their keys in documents, as the service takes them. */
const rights = {
  manageModules: 'manage-modules',
  manageProviders: 'manage-providers',
  manageWorkspaces: 'manage-workspaces',
  readWorkspaces: 'read-workspaces',
} as const

const rightNames = Object.keys(rights) as (keyof typeof rights)[]

function toAttributes<I extends Rights>({
  manageModules,
  manageProviders,
  manageWorkspaces,
  readWorkspaces,
  ...attributes
}: I): Omit<I, keyof Rights> & { organizationAccess: object } {
  const organizationAccess = {
    [rights.manageModules]: manageModules,
    [rights.manageProviders]: manageProviders,
    [rights.manageWorkspaces]: manageWorkspaces,
    [rights.readWorkspaces]: readWorkspaces,
  }
  return { ...attributes, organizationAccess }
}

/** Moves a fault of the rights as a whole to the first that was taken away. */
function rightsIn(input: Rights): (error: unknown) => never {
  const denied = rightNames.find((name) => input[name] === false)
  return faultsAt((path: Fault['path']) => {
    if (path[0] !== 'organizationAccess') return path
    const right = rightNames.find((name) => rights[name] === path[1]) ?? denied
    return right ? [right] : []
  })
}
