import { Arg, Ctx, FieldResolver, Mutation, Resolver, Root } from 'type-graphql'
import { sessionOf } from '../../domain/tokens/session.js'
import { browserName } from '../../kernel/browser-name.js'
import type { GraphqlContext } from '../context.js'
import { proofOf } from '../accounts/account.types.js'
import { UserType } from '../accounts/users.types.js'
import { deletion, renamed, withReason, withUserErrors } from '../mutations.js'
import { PageInput, toConnection, toPage, type Connection } from '../page.types.js'
import * as types from './sessions.types.js'
import { batchedLists } from '../batched.js'

const sessionsOf = batchedLists(({ ctx, services }, ids, page) =>
  services.sessions.listOfUsers(ctx, ids, page),
)

@Resolver(() => UserType)
export class UserSessionsResolver {
  @FieldResolver(() => types.SessionConnection, {
    description:
      "Those that are good, the last used first: one's own, and any user's for site administrators.",
  })
  async sessions(
    @Root() user: UserType,
    @Ctx() context: GraphqlContext,
    @Arg('page', () => PageInput, { nullable: true }) page?: PageInput,
  ): Promise<Connection<types.SessionType>> {
    return toConnection(await sessionsOf(context, user, toPage(page)))
  }
}

@Resolver(() => types.SessionType)
export class SessionsResolver {
  @FieldResolver(() => Boolean, { description: 'Whether it is the one that asks.' })
  isCurrent(@Root() { id }: types.SessionType, @Ctx() { ctx }: GraphqlContext): boolean {
    return id === sessionOf(ctx)
  }

  @FieldResolver(() => String, { description: 'The program as people call it, such as `Firefox on Linux`.' })
  browser(@Root() { userAgent }: types.SessionType): string {
    return browserName(userAgent)
  }

  @Mutation(() => types.SessionDeletePayload, { description: 'It takes effect at once, on every face.' })
  async sessionDelete(
    @Ctx() { ctx, services }: GraphqlContext,
    @Arg('input', () => types.SessionDeleteInput) input: types.SessionDeleteInput,
  ): Promise<types.SessionDeletePayload> {
    return deletion(ctx, input, (auditCtx, id) => services.sessions.delete(auditCtx, id))
  }

  @Mutation(() => types.SessionReauthenticatePayload, {
    description: 'The session that asks is fresh again, for what is refused with REAUTHENTICATION_REQUIRED.',
  })
  async sessionReauthenticate(
    @Ctx() { ctx, services }: GraphqlContext,
    @Arg('input', () => types.SessionReauthenticateInput) input: types.SessionReauthenticateInput,
  ): Promise<types.SessionReauthenticatePayload> {
    return withUserErrors(async () => {
      const proven = services.signIn.reauthenticate(ctx, proofOf(input))
      return { session: await proven.catch(renamed({ current_password: 'currentPassword' })) }
    })
  }

  @Mutation(() => types.UserSessionsDeletePayload, {
    description: 'Ends all sessions of a user but the one that asks; tokens stay.',
  })
  async userSessionsDelete(
    @Ctx() { ctx, services }: GraphqlContext,
    @Arg('input', () => types.UserSessionsDeleteInput) { id, reason }: types.UserSessionsDeleteInput,
  ): Promise<types.UserSessionsDeletePayload> {
    return withUserErrors(async () => ({
      deletedCount: await services.sessions.deleteOthers(withReason(ctx, reason), id),
    }))
  }
}
