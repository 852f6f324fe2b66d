import { Arg, Ctx, FieldResolver, Int, Query, Resolver, Root } from 'type-graphql'
import type { TokenOrder } from '../../domain/tokens/authentication-token.js'
import { isSignInFresh } from '../../kernel/fresh-sign-in.js'
import type { OrganizationOrder } from '../../domain/organizations/organization.js'
import type { Order } from '../../kernel/page.js'
import { allows } from '../../kernel/permissions.js'
import { AccountType, toAccountType } from './account.types.js'
import {
  AuthenticationTokenConnection,
  AuthenticationTokenOrderInput,
  type AuthenticationTokenType,
} from '../tokens/authentication-tokens.types.js'
import type { GraphqlContext } from '../context.js'
import { UserType } from './users.types.js'
import { sitePermissions, ViewerType, type SitePermission } from './viewer.types.js'
import {
  OrganizationConnection,
  OrganizationOrderInput,
  organizationPermissions,
  type OrganizationPermission,
  type OrganizationType,
} from '../organizations/organizations.types.js'
import { PageInput, toConnection, toPage, type Connection } from '../page.types.js'
import { SessionType } from '../tokens/sessions.types.js'

@Resolver(() => ViewerType)
export class ViewerResolver {
  @Query(() => ViewerType, { nullable: true, description: 'Null without a bearer.' })
  viewer(@Ctx() { ctx }: GraphqlContext): ViewerType | null {
    return ctx.actor.type === 'anonymous' ? null : { actor: ctx.actor }
  }

  @FieldResolver(() => AccountType)
  async account(@Ctx() { ctx, services }: GraphqlContext): Promise<AccountType> {
    return toAccountType(await services.accounts.show(ctx))
  }

  @FieldResolver(() => UserType, { description: 'NOT_FOUND for the token of a team or an organization.' })
  async user(@Ctx() { ctx, services }: GraphqlContext): Promise<UserType> {
    return services.users.self(ctx)
  }

  @FieldResolver(() => [sitePermissions], { description: 'What the viewer may do on the site as a whole.' })
  permissions(@Root() { actor }: ViewerType, @Ctx() { ctx, services }: GraphqlContext): SitePermission[] {
    return Object.values(sitePermissions).filter((permission) =>
      permission === 'organizations:create'
        ? services.organizations.mayCreate(ctx)
        : allows(actor, permission),
    )
  }

  @FieldResolver(() => SessionType, { nullable: true, description: 'Null for a token that is no session.' })
  async session(@Ctx() { ctx, services }: GraphqlContext): Promise<SessionType | null> {
    return (await services.sessions.current(ctx)) ?? null
  }

  @FieldResolver(() => Boolean, {
    description: 'Whether nothing is refused with REAUTHENTICATION_REQUIRED now; a token never is.',
  })
  isSignInFresh(@Ctx() { ctx }: GraphqlContext): boolean {
    return isSignInFresh(ctx)
  }

  @FieldResolver(() => Boolean, {
    description: 'Whether `sessionReauthenticate` can be proven by a password; else one signs in again.',
  })
  async hasPassword(@Ctx() { ctx, services }: GraphqlContext): Promise<boolean> {
    return services.signIn.canProve(ctx)
  }

  @FieldResolver(() => Int, {
    nullable: true,
    description: 'The longest life of a new token in seconds; null where nothing bounds it.',
  })
  maximumTokenLifetime(@Ctx() { services }: GraphqlContext): number | null {
    const { maximum } = services.tokens.lifetimes
    return maximum === undefined ? null : Math.floor(maximum / 1000)
  }

  @FieldResolver(() => Int, { description: "How long a token of the CLI's login lives, in seconds." })
  cliLoginLifetime(@Ctx() { services }: GraphqlContext): number {
    const { cliLogin, maximum = cliLogin } = services.tokens.lifetimes
    return Math.floor(Math.min(cliLogin, maximum) / 1000)
  }

  @FieldResolver(() => OrganizationConnection, { description: 'By name.' })
  async organizations(
    @Ctx() { ctx, services }: GraphqlContext,
    @Arg('search', () => String, {
      nullable: true,
      description: 'A part of the name or the notification e-mail.',
    })
    search?: string | null,
    @Arg('names', () => [String], { nullable: true, description: 'Whole names, in any case.' })
    names?: string[] | null,
    @Arg('permission', () => organizationPermissions, {
      nullable: true,
      description: 'Only those where the viewer has it.',
    })
    permission?: OrganizationPermission | null,
    @Arg('orderBy', () => OrganizationOrderInput, { nullable: true }) orderBy?: Order<OrganizationOrder>,
    @Arg('page', () => PageInput, { nullable: true }) page?: PageInput,
  ): Promise<Connection<OrganizationType>> {
    const list = await services.organizations.listMine(ctx, toPage(page, orderBy), {
      search: search ?? undefined,
      names: names ?? undefined,
      ...(permission && { permission }),
    })
    return toConnection(list, ({ organization }) => organization)
  }

  @FieldResolver(() => AuthenticationTokenConnection, { description: "The viewer's own, newest first." })
  async tokens(
    @Ctx() { ctx, services }: GraphqlContext,
    @Arg('orderBy', () => AuthenticationTokenOrderInput, { nullable: true }) orderBy?: Order<TokenOrder>,
    @Arg('page', () => PageInput, { nullable: true }) page?: PageInput,
  ): Promise<Connection<AuthenticationTokenType>> {
    const id = ctx.actor.type === 'user' ? ctx.actor.id : ''
    return toConnection(await services.tokens.list(ctx, { type: 'user', id }, toPage(page, orderBy)))
  }
}
