import { Arg, Ctx, FieldResolver, ID, Mutation, Query, Resolver, Root } from 'type-graphql'
import type { AuthenticationToken, TeamTokenOrder } from '../../domain/tokens/authentication-token.js'
import type { CreatedToken } from '../../domain/tokens/authentication-tokens.service.js'
import * as types from './authentication-tokens.types.js'
import type { Order } from '../../kernel/page.js'
import type { GraphqlContext } from '../context.js'
import { PageInput, toConnection, toPage, type Connection } from '../page.types.js'
import { renamed, withReason, withUserErrors } from '../mutations.js'
import { nullWhenMissing } from '../queries.js'
import { batched } from '../batched.js'

const scopesOf = batched(async ({ ctx, services }, tokens: readonly AuthenticationToken[]) => {
  const shown = await services.tokens.withShownScopes(ctx, tokens)
  return new Map(shown.map(({ id, scopes }) => [id, scopes]))
})

@Resolver(() => types.AuthenticationTokenType)
export class AuthenticationTokensResolver {
  @Query(() => types.AuthenticationTokenType, { nullable: true })
  async authenticationToken(
    @Ctx() { ctx, services }: GraphqlContext,
    @Arg('id', () => ID) id: string,
  ): Promise<types.AuthenticationTokenType | null> {
    return nullWhenMissing(() => services.tokens.find(ctx, id))
  }

  @Query(() => types.AuthenticationTokenConnection, {
    nullable: true,
    description: 'Those of all teams of an organization, newest first; for its owners.',
  })
  async teamTokens(
    @Ctx() { ctx, services }: GraphqlContext,
    @Arg('organization', () => String, { description: 'Its name.' }) organization: string,
    @Arg('search', () => String, { nullable: true, description: 'A part of the name of the team.' })
    search?: string | null,
    @Arg('orderBy', () => types.TeamTokenOrderInput, { nullable: true }) orderBy?: Order<TeamTokenOrder>,
    @Arg('page', () => PageInput, { nullable: true }) page?: PageInput,
  ): Promise<Connection<types.AuthenticationTokenType> | null> {
    return nullWhenMissing(async () => {
      const wanted = toPage(page, orderBy)
      const list = await services.tokens.listOfAllTeams(
        ctx,
        organization,
        { search: search ?? undefined },
        wanted,
      )
      return toConnection(list)
    })
  }

  @FieldResolver(() => String, { nullable: true })
  description(@Root() { description }: AuthenticationToken): string | null {
    return description || null
  }

  @FieldResolver(() => [String], {
    description: 'What it may do at most; none means everything its owner may.',
  })
  async scopes(
    @Ctx() context: GraphqlContext,
    @Root() token: AuthenticationToken,
  ): Promise<readonly string[]> {
    return (await scopesOf(context, token)) ?? []
  }

  @FieldResolver(() => ID, { nullable: true, description: 'Of the team whose token it is.' })
  teamId(@Root() { owner }: AuthenticationToken): string | null {
    return owner.type === 'team' ? owner.id : null
  }

  @Mutation(() => types.AuthenticationTokenCreatePayload, { description: "One of the viewer's own." })
  async authenticationTokenCreate(
    @Ctx() { ctx, services }: GraphqlContext,
    @Arg('input', () => types.AuthenticationTokenCreateInput) input: types.AuthenticationTokenCreateInput,
  ): Promise<types.AuthenticationTokenCreatePayload> {
    return withUserErrors(async () => {
      const { id } = await services.users.self(ctx)
      return created(services.tokens.create(ctx, { type: 'user', id }, toAttributes(input)))
    })
  }

  @Mutation(() => types.AuthenticationTokenCreatePayload)
  async teamTokenCreate(
    @Ctx() { ctx, services }: GraphqlContext,
    @Arg('input', () => types.TeamTokenCreateInput) { teamId, ...input }: types.TeamTokenCreateInput,
  ): Promise<types.AuthenticationTokenCreatePayload> {
    return withUserErrors(async () => {
      const { team } = await services.teams.find(ctx, teamId)
      const owner = { type: 'team', id: team.id, organizationId: team.organizationId } as const
      const make = input.description ? 'create' : 'replacePlain'
      return created(services.tokens[make](ctx, owner, toAttributes(input)))
    })
  }

  @Mutation(() => types.AuthenticationTokenCreatePayload, {
    description: 'Replaces the one of its kind that it has.',
  })
  async organizationTokenCreate(
    @Ctx() { ctx, services }: GraphqlContext,
    @Arg('input', () => types.OrganizationTokenCreateInput)
    { organizationId, isForAuditTrail, ...input }: types.OrganizationTokenCreateInput,
  ): Promise<types.AuthenticationTokenCreatePayload> {
    return withUserErrors(() => {
      const only = isForAuditTrail ? 'audit-trails' : undefined
      const owner = { type: 'organization', id: organizationId, only } as const
      return created(services.tokens.replacePlain(ctx, owner, toAttributes(input)))
    })
  }

  @Mutation(() => types.AuthenticationTokenDeletePayload, {
    description: "It stops working at once, and so do the person's tokens that it made.",
  })
  async authenticationTokenDelete(
    @Ctx() { ctx, services }: GraphqlContext,
    @Arg('input', () => types.AuthenticationTokenDeleteInput)
    { id, reason }: types.AuthenticationTokenDeleteInput,
  ): Promise<types.AuthenticationTokenDeletePayload> {
    return withUserErrors(async () => {
      const consequences = await services.tokens.delete(withReason(ctx, reason), id)
      return { deletedId: id, consequences }
    })
  }
}

/** Renames `expiresAt`, as the schema has it, to the contract's attribute `expired-at`. */
function toAttributes<I extends { expiresAt?: Date | null }>({
  expiresAt,
  ...attributes
}: I): Omit<I, 'expiresAt'> & { expiredAt: string | undefined } {
  return { ...attributes, expiredAt: expiresAt?.toISOString() }
}

async function created(
  making: Promise<CreatedToken>,
): Promise<Pick<types.AuthenticationTokenCreatePayload, 'authenticationToken' | 'secret'>> {
  const { token, value } = await making.catch(renamed({ expiredAt: 'expiresAt' }))
  return { authenticationToken: token, secret: value }
}
