import { Arg, Ctx, FieldResolver, Mutation, Resolver, Root } from 'type-graphql'
import { twoFactorScope } from '../../domain/tokens/session.js'
import { scopesOf } from '../../kernel/actor.js'
import type { GraphqlContext } from '../context.js'
import { proofOf } from '../accounts/account.types.js'
import { ViewerType } from '../accounts/viewer.types.js'
import { renamed, withReason, withUserErrors } from '../mutations.js'
import * as types from './two-factor.types.js'
import { UserActInput, UserPayload } from '../accounts/users.types.js'

const inputNames = renamed({ current_password: 'currentPassword' })

@Resolver(() => ViewerType)
export class ViewerTwoFactorResolver {
  @FieldResolver(() => types.TwoFactorType, {
    description: 'NOT_FOUND for the token of a team or an organization.',
  })
  async twoFactor(@Ctx() { ctx, services }: GraphqlContext): Promise<types.TwoFactorType> {
    return services.twoFactor.show(ctx)
  }

  @FieldResolver(() => Boolean, {
    description:
      'The session that asks does nothing but set up the second factor, which is required of its user.',
  })
  needsTwoFactor(@Root() { actor }: ViewerType): boolean {
    return scopesOf(actor).includes(twoFactorScope)
  }
}

@Resolver()
export class TwoFactorResolver {
  @Mutation(() => types.TwoFactorSetUpPayload, {
    description: 'A secret for an app; `twoFactorEnable` with its first code turns it on.',
  })
  async twoFactorSetUp(
    @Ctx() { ctx, services }: GraphqlContext,
    @Arg('input', () => types.TwoFactorPasswordInput) { currentPassword }: types.TwoFactorPasswordInput,
  ): Promise<types.TwoFactorSetUpPayload> {
    return withUserErrors(() => services.twoFactor.setUp(ctx, currentPassword).catch(inputNames))
  }

  @Mutation(() => types.TwoFactorCodesPayload)
  async twoFactorEnable(
    @Ctx() { ctx, services }: GraphqlContext,
    @Arg('input', () => types.TwoFactorEnableInput) input: types.TwoFactorEnableInput,
  ): Promise<types.TwoFactorCodesPayload> {
    return withUserErrors(async () => ({ recoveryCodes: await services.twoFactor.enable(ctx, input) }))
  }

  @Mutation(() => types.TwoFactorCodesPayload, { description: 'Earlier codes are no longer valid.' })
  async twoFactorRecoveryCodesRenew(
    @Ctx() { ctx, services }: GraphqlContext,
    @Arg('input', () => types.TwoFactorPasswordInput) input: types.TwoFactorPasswordInput,
  ): Promise<types.TwoFactorCodesPayload> {
    return withUserErrors(async () => ({
      recoveryCodes: await services.twoFactor.renewRecoveryCodes(ctx, proofOf(input)).catch(inputNames),
    }))
  }

  @Mutation(() => types.TwoFactorDisablePayload)
  async twoFactorDisable(
    @Ctx() { ctx, services }: GraphqlContext,
    @Arg('input', () => types.TwoFactorPasswordInput) input: types.TwoFactorPasswordInput,
  ): Promise<types.TwoFactorDisablePayload> {
    return withUserErrors(async () => {
      await services.twoFactor.disable(ctx, proofOf(input)).catch(inputNames)
      return { twoFactor: await services.twoFactor.show(ctx) }
    })
  }

  @Mutation(() => UserPayload, {
    description: 'By a site administrator, for a user who no longer has the app or a recovery code.',
  })
  async userTwoFactorDisable(
    @Ctx() { ctx, services }: GraphqlContext,
    @Arg('input', () => UserActInput) { id, reason }: UserActInput,
  ): Promise<UserPayload> {
    return withUserErrors(async () => ({
      user: await services.twoFactor.disableOf(withReason(ctx, reason), id),
    }))
  }
}
