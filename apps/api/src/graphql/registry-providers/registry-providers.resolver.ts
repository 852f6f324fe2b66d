import { Arg, Ctx, FieldResolver, ID, Mutation, Query, Resolver, Root } from 'type-graphql'
import type {
  ProviderFilter,
  ProviderOrder,
  RegistryName,
  RegistryProvider,
} from '../../domain/registry-providers/registry-provider.js'
import type { Order } from '../../kernel/page.js'
import type { GraphqlContext } from '../context.js'
import { toDeprecationAttributes } from '../deprecation.types.js'
import { deletion, partsOf, withUserErrors } from '../mutations.js'
import { OrganizationType } from '../organizations/organizations.types.js'
import { PageInput, pageOf, toConnection, toPage, type Connection } from '../page.types.js'
import { mayIn, nullWhenMissing, organizationOf, withoutEmpties } from '../queries.js'
import {
  RegistryProviderVersionConnection,
  RegistryProviderVersionType,
  toProviderVersionType,
} from './registry-provider-versions.types.js'
import * as types from './registry-providers.types.js'
import { batched, batchedLists, type Asked } from '../batched.js'

const providersOf = batchedLists(
  ({ ctx, services }, ids, { page, ...filter }: Asked<ProviderFilter, ProviderOrder>) =>
    services.providers.listOfMany(ctx, ids, filter, page),
)

const versionsOf = batched(async ({ ctx, services }, providers: readonly RegistryProvider[]) => {
  const found = await services.providerVersions.listAllOf(ctx, providers)
  return new Map(providers.map(({ id }) => [id, found.filter(({ providerId }) => providerId === id)]))
})

@Resolver(() => OrganizationType)
export class OrganizationProvidersResolver {
  @FieldResolver(() => types.RegistryProviderConnection, {
    description: 'By registry name, namespace and name.',
  })
  async registryProviders(
    @Root() organization: OrganizationType,
    @Ctx() context: GraphqlContext,
    @Arg('search', () => String, { nullable: true, description: 'A part of the name or the namespace.' })
    search?: string,
    @Arg('registryName', () => types.registryNames, { nullable: true }) registryName?: RegistryName,
    @Arg('orderBy', () => types.RegistryProviderOrderInput, { nullable: true })
    orderBy?: Order<ProviderOrder>,
    @Arg('page', () => PageInput, { nullable: true }) page?: PageInput,
  ): Promise<Connection<types.RegistryProviderType>> {
    const list = await providersOf(context, organization, {
      ...withoutEmpties({ search, registryName }),
      page: toPage(page, orderBy),
    })
    return toConnection(list, types.toRegistryProviderType)
  }

  @FieldResolver(() => types.RegistryProviderType, {
    nullable: true,
    description: 'By its namespace and name, in any case.',
  })
  async registryProvider(
    @Root() { name: organization }: OrganizationType,
    @Ctx() { ctx, services }: GraphqlContext,
    @Arg('registryName', () => types.registryNames) registryName: RegistryName,
    @Arg('namespace', () => String) namespace: string,
    @Arg('name', () => String) name: string,
  ): Promise<types.RegistryProviderType | null> {
    const address = { organization, registryName, namespace, name }
    return nullWhenMissing(async () => {
      const { provider } = await services.providerAccess.provider(ctx, address, 'providers:read')
      return types.toRegistryProviderType(provider)
    })
  }
}

@Resolver(() => types.RegistryProviderType)
export class RegistryProvidersResolver {
  @Query(() => types.RegistryProviderConnection, {
    description: 'Those of all organizations; for site administrators.',
  })
  async siteRegistryProviders(
    @Ctx() { ctx, services }: GraphqlContext,
    @Arg('search', () => String, { nullable: true, description: 'A part of the name or the namespace.' })
    search?: string,
    @Arg('registryName', () => types.registryNames, { nullable: true }) registryName?: RegistryName,
    @Arg('orderBy', () => types.RegistryProviderOrderInput, { nullable: true })
    orderBy?: Order<ProviderOrder>,
    @Arg('page', () => PageInput, { nullable: true }) page?: PageInput,
  ): Promise<Connection<types.RegistryProviderType>> {
    const filter = withoutEmpties({ search, registryName })
    const list = await services.providers.listAll(ctx, filter, toPage(page, orderBy))
    return toConnection(list, types.toRegistryProviderType)
  }

  @Query(() => types.RegistryProviderType, { nullable: true })
  async registryProvider(
    @Ctx() { ctx, services }: GraphqlContext,
    @Arg('id', () => ID) id: string,
  ): Promise<types.RegistryProviderType | null> {
    return nullWhenMissing(async () => {
      const { provider } = await services.providerAccess.providerById(ctx, id, 'providers:read')
      return types.toRegistryProviderType(provider)
    })
  }

  @FieldResolver(() => OrganizationType)
  organization(
    @Root() { provider }: types.RegistryProviderType,
    @Ctx() context: GraphqlContext,
  ): Promise<OrganizationType> {
    return organizationOf(context, provider.organizationId)
  }

  @FieldResolver(() => RegistryProviderVersionConnection, {
    description: 'Newest first; a public provider has none.',
  })
  async versions(
    @Root() { provider }: types.RegistryProviderType,
    @Ctx() context: GraphqlContext,
    @Arg('page', () => PageInput, { nullable: true }) page?: PageInput,
  ): Promise<Connection<RegistryProviderVersionType>> {
    const versions = (await versionsOf(context, provider)) ?? []
    return toConnection(pageOf(versions, toPage(page)), (version) => toProviderVersionType(provider, version))
  }

  @FieldResolver(() => types.PublicProviderVersionConnection, {
    nullable: true,
    description:
      'What the public registry lists, newest first; null for a private provider, and where none is set up.',
  })
  async publicVersions(
    @Root() { provider }: types.RegistryProviderType,
    @Ctx() { ctx, services }: GraphqlContext,
    @Arg('page', () => PageInput, { nullable: true }) page?: PageInput,
  ): Promise<types.PublicProviderVersionConnection | null> {
    if (provider.registryName === 'private') return null
    const asked = toPage(page)
    const found = await services.organizationPublicProviders.listedVersions(ctx, provider)
    if (!found) return null
    const { versions, failure } = found
    return { ...toConnection(pageOf(versions, asked), types.toListedVersionType), failure }
  }

  @FieldResolver(() => RegistryProviderVersionType, { nullable: true, description: 'By its number.' })
  async version(
    @Root() { provider }: types.RegistryProviderType,
    @Ctx() context: GraphqlContext,
    @Arg('version', () => String) version: string,
  ): Promise<RegistryProviderVersionType | null> {
    const versions = (await versionsOf(context, provider)) ?? []
    const found = versions.find((each) => each.version === version)
    return found ? toProviderVersionType(provider, found) : null
  }

  @FieldResolver(() => Boolean, { description: 'Whether the caller may delete it or give it versions.' })
  canDelete(
    @Root() { provider }: types.RegistryProviderType,
    @Ctx() context: GraphqlContext,
  ): Promise<boolean> {
    return mayIn(context, provider.organizationId, 'providers:write')
  }

  @Mutation(() => types.RegistryProviderPayload)
  async registryProviderCreate(
    @Ctx() { ctx, services }: GraphqlContext,
    @Arg('input', () => types.RegistryProviderCreateInput)
    { organization, ...input }: types.RegistryProviderCreateInput,
  ): Promise<types.RegistryProviderPayload> {
    return withUserErrors(async () => ({
      registryProvider: types.toRegistryProviderType(
        await services.providers.create(ctx, organization, input),
      ),
    }))
  }

  @Mutation(() => types.RegistryProviderPayload, {
    description: 'Updates a private provider; deprecates, revokes or restores it with all its versions.',
  })
  async registryProviderUpdate(
    @Ctx() { ctx, services }: GraphqlContext,
    @Arg('input', () => types.RegistryProviderUpdateInput) input: types.RegistryProviderUpdateInput,
  ): Promise<types.RegistryProviderPayload> {
    const { ctx: auditCtx, id, change, expectedUpdatedAt } = partsOf(ctx, input)
    return withUserErrors(async () => {
      const { sourceUrl, ...lifecycle } = change
      const attributes = {
        ...toDeprecationAttributes(lifecycle),
        ...(sourceUrl !== undefined && { sourceUrl }),
      }
      const provider = await services.providers.update(auditCtx, id, attributes, expectedUpdatedAt)
      return { registryProvider: types.toRegistryProviderType(provider) }
    })
  }

  @Mutation(() => types.RegistryProviderDeletePayload, {
    description: 'With all its versions and their files.',
  })
  async registryProviderDelete(
    @Ctx() { ctx, services }: GraphqlContext,
    @Arg('input', () => types.RegistryProviderDeleteInput) input: types.RegistryProviderDeleteInput,
  ): Promise<types.RegistryProviderDeletePayload> {
    return deletion(ctx, input, (auditCtx, id, expected) => services.providers.delete(auditCtx, id, expected))
  }
}
