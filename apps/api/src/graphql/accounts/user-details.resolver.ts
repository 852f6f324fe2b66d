import { Arg, Ctx, FieldResolver, Resolver, Root } from 'type-graphql'
import type { GraphqlContext } from '../context.js'
import { PageInput, pageOf, toConnection, toPage, type Connection } from '../page.types.js'
import { nullWhenMissing } from '../queries.js'
import { UserType } from './users.types.js'
import * as types from './user-details.types.js'
import { batched, batchedLists } from '../batched.js'

const activityOf = batched(({ ctx, services }, ids) => services.users.activity(ctx, ids))

const organizationsOf = batchedLists(({ ctx, services }, ids, page) =>
  services.users.organizationsOf(ctx, ids, page),
)

/** The details of a user that only site administrators see. */
@Resolver(() => UserType)
export class UserDetailsResolver {
  @FieldResolver(() => Date, {
    nullable: true,
    description:
      'In a browser, as far back as the audit log is retained; for site administrators, null for other callers.',
  })
  async lastSignedInAt(@Root() { id }: UserType, @Ctx() context: GraphqlContext): Promise<Date | null> {
    return (await activityOf(context, id))?.lastSignedInAt ?? null
  }

  @FieldResolver(() => Date, {
    nullable: true,
    description:
      'By a session or a token of the user, right to a minute; for site administrators, null for other callers.',
  })
  async lastActiveAt(@Root() { id }: UserType, @Ctx() context: GraphqlContext): Promise<Date | null> {
    return (await activityOf(context, id))?.lastActiveAt ?? null
  }

  @FieldResolver(() => types.UserOrganizationConnection, {
    nullable: true,
    description:
      'Those that the user is a member of, by name; for site administrators, null for other callers.',
  })
  async organizations(
    @Root() user: UserType,
    @Ctx() context: GraphqlContext,
    @Arg('page', () => PageInput, { nullable: true }) page?: PageInput,
  ): Promise<Connection<types.UserOrganizationType> | null> {
    return nullWhenMissing(async () => {
      const list = await organizationsOf(context, user, toPage(page))
      return toConnection(list, types.toUserOrganizationType)
    })
  }
}

@Resolver(() => types.UserOrganizationType)
export class UserOrganizationsResolver {
  @FieldResolver(() => types.TeamReferenceConnection, {
    description: "The user's teams, by name; none where the caller may not look into the organization.",
  })
  teams(
    @Root() { allTeams }: types.UserOrganizationType,
    @Arg('page', () => PageInput, { nullable: true }) page?: PageInput,
  ): Connection<types.TeamReferenceType> {
    return toConnection(pageOf(allTeams, toPage(page)))
  }
}
