import { Arg, Ctx, FieldResolver, Mutation, Query, Resolver, Root } from 'type-graphql'
import { UserActInput, UserPayload, UserType } from '../accounts/users.types.js'
import { batched } from '../batched.js'
import type { GraphqlContext } from '../context.js'
import * as types from './single-sign-on.types.js'
import { withReason, withUserErrors } from '../mutations.js'

const signOnOf = batched(({ ctx, services }, ids) => services.relinks.signOnOf(ctx, ids))

@Resolver()
export class SingleSignOnResolver {
  @Query(() => types.SingleSignOnType, {
    nullable: true,
    description: 'Null where people have passwords alone.',
  })
  singleSignOn(@Ctx() { services }: GraphqlContext): types.SingleSignOnType | null {
    const { name } = services.singleSignOn
    return name === undefined ? null : { name }
  }

  @Mutation(() => types.SingleSignOnStartPayload, {
    description: 'For the console’s server, which stores the flow.',
  })
  async singleSignOnStart(
    @Ctx() { ctx, services }: GraphqlContext,
    @Arg('input', () => types.SingleSignOnStartInput, { nullable: true })
    input?: types.SingleSignOnStartInput | null,
  ): Promise<types.SingleSignOnStartPayload> {
    return withUserErrors(async () => {
      const asksAgain = input?.asksAgain ?? false
      const { url, ...flow } = await services.singleSignOn.begin(ctx, { asksAgain })
      return { url, flow }
    })
  }

  @Mutation(() => types.SingleSignOnFinishPayload)
  async singleSignOnFinish(
    @Ctx() { ctx, services }: GraphqlContext,
    @Arg('input', () => types.SingleSignOnFinishInput)
    { flow, answer }: types.SingleSignOnFinishInput,
  ): Promise<types.SingleSignOnFinishPayload> {
    return withUserErrors(async () => {
      const outcome = await services.singleSignOn.finish(ctx, { ...flow, answer })
      return typeof outcome === 'string' ? { problem: outcome } : outcome
    })
  }
}

/** The single sign-on identities of accounts, for site administrators. */
@Resolver(() => UserType)
export class UserSignOnResolver {
  @FieldResolver(() => types.UserSignOnType, {
    nullable: true,
    description: 'For site administrators, null for other callers.',
  })
  async signOn(
    @Root() { id }: UserType,
    @Ctx() context: GraphqlContext,
  ): Promise<types.UserSignOnType | null> {
    return (await signOnOf(context, id)) ?? null
  }

  @Mutation(() => UserPayload, {
    description:
      'Frees the account of its identity of single sign-on: the next sign-in by its verified address is linked to it, ' +
      'and ends the sessions and tokens of before.',
  })
  async userIdentityFree(
    @Ctx() { ctx, services }: GraphqlContext,
    @Arg('input', () => UserActInput) { id, reason }: UserActInput,
  ): Promise<UserPayload> {
    return withUserErrors(async () => ({
      user: await services.relinks.free(withReason(ctx, reason), id),
    }))
  }
}
