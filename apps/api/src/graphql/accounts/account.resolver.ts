import { Arg, Ctx, Mutation, Resolver } from 'type-graphql'
import * as types from './account.types.js'
import type { GraphqlContext } from '../context.js'
import { renamed, withUserErrors } from '../mutations.js'

/** The changes that people make to their own accounts. */
@Resolver()
export class AccountResolver {
  @Mutation(() => types.AccountPayload)
  async accountUpdate(
    @Ctx() { ctx, services }: GraphqlContext,
    @Arg('input', () => types.AccountUpdateInput)
    { currentPassword, ...change }: types.AccountUpdateInput,
  ): Promise<types.AccountPayload> {
    return withUserErrors(async () => {
      const account = await services.accounts
        .update(ctx, { ...change, current_password: currentPassword })
        .catch(renamed({ current_password: 'currentPassword' }))
      return { account: types.toAccountType(account) }
    })
  }

  @Mutation(() => types.AccountPayload, {
    description: "The viewer's other sessions end, and tokens unless they are to stay.",
  })
  async accountPasswordUpdate(
    @Ctx() { ctx, services }: GraphqlContext,
    @Arg('input', () => types.AccountPasswordUpdateInput)
    input: types.AccountPasswordUpdateInput,
  ): Promise<types.AccountPayload> {
    return withUserErrors(async () => {
      const { newPassword, keepTokens } = input
      const change = { ...types.proofOf(input), password: newPassword, keep_tokens: keepTokens }
      const account = await services.accounts
        .changePassword(ctx, change)
        .catch(renamed({ current_password: 'currentPassword', password: 'newPassword' }))
      return { account: types.toAccountType(account) }
    })
  }
}
