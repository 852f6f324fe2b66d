import { Arg, Ctx, Mutation, Query, Resolver } from 'type-graphql'
import { DomainError } from '../kernel/errors.js'
import type { GraphqlContext } from './context.js'
import * as types from './identity.types.js'
import { withUserErrors } from './user-errors.js'

@Resolver()
export class IdentityResolver {
  @Query(() => types.SetupType)
  async setup(@Ctx() { ctx, services }: GraphqlContext): Promise<types.SetupType> {
    return { required: await services.setUp.isRequired(ctx) }
  }

  @Mutation(() => types.InitialAdministratorCreatePayload, { description: 'The very first user.' })
  async initialAdministratorCreate(
    @Ctx() { ctx, services }: GraphqlContext,
    @Arg('input', () => types.InitialAdministratorCreateInput) input: types.InitialAdministratorCreateInput,
  ): Promise<types.InitialAdministratorCreatePayload> {
    const { token, ...person } = input
    return withUserErrors(async () => {
      const { user } = await services.setUp.createAdministrator(ctx, token, person)
      return { user }
    })
  }

  @Mutation(() => types.SignInPayload)
  async signIn(
    @Ctx() { ctx, services }: GraphqlContext,
    @Arg('input', () => types.SignInInput) input: types.SignInInput,
  ): Promise<types.SignInPayload> {
    return withUserErrors(() => services.sessions.signIn(ctx, input))
  }

  @Mutation(() => types.SignOutPayload, { description: 'Ends the session whose token asks.' })
  async signOut(@Ctx() { ctx, services }: GraphqlContext): Promise<types.SignOutPayload> {
    return { signedOut: await services.sessions.signOut(ctx) }
  }

  @Mutation(() => types.AuthenticationTokenCreatePayload, { description: "One of the viewer's own." })
  async authenticationTokenCreate(
    @Ctx() { ctx, services }: GraphqlContext,
    @Arg('input', () => types.AuthenticationTokenCreateInput) input: types.AuthenticationTokenCreateInput,
  ): Promise<types.AuthenticationTokenCreatePayload> {
    return withUserErrors(async () => {
      const { id } = await services.users.self(ctx)
      const { description, scopes, expiresAt } = input
      const raw = { description, scopes, expiredAt: expiresAt?.toISOString() }
      const { token, value } = await services.tokens.create(ctx, { type: 'user', id }, raw).catch(renamed)
      return { authenticationToken: token, secret: value }
    })
  }

  @Mutation(() => types.AuthenticationTokenDeletePayload)
  async authenticationTokenDelete(
    @Ctx() { ctx, services }: GraphqlContext,
    @Arg('input', () => types.AuthenticationTokenDeleteInput) { id }: types.AuthenticationTokenDeleteInput,
  ): Promise<types.AuthenticationTokenDeletePayload> {
    return withUserErrors(async () => {
      await services.tokens.delete(ctx, id)
      return { deletedId: id }
    })
  }
}

/** The contract's attribute is `expired-at`; the schema, which is ours, calls it what it is. */
function renamed(error: unknown): never {
  if (!(error instanceof DomainError) || error.failure.kind !== 'invalid') throw error
  const faults = error.failure.faults.map((fault) =>
    fault.path[0] === 'expiredAt'
      ? { ...fault, path: ['expiresAt'], message: 'Expires at is invalid' }
      : fault,
  )
  throw new DomainError({ kind: 'invalid', faults })
}
