import { Arg, Ctx, FieldResolver, Mutation, Resolver, Root } from 'type-graphql'
import type { AuthenticationToken } from '../../domain/tokens/authentication-token.js'
import { noConsequences } from '../../domain/tokens/revocation.js'
import { AuthenticationTokenType } from './authentication-tokens.types.js'
import type { GraphqlContext } from '../context.js'
import { UserType } from '../accounts/users.types.js'
import { withReason, withUserErrors } from '../mutations.js'
import * as types from './revocations.types.js'
import { UserActInput, UserPayload } from '../accounts/users.types.js'
import { batched } from '../batched.js'

/** The most names of tokens that would end or stay, of each token. */
const mostConsequences = 10

const consequencesOf = batched(({ ctx, services }, tokens: readonly AuthenticationToken[]) =>
  services.revocations.consequences(ctx, tokens, mostConsequences),
)

const accessCountsOf = batched(({ ctx, services }, ids) => services.revocations.countAccess(ctx, ids))

/** The revocation of a lost token, and of all access of a person. */
@Resolver(() => AuthenticationTokenType)
export class TokenConsequencesResolver {
  @FieldResolver(() => types.TokenConsequencesType, { description: 'Of its end, before it is done.' })
  async consequences(
    @Root() token: AuthenticationTokenType,
    @Ctx() context: GraphqlContext,
  ): Promise<types.TokenConsequencesType> {
    return (await consequencesOf(context, token as AuthenticationToken)) ?? noConsequences
  }
}

@Resolver(() => UserType)
export class UserAccessResolver {
  @FieldResolver(() => types.AccessCountsType, {
    nullable: true,
    description: 'What `userTokensRevoke` would end, for site administrators.',
  })
  async accessCounts(
    @Root() { id }: UserType,
    @Ctx() context: GraphqlContext,
  ): Promise<types.AccessCountsType | null> {
    return (await accessCountsOf(context, id)) ?? null
  }

  @Mutation(() => UserPayload, {
    description:
      'Ends all tokens, sessions and open links of a user, and the tokens of every kind that those made; also the ' +
      "caller's own, where the user is the caller.",
  })
  async userTokensRevoke(
    @Ctx() { ctx, services }: GraphqlContext,
    @Arg('input', () => UserActInput) { id, reason }: UserActInput,
  ): Promise<UserPayload> {
    return withUserErrors(async () => ({
      user: await services.revocations.revokeAll(withReason(ctx, reason), id),
    }))
  }
}
