import { Arg, Ctx, ID, Query, Resolver } from 'type-graphql'
import { KnownAccountType, toKnownAccountType } from './account.types.js'
import type { UserOrder } from '../../domain/identity/user.js'
import type { Order } from '../../kernel/page.js'
import type { GraphqlContext } from '../context.js'
import { UserType } from './identity.types.js'
import { PageInput, toConnection, toPage } from '../page.types.js'
import { nullWhenMissing, withoutNulls } from '../queries.js'
import { UserConnection, UserFilter, UserOrderInput } from './users.types.js'

@Resolver()
export class UsersResolver {
  @Query(() => UserConnection, { description: 'By user name; for site administrators.' })
  async users(
    @Ctx() { ctx, services }: GraphqlContext,
    @Arg('filter', () => UserFilter, { nullable: true }) filter?: UserFilter,
    @Arg('orderBy', () => UserOrderInput, { nullable: true }) orderBy?: Order<UserOrder>,
    @Arg('page', () => PageInput, { nullable: true }) page?: PageInput,
  ): Promise<UserConnection> {
    return toConnection(
      await services.users.list(ctx, withoutNulls(filter ?? {}), toPage(page, orderBy)),
      (user) => user,
    )
  }

  @Query(() => UserType, { nullable: true, description: 'For site administrators.' })
  async user(
    @Ctx() { ctx, services }: GraphqlContext,
    @Arg('id', () => ID) id: string,
  ): Promise<UserType | null> {
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
}
