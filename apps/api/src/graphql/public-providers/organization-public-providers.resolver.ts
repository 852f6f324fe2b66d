import { Arg, Ctx, FieldResolver, Resolver, Root } from 'type-graphql'
import type { PublicProvidersRule } from '../../domain/organizations/organization.js'
import { requireScope } from '../../kernel/permissions.js'
import type { GraphqlContext } from '../context.js'
import { OrganizationType } from '../organizations/organizations.types.js'
import { PageInput, toConnection, toPage, type Connection } from '../page.types.js'
import { nullWhenMissing } from '../queries.js'
import * as types from './public-providers.types.js'

@Resolver(() => OrganizationType)
export class OrganizationPublicProvidersResolver {
  @FieldResolver(() => types.PublicProvidersRuleEnum, { description: "Its own, or the site's." })
  effectivePublicProviders(
    @Root() { publicProviders }: OrganizationType,
    @Ctx() { services }: GraphqlContext,
  ): PublicProvidersRule {
    return publicProviders ?? services.adminPublicProviders.site.rule
  }

  @FieldResolver(() => String, { description: "Its own, or the site's; `0s`: nothing is held." })
  effectiveProviderCooldown(
    @Root() { providerCooldown }: OrganizationType,
    @Ctx() { services }: GraphqlContext,
  ): string {
    return providerCooldown ?? services.adminPublicProviders.site.cooldownAsSet
  }

  @FieldResolver(() => types.OrganizationPublicProviderType, {
    nullable: true,
    description: 'By its origin, namespace and name; null where there is no such origin.',
  })
  publicProvider(
    @Root() { name: organization }: OrganizationType,
    @Ctx() { ctx, services }: GraphqlContext,
    @Arg('origin', () => String) origin: string,
    @Arg('namespace', () => String) namespace: string,
    @Arg('name', () => String) name: string,
  ): Promise<types.OrganizationPublicProviderType | null> {
    const address = { origin: origin.toLowerCase(), namespace, name }
    return nullWhenMissing(async () =>
      types.toOrganizationPublicProviderType(
        await services.organizationPublicProviders.find(ctx, organization, address),
      ),
    )
  }
}

@Resolver(() => types.PublicProviderSettingsType)
export class PublicProviderSettingsResolver {
  @FieldResolver(() => [String], {
    description:
      "Names of the viewer's organizations that have their own settings, at most 20: the widest of all decides for the viewer.",
  })
  async decidedBy(@Ctx() { ctx, services }: GraphqlContext): Promise<readonly string[]> {
    requireScope(ctx, 'account:read')
    return services.organizationPublicProviders.decidingNames(ctx)
  }
}

@Resolver(() => types.OrganizationPublicProviderType)
export class OrganizationPublicProviderVersionsResolver {
  @FieldResolver(() => types.OrganizationPublicProviderVersionConnection, { description: 'Newest first.' })
  async versions(
    @Root() { source }: types.OrganizationPublicProviderType,
    @Ctx() { ctx, services }: GraphqlContext,
    @Arg('page', () => PageInput, { nullable: true }) page?: PageInput,
  ): Promise<Connection<types.OrganizationPublicProviderVersionType>> {
    const present = types.toOrganizationVersionType(source.cooldown, ctx.clock.now())
    return toConnection(
      await services.organizationPublicProviders.versionsOf(ctx, source, toPage(page)),
      present,
    )
  }
}
