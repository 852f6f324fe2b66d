import { Arg, Ctx, FieldResolver, Resolver, Root } from 'type-graphql'
import type { GraphqlContext } from './context.js'
import { OrganizationType } from './organizations.types.js'
import { PageInput, toConnection, toPage } from './page.types.js'
import {
  MemberConnection,
  OrganizationMembershipConnection,
  TeamConnection,
  TeamType,
  toTeamType,
} from './teams.types.js'

@Resolver(() => OrganizationType)
export class OrganizationPeopleResolver {
  @FieldResolver(() => TeamConnection, { description: 'By name.' })
  async teams(
    @Root() { name }: OrganizationType,
    @Ctx() { ctx, services }: GraphqlContext,
    @Arg('search', () => String, { nullable: true, description: 'A part of the name.' }) search?: string,
    @Arg('page', () => PageInput, { nullable: true }) page?: PageInput,
  ): Promise<TeamConnection> {
    return toConnection(await services.teams.list(ctx, name, { search }, toPage(page)), toTeamType)
  }

  @FieldResolver(() => OrganizationMembershipConnection, { description: 'The oldest first.' })
  async memberships(
    @Root() { name }: OrganizationType,
    @Ctx() { ctx, services }: GraphqlContext,
    @Arg('search', () => String, { nullable: true, description: 'A part of the address or the user name.' })
    search?: string,
    @Arg('page', () => PageInput, { nullable: true }) page?: PageInput,
  ): Promise<OrganizationMembershipConnection> {
    const list = await services.memberships.list(ctx, name, { search }, toPage(page))
    return toConnection(list, (membership) => membership)
  }
}

@Resolver(() => TeamType)
export class TeamsResolver {
  @FieldResolver(() => MemberConnection, { description: 'By user name.' })
  members(
    @Root() { everybody }: TeamType,
    @Arg('page', () => PageInput, { nullable: true }) input?: PageInput,
  ): MemberConnection {
    const page = toPage(input)
    const start = (page.number - 1) * page.size
    const items = everybody.slice(start, start + page.size)
    return toConnection({ items, totalCount: everybody.length, page }, (member) => member)
  }
}
