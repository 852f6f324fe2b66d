import { Arg, Ctx, Mutation, Resolver } from 'type-graphql'
import type { GraphqlContext } from '../context.js'
import * as types from './sign-in.types.js'
import { withUserErrors } from '../mutations.js'

@Resolver()
export class SignInResolver {
  @Mutation(() => types.SignInPayload, {
    description: 'With a second factor it gives a challenge, and `signInVerify` the token.',
  })
  async signIn(
    @Ctx() { ctx, services }: GraphqlContext,
    @Arg('input', () => types.SignInInput) input: types.SignInInput,
  ): Promise<types.SignInPayload> {
    return withUserErrors(() => services.signIn.signIn(ctx, input))
  }

  @Mutation(() => types.SignInPayload, {
    description: 'The second step, by a code of the app or of recovery.',
  })
  async signInVerify(
    @Ctx() { ctx, services }: GraphqlContext,
    @Arg('input', () => types.SignInVerifyInput) input: types.SignInVerifyInput,
  ): Promise<types.SignInPayload> {
    return withUserErrors(() => services.signIn.verify(ctx, input))
  }

  @Mutation(() => types.SignOutPayload, { description: 'Ends the session whose token asks.' })
  async signOut(@Ctx() { ctx, services }: GraphqlContext): Promise<types.SignOutPayload> {
    return { signedOut: await services.sessions.signOut(ctx) }
  }
}
