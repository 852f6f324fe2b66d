import { Arg, Ctx, Mutation, Resolver } from 'type-graphql'
import type { GraphqlContext } from '../context.js'
import { toLifecycleAttributes } from '../end-of-life.types.js'
import { deletion, partsOf, withUserErrors } from '../mutations.js'
import * as types from './registry-module-versions.types.js'

@Resolver()
export class RegistryModuleVersionsResolver {
  @Mutation(() => types.RegistryModuleVersionCreatePayload, {
    description: 'A number, which waits for its archive.',
  })
  async registryModuleVersionCreate(
    @Ctx() { ctx, services }: GraphqlContext,
    @Arg('input', () => types.RegistryModuleVersionCreateInput)
    { moduleId, ...input }: types.RegistryModuleVersionCreateInput,
  ): Promise<types.RegistryModuleVersionCreatePayload> {
    return withUserErrors(async () => {
      const { version } = await services.moduleVersions.create(ctx, moduleId, input)
      const uploadUrl = services.uploadLink(ctx, version.id)
      return { registryModuleVersion: types.toModuleVersionType(version), uploadUrl }
    })
  }

  @Mutation(() => types.RegistryModuleVersionPayload, {
    description: 'Deprecates, revokes or restores a published version.',
  })
  async registryModuleVersionUpdate(
    @Ctx() { ctx, services }: GraphqlContext,
    @Arg('input', () => types.RegistryModuleVersionUpdateInput)
    input: types.RegistryModuleVersionUpdateInput,
  ): Promise<types.RegistryModuleVersionPayload> {
    const { ctx: auditCtx, id, change, expectedUpdatedAt } = partsOf(ctx, input)
    return withUserErrors(async () => {
      const attributes = toLifecycleAttributes(change)
      const { version } = await services.moduleVersions.update(auditCtx, id, attributes, expectedUpdatedAt)
      return { registryModuleVersion: types.toModuleVersionType(version) }
    })
  }

  @Mutation(() => types.RegistryModuleVersionDeletePayload, {
    description: 'A number that was published stays taken.',
  })
  async registryModuleVersionDelete(
    @Ctx() { ctx, services }: GraphqlContext,
    @Arg('input', () => types.RegistryModuleVersionDeleteInput)
    input: types.RegistryModuleVersionDeleteInput,
  ): Promise<types.RegistryModuleVersionDeletePayload> {
    return deletion(ctx, input, (auditCtx, id, expected) =>
      services.moduleVersions.delete(auditCtx, id, expected),
    )
  }
}
