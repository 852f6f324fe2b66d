import { Arg, Ctx, Mutation, Resolver } from 'type-graphql'
import type { GraphqlContext } from '../context.js'
import { partsOf } from '../mutations.js'
import * as types from './registry-provider-versions.types.js'
import { withUserErrors } from '../user-errors.js'

@Resolver()
export class RegistryProviderVersionsMutations {
  @Mutation(() => types.RegistryProviderVersionPayload)
  async registryProviderVersionCreate(
    @Ctx() { ctx, services }: GraphqlContext,
    @Arg('input', () => types.RegistryProviderVersionCreateInput)
    { providerId, ...input }: types.RegistryProviderVersionCreateInput,
  ): Promise<types.RegistryProviderVersionPayload> {
    return withUserErrors(async () => {
      const { provider, version } = await services.providerVersions.create(ctx, providerId, input)
      return { registryProviderVersion: types.toProviderVersionType(provider, version) }
    })
  }

  @Mutation(() => types.RegistryProviderVersionDeletePayload, {
    description: 'With its platforms and all files.',
  })
  async registryProviderVersionDelete(
    @Ctx() { ctx, services }: GraphqlContext,
    @Arg('input', () => types.RegistryProviderVersionDeleteInput)
    input: types.RegistryProviderVersionDeleteInput,
  ): Promise<types.RegistryProviderVersionDeletePayload> {
    const { ctx: auditCtx, id, expectedUpdatedAt } = partsOf(ctx, input)
    return withUserErrors(async () => {
      const access = await services.providerAccess.versionById(auditCtx, id, 'providers:write')
      await services.providerVersions.delete(auditCtx, access, expectedUpdatedAt)
      return { deletedId: id }
    })
  }

  @Mutation(() => types.RegistryProviderPlatformPayload)
  async registryProviderPlatformCreate(
    @Ctx() { ctx, services }: GraphqlContext,
    @Arg('input', () => types.RegistryProviderPlatformCreateInput)
    { versionId, ...input }: types.RegistryProviderPlatformCreateInput,
  ): Promise<types.RegistryProviderPlatformPayload> {
    return withUserErrors(async () => {
      const access = await services.providerAccess.versionById(ctx, versionId, 'providers:publish')
      const { provider, platform } = await services.providerVersions.createPlatform(ctx, access, input)
      return { registryProviderPlatform: types.toPlatformType(provider, platform) }
    })
  }

  @Mutation(() => types.RegistryProviderPlatformDeletePayload, {
    description: 'With its file. `expectedUpdatedAt` is that of its version.',
  })
  async registryProviderPlatformDelete(
    @Ctx() { ctx, services }: GraphqlContext,
    @Arg('input', () => types.RegistryProviderPlatformDeleteInput)
    input: types.RegistryProviderPlatformDeleteInput,
  ): Promise<types.RegistryProviderPlatformDeletePayload> {
    const { ctx: auditCtx, id, expectedUpdatedAt } = partsOf(ctx, input)
    return withUserErrors(async () => {
      const access = await services.providerAccess.platformById(auditCtx, id, 'providers:write')
      await services.providerVersions.deletePlatform(auditCtx, access, expectedUpdatedAt)
      return { deletedId: id }
    })
  }
}
