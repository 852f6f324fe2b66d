import { Arg, Ctx, FieldResolver, Mutation, Query, Resolver, Root } from 'type-graphql'
import * as types from '../accounts/account.types.js'
import type { GraphqlContext } from '../context.js'
import { nullWhenMissing } from '../queries.js'
import { withUserErrors } from '../mutations.js'

/** The verification of the viewer's address by mail. */
@Resolver(() => types.AccountType)
export class EmailAddressesResolver {
  @FieldResolver(() => Boolean, {
    description: 'Whether a letter to verify the address can be sent.',
  })
  canConfirmEmail(@Root() account: types.AccountType, @Ctx() { services }: GraphqlContext): boolean {
    return services.emailAddresses.canSend(account)
  }

  @Query(() => types.EmailConfirmationType, {
    nullable: true,
    description:
      'What a link of such a letter confirms; null for a link that is no good, or another person’s.',
  })
  async emailConfirmation(
    @Ctx() { ctx, services }: GraphqlContext,
    @Arg('token', () => String, { description: 'The last part of the link.' }) token: string,
  ): Promise<types.EmailConfirmationType | null> {
    return nullWhenMissing(() => services.emailAddresses.findConfirmation(ctx, token))
  }

  @Mutation(() => types.AccountPayload, {
    description: 'Uses the link up: the address is the viewer’s own, and verified.',
  })
  async accountEmailConfirm(
    @Ctx() { ctx, services }: GraphqlContext,
    @Arg('input', () => types.AccountEmailConfirmInput) { token }: types.AccountEmailConfirmInput,
  ): Promise<types.AccountPayload> {
    return withUserErrors(async () => ({
      account: types.toAccountType(await services.emailAddresses.confirm(ctx, token)),
    }))
  }

  @Mutation(() => types.AccountPayload, {
    description:
      'Mails another link to the address that waits, or to the viewer’s own; an earlier link ends.',
  })
  async accountEmailConfirmationSend(
    @Ctx() { ctx, services }: GraphqlContext,
  ): Promise<types.AccountPayload> {
    return withUserErrors(async () => {
      await services.emailAddresses.sendConfirmation(ctx)
      return { account: types.toAccountType(await services.accounts.show(ctx)) }
    })
  }
}
