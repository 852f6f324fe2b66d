import { Arg, Ctx, Mutation, Query, Resolver } from 'type-graphql'
import type { GraphqlContext } from '../context.js'
import * as types from './single-sign-on.types.js'
import { withUserErrors } from '../mutations.js'

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
