import { Arg, Ctx, FieldResolver, Query, Resolver, Root } from 'type-graphql'
import { allowsIn } from '../../kernel/permissions.js'
import type { GraphqlContext } from '../context.js'
import { nullWhenMissing } from '../queries.js'
import { RegistryModuleNamespaceType, RegistrySharingType, toSharingType } from './registry-sharing.types.js'
import { RegistryModuleType, toRegistryModuleType } from '../registry-modules/registry-modules.types.js'
import { shareOf } from './shares.js'

@Resolver(() => RegistryModuleType)
export class RegistryModuleSharingResolver {
  @FieldResolver(() => RegistrySharingType, {
    nullable: true,
    description:
      "Null for modules of the caller's own organizations, and where the caller has access only as a site administrator.",
  })
  async sharing(
    @Root() { module }: RegistryModuleType,
    @Ctx() context: GraphqlContext,
  ): Promise<RegistrySharingType | null> {
    return toSharingType(await shareOf.modules(context, module.organizationId))
  }
}

@Resolver(() => RegistryModuleNamespaceType)
export class RegistryModuleNamespacesResolver {
  @Query(() => RegistryModuleNamespaceType, {
    nullable: true,
    description:
      'By its name, in any case: an organization of the caller, or one that shares with such a one.',
  })
  registryModuleNamespace(
    @Ctx() { ctx, services }: GraphqlContext,
    @Arg('name', () => String) name: string,
  ): Promise<RegistryModuleNamespaceType | null> {
    return nullWhenMissing(async () => {
      const { organization, roles } = await services.moduleAccess.organization(ctx, name, 'modules:use')
      return {
        id: organization.id,
        name: organization.name,
        canCreate: allowsIn(roles, ctx.actor, 'modules:write'),
        usableOnly: !allowsIn(roles, ctx.actor, 'modules:read'),
      }
    })
  }

  @FieldResolver(() => RegistrySharingType, { nullable: true })
  async sharing(
    @Root() { id }: RegistryModuleNamespaceType,
    @Ctx() context: GraphqlContext,
  ): Promise<RegistrySharingType | null> {
    return toSharingType(await shareOf.modules(context, id))
  }

  @FieldResolver(() => RegistryModuleType, {
    nullable: true,
    description: 'By its name, in any case, and its provider.',
  })
  registryModule(
    @Root() { name: namespace }: RegistryModuleNamespaceType,
    @Ctx() { ctx, services }: GraphqlContext,
    @Arg('name', () => String) name: string,
    @Arg('provider', () => String) provider: string,
  ): Promise<RegistryModuleType | null> {
    return nullWhenMissing(async () =>
      toRegistryModuleType(await services.moduleAccess.visible(ctx, { namespace, name, provider })),
    )
  }
}
