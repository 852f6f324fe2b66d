import { Arg, Ctx, FieldResolver, Resolver, Root } from 'type-graphql'
import type { RegistryName } from '../domain/registry-providers/registry-provider.js'
import type { GraphqlContext } from './context.js'
import { OrganizationType } from './organizations.types.js'
import { PageInput, toConnection, toPage } from './page.types.js'
import * as types from './registry-providers.types.js'

@Resolver(() => OrganizationType)
export class OrganizationProvidersResolver {
  @FieldResolver(() => types.RegistryProviderConnection, {
    description: 'By registry name, namespace and name.',
  })
  async registryProviders(
    @Root() { name }: OrganizationType,
    @Ctx() { ctx, services }: GraphqlContext,
    @Arg('search', () => String, { nullable: true, description: 'A part of the name or the namespace.' })
    search?: string,
    @Arg('registryName', () => types.registryNames, { nullable: true }) registryName?: RegistryName,
    @Arg('page', () => PageInput, { nullable: true }) page?: PageInput,
  ): Promise<types.RegistryProviderConnection> {
    const list = await services.providers.list(ctx, name, { search, registryName }, toPage(page))
    return toConnection(list, types.toRegistryProviderType)
  }

  @FieldResolver(() => types.GpgKeyConnection, {
    description: 'The keys that its providers are signed with.',
  })
  async gpgKeys(
    @Root() { name }: OrganizationType,
    @Ctx() { ctx, services }: GraphqlContext,
    @Arg('page', () => PageInput, { nullable: true }) page?: PageInput,
  ): Promise<types.GpgKeyConnection> {
    return toConnection(await services.gpgKeys.list(ctx, [name], toPage(page)), types.toGpgKeyType)
  }
}

@Resolver(() => types.RegistryProviderType)
export class RegistryProvidersResolver {
  @FieldResolver(() => types.RegistryProviderVersionConnection, {
    description: 'Newest first; a public provider has none.',
  })
  async versions(
    @Root() { provider }: types.RegistryProviderType,
    @Ctx() { providerVersions }: GraphqlContext,
    @Arg('page', () => PageInput, { nullable: true }) input?: PageInput,
  ): Promise<types.RegistryProviderVersionConnection> {
    const versions = await providerVersions.load(provider)
    const page = toPage(input)
    const start = (page.number - 1) * page.size
    const items = versions.slice(start, start + page.size)
    return toConnection({ items, totalCount: versions.length, page }, types.toProviderVersionType)
  }
}
