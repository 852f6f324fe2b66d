import { Arg, Ctx, ID, Mutation, Query, Resolver } from 'type-graphql'
import type { UserOrder } from '../../domain/people/user.js'
import type { UserAction } from '../../domain/accounts/users.service.js'
import type { Order } from '../../kernel/page.js'
import type { GraphqlContext } from '../context.js'
import { deletion, renamed, withReason, withUserErrors } from '../mutations.js'
import { PageInput, toConnection, toPage, type Connection } from '../page.types.js'
import { nullWhenMissing, withoutEmpties } from '../queries.js'
import { KnownAccountType, toKnownAccountType } from './account.types.js'
import * as types from './users.types.js'

@Resolver()
export class UsersResolver {
  @Query(() => types.UserConnection, { description: 'By user name; for site administrators.' })
  async users(
    @Ctx() { ctx, services }: GraphqlContext,
    @Arg('filter', () => types.UserFilter, { nullable: true }) filter?: types.UserFilter,
    @Arg('orderBy', () => types.UserOrderInput, { nullable: true }) orderBy?: Order<UserOrder>,
    @Arg('page', () => PageInput, { nullable: true }) page?: PageInput,
  ): Promise<Connection<types.UserType>> {
    return toConnection(await services.users.list(ctx, withoutEmpties(filter), toPage(page, orderBy)))
  }

  @Query(() => types.UserType, { nullable: true, description: 'For site administrators.' })
  async user(
    @Ctx() { ctx, services }: GraphqlContext,
    @Arg('id', () => ID) id: string,
  ): Promise<types.UserType | null> {
    return nullWhenMissing(() => services.users.find(ctx, id))
  }

  @Query(() => KnownAccountType, {
    nullable: true,
    description:
      'All of oneself and, for site administrators, of any user; of those who share an enabled organization with the ' +
      'caller what its list of members says.',
  })
  async account(
    @Ctx() { ctx, services }: GraphqlContext,
    @Arg('id', () => ID) id: string,
  ): Promise<KnownAccountType | null> {
    return nullWhenMissing(async () => toKnownAccountType(await services.accounts.find(ctx, id)))
  }

  @Mutation(() => types.UserPayload)
  async userCreate(
    @Ctx() { ctx, services }: GraphqlContext,
    @Arg('input', () => types.UserCreateInput) { isSiteAdmin, ...person }: types.UserCreateInput,
  ): Promise<types.UserPayload> {
    return withUserErrors(async () => {
      const created = services.users.create(ctx, { ...person, isAdmin: isSiteAdmin })
      return { user: await created.catch(renamed({ isAdmin: 'isSiteAdmin' })) }
    })
  }

  @Mutation(() => types.UserPayload, { description: "The user's tokens and sessions stop at once." })
  async userSuspend(
    @Ctx() context: GraphqlContext,
    @Arg('input', () => types.UserActInput) input: types.UserActInput,
  ): Promise<types.UserPayload> {
    return act(context, input, 'suspend')
  }

  @Mutation(() => types.UserPayload)
  async userUnsuspend(
    @Ctx() context: GraphqlContext,
    @Arg('input', () => types.UserActInput) input: types.UserActInput,
  ): Promise<types.UserPayload> {
    return act(context, input, 'unsuspend')
  }

  @Mutation(() => types.UserPayload, { description: 'Makes a user a site administrator.' })
  async userAdminGrant(
    @Ctx() context: GraphqlContext,
    @Arg('input', () => types.UserActInput) input: types.UserActInput,
  ): Promise<types.UserPayload> {
    return act(context, input, 'grant_admin')
  }

  @Mutation(() => types.UserPayload, { description: 'The last active site administrator stays one.' })
  async userAdminRevoke(
    @Ctx() context: GraphqlContext,
    @Arg('input', () => types.UserActInput) input: types.UserActInput,
  ): Promise<types.UserPayload> {
    return act(context, input, 'revoke_admin')
  }

  @Mutation(() => types.UserPayload, {
    description: 'Sets the address of a user, which verifies it; the former address gets a mail.',
  })
  async userEmailSet(
    @Ctx() { ctx, services }: GraphqlContext,
    @Arg('input', () => types.UserEmailSetInput) { id, reason, email }: types.UserEmailSetInput,
  ): Promise<types.UserPayload> {
    return withUserErrors(async () => ({
      user: await services.emailAddresses.set(withReason(ctx, reason), id, { email }),
    }))
  }

  @Mutation(() => types.UserPasswordLinkCreatePayload, { description: 'An earlier link ends.' })
  async userPasswordLinkCreate(
    @Ctx() { ctx, services }: GraphqlContext,
    @Arg('input', () => types.UserActInput) { id, reason }: types.UserActInput,
  ): Promise<types.UserPasswordLinkCreatePayload> {
    return withUserErrors(async () => {
      const { user, url, mailed } = await services.invitations.createPasswordLink(withReason(ctx, reason), id)
      return { user, invitationUrl: url, mailed }
    })
  }

  @Mutation(() => types.UserDeletePayload, { description: 'With its tokens, sessions and memberships.' })
  async userDelete(
    @Ctx() { ctx, services }: GraphqlContext,
    @Arg('input', () => types.UserDeleteInput) input: types.UserDeleteInput,
  ): Promise<types.UserDeletePayload> {
    return deletion(ctx, input, (auditCtx, id) => services.users.delete(auditCtx, id))
  }
}

function act(
  { ctx, services }: GraphqlContext,
  { id, reason }: types.UserActInput,
  action: UserAction,
): Promise<types.UserPayload> {
  return withUserErrors(async () => ({
    user: await services.users.act(withReason(ctx, reason), id, action),
  }))
}
