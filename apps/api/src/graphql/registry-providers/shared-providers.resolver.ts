import { Arg, Ctx, FieldResolver, ID, Query, Resolver, Root } from 'type-graphql'
import type { GraphqlContext } from '../context.js'
import { PageInput, pageOf, toConnection, toPage, type Connection } from '../page.types.js'
import { nullWhenMissing } from '../queries.js'
import type { RegistryProvider } from '../../domain/registry-providers/registry-provider.js'
import { RegistrySharingType, toSharingType } from '../registry-sharing/registry-sharing.types.js'
import * as types from './shared-providers.types.js'
import { batched } from '../batched.js'
import { shareOf } from '../registry-sharing/shares.js'

const sharedVersionsOf = batched(({ ctx, services }, providers: readonly RegistryProvider[]) =>
  services.publishedProviders.versionsOf(ctx, providers),
)

@Resolver(() => types.SharedRegistryProviderType)
export class SharedProvidersResolver {
  @Query(() => types.SharedRegistryProviderConnection, {
    description:
      "Those of others that are shared with one of the caller's organizations, by namespace and name.",
  })
  async sharedRegistryProviders(
    @Ctx() { ctx, services }: GraphqlContext,
    @Arg('search', () => String, { nullable: true, description: 'A part of the name or the namespace.' })
    search?: string,
    @Arg('page', () => PageInput, { nullable: true }) page?: PageInput,
  ): Promise<Connection<types.SharedRegistryProviderType>> {
    const list = await services.publishedProviders.listShared(ctx, search ?? '', toPage(page))
    return toConnection(list, types.toSharedProviderType)
  }

  @Query(() => types.SharedRegistryProviderType, {
    nullable: true,
    description: 'One that the caller may install, also one of its organizations.',
  })
  async sharedRegistryProvider(
    @Ctx() { ctx, services }: GraphqlContext,
    @Arg('id', () => ID) id: string,
  ): Promise<types.SharedRegistryProviderType | null> {
    return nullWhenMissing(async () =>
      types.toSharedProviderType(await services.publishedProviders.findInstallable(ctx, id)),
    )
  }

  @FieldResolver(() => RegistrySharingType, {
    nullable: true,
    description: "Null for providers of the caller's own organizations.",
  })
  async sharing(
    @Root() { provider }: types.SharedRegistryProviderType,
    @Ctx() context: GraphqlContext,
  ): Promise<RegistrySharingType | null> {
    return toSharingType(await shareOf.providers(context, provider.organizationId))
  }

  @FieldResolver(() => types.SharedRegistryProviderVersionConnection, { description: 'Newest first.' })
  async versions(
    @Root() { provider }: types.SharedRegistryProviderType,
    @Ctx() context: GraphqlContext,
    @Arg('page', () => PageInput, { nullable: true }) page?: PageInput,
  ): Promise<Connection<types.SharedRegistryProviderVersionType>> {
    const versions = (await sharedVersionsOf(context, provider)) ?? []
    return toConnection(pageOf(versions, toPage(page)), types.toSharedVersionType)
  }
}
