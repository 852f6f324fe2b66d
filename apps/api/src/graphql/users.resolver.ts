import { Arg, Ctx, Query, Resolver } from 'type-graphql'
import type { GraphqlContext } from './context.js'
import { PageInput, toConnection, toPage } from './page.types.js'
import { UserConnection, UserFilter } from './users.types.js'

@Resolver()
export class UsersResolver {
  @Query(() => UserConnection, { description: 'By user name; for site administrators.' })
  async users(
    @Ctx() { ctx, services }: GraphqlContext,
    @Arg('filter', () => UserFilter, { nullable: true }) filter?: UserFilter,
    @Arg('page', () => PageInput, { nullable: true }) page?: PageInput,
  ): Promise<UserConnection> {
    const { search, isSiteAdmin, isSuspended } = filter ?? {}
    const given = {
      search,
      isSiteAdmin: isSiteAdmin ?? undefined,
      isSuspended: isSuspended ?? undefined,
    }
    return toConnection(await services.users.list(ctx, given, toPage(page)), (user) => user)
  }
}
