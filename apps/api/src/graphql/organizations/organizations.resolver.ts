import { Arg, Ctx, FieldResolver, Query, Resolver, Root } from 'type-graphql'
import { entitlements } from '../../domain/organizations/entitlements.js'
import { allowsIn } from '../../kernel/permissions.js'
import type { GraphqlContext } from '../context.js'
import { AuthenticationTokenType } from '../identity/authentication-tokens.types.js'
import {
  entitlementNames,
  OrganizationReferenceConnection,
  organizationPermissions,
  OrganizationType,
  type EntitlementName,
  type OrganizationPermission,
} from './organizations.types.js'
import { PageInput, toConnection, toPage } from '../page.types.js'
import { nullWhenMissing } from '../queries.js'

@Resolver(() => OrganizationType)
export class OrganizationsResolver {
  @Query(() => OrganizationType, {
    nullable: true,
    description: 'By its name, in any case; for those who belong to it.',
  })
  async organization(
    @Ctx() { ctx, services }: GraphqlContext,
    @Arg('name', () => String) name: string,
  ): Promise<OrganizationType | null> {
    return nullWhenMissing(
      async () => (await services.organizations.access(ctx, name, 'organizations:read')).organization,
    )
  }

  @FieldResolver(() => [organizationPermissions], { description: 'What the caller may do here.' })
  async permissions(
    @Root() { id }: OrganizationType,
    @Ctx() { ctx, loaders }: GraphqlContext,
  ): Promise<OrganizationPermission[]> {
    const roles = (await loaders.access.load(id))?.roles ?? []
    return Object.values(organizationPermissions).filter((permission) =>
      allowsIn(roles, ctx.actor, permission),
    )
  }

  @FieldResolver(() => [entitlementNames], { description: 'What the platform does for it.' })
  entitlements(): EntitlementName[] {
    return Object.values(entitlementNames).filter((name) => entitlements[name])
  }

  @FieldResolver(() => AuthenticationTokenType, {
    nullable: true,
    description: 'The one token of its own; null also without the permission to see it.',
  })
  async token(
    @Root() { id }: OrganizationType,
    @Ctx() { loaders }: GraphqlContext,
  ): Promise<AuthenticationTokenType | null> {
    return (await loaders.organizationTokens.load(id)) ?? null
  }

  @FieldResolver(() => OrganizationReferenceConnection, {
    description: 'The organizations that share their modules with this one, by name.',
  })
  async moduleProducers(
    @Root() organization: OrganizationType,
    @Ctx() { loaders }: GraphqlContext,
    @Arg('page', () => PageInput, { nullable: true }) page?: PageInput,
  ): Promise<OrganizationReferenceConnection> {
    const list = await loaders.producersOf.load(organization, { page: toPage(page) })
    return toConnection(list, ({ id, name }) => ({ id, name }))
  }
}
