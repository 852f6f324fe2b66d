import { Arg, Ctx, FieldResolver, Query, Resolver } from 'type-graphql'
import { allows } from '../kernel/permissions.js'
import type { GraphqlContext } from './context.js'
import {
  AuthenticationTokenConnection,
  SessionType,
  sitePermissions,
  ViewerType,
  type AuthenticationTokenType,
  type SitePermission,
} from './identity.types.js'
import { OrganizationConnection, type OrganizationType } from './organizations.types.js'
import { PageInput, toConnection, toPage, type Connection } from './page.types.js'

@Resolver(() => ViewerType)
export class ViewerResolver {
  @Query(() => ViewerType, { nullable: true, description: 'Null without a bearer.' })
  async viewer(@Ctx() { ctx, services }: GraphqlContext): Promise<ViewerType | null> {
    return ctx.actor.type === 'nobody' ? null : { user: await services.users.self(ctx) }
  }

  @FieldResolver(() => [sitePermissions], { description: 'What the viewer may do on the site as a whole.' })
  permissions(@Ctx() { ctx }: GraphqlContext): SitePermission[] {
    return Object.values(sitePermissions).filter((permission) => allows(ctx.actor, permission))
  }

  @FieldResolver(() => SessionType, { nullable: true, description: 'Null for a token that is no session.' })
  async session(@Ctx() { ctx, services }: GraphqlContext): Promise<SessionType | null> {
    return (await services.sessions.current(ctx)) ?? null
  }

  @FieldResolver(() => OrganizationConnection, { description: 'By name.' })
  async organizations(
    @Ctx() { ctx, services }: GraphqlContext,
    @Arg('page', () => PageInput, { nullable: true }) page?: PageInput,
  ): Promise<Connection<OrganizationType>> {
    return toConnection(
      await services.organizations.listMine(ctx, toPage(page)),
      ({ organization }) => organization,
    )
  }

  @FieldResolver(() => AuthenticationTokenConnection, { description: "The viewer's own, newest first." })
  async tokens(
    @Ctx() { ctx, services }: GraphqlContext,
    @Arg('page', () => PageInput, { nullable: true }) page?: PageInput,
  ): Promise<Connection<AuthenticationTokenType>> {
    const userId = ctx.actor.type === 'user' ? ctx.actor.id : ''
    return toConnection(
      await services.tokens.list(ctx, { type: 'user', id: userId }, toPage(page)),
      (token) => token,
    )
  }
}
