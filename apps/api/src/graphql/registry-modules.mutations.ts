import { Arg, Ctx, Mutation, Resolver } from 'type-graphql'
import type { GraphqlContext } from './context.js'
import { partsOf } from './mutations.js'
import * as types from './registry-modules.types.js'
import { withUserErrors } from './user-errors.js'

@Resolver()
export class RegistryModulesMutations {
  @Mutation(() => types.RegistryModulePayload, { description: 'Versions come next.' })
  async registryModuleCreate(
    @Ctx() { ctx, services }: GraphqlContext,
    @Arg('input', () => types.RegistryModuleCreateInput)
    { organization, ...input }: types.RegistryModuleCreateInput,
  ): Promise<types.RegistryModulePayload> {
    return withUserErrors(async () => ({
      registryModule: types.toRegistryModuleType(await services.modules.create(ctx, organization, input)),
    }))
  }

  @Mutation(() => types.RegistryModulePayload)
  async registryModuleUpdate(
    @Ctx() { ctx, services }: GraphqlContext,
    @Arg('input', () => types.RegistryModuleUpdateInput) input: types.RegistryModuleUpdateInput,
  ): Promise<types.RegistryModulePayload> {
    const { ctx: told, id, change, expectedUpdatedAt } = partsOf(ctx, input)
    return withUserErrors(async () => ({
      registryModule: types.toRegistryModuleType(
        await services.modules.update(told, id, change, expectedUpdatedAt),
      ),
    }))
  }

  @Mutation(() => types.RegistryModuleDeletePayload, {
    description: 'With all its versions, whose numbers stay taken.',
  })
  async registryModuleDelete(
    @Ctx() { ctx, services }: GraphqlContext,
    @Arg('input', () => types.RegistryModuleDeleteInput) input: types.RegistryModuleDeleteInput,
  ): Promise<types.RegistryModuleDeletePayload> {
    const { ctx: told, id, expectedUpdatedAt } = partsOf(ctx, input)
    return withUserErrors(async () => {
      await services.modules.delete(told, [id], expectedUpdatedAt)
      return { deletedId: id }
    })
  }

  @Mutation(() => types.RegistryModuleVersionCreatePayload, {
    description: 'A number, which waits for its archive.',
  })
  async registryModuleVersionCreate(
    @Ctx() { ctx, services }: GraphqlContext,
    @Arg('input', () => types.RegistryModuleVersionCreateInput)
    { moduleId, version: number }: types.RegistryModuleVersionCreateInput,
  ): Promise<types.RegistryModuleVersionCreatePayload> {
    return withUserErrors(async () => {
      const { version } = await services.moduleVersions.create(ctx, moduleId, { version: number })
      const uploadUrl = services.uploadLink(ctx, version.id)
      return { registryModuleVersion: types.toModuleVersionType(version), uploadUrl }
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
    const { ctx: told, id, expectedUpdatedAt } = partsOf(ctx, input)
    return withUserErrors(async () => {
      await services.moduleVersions.delete(told, id, expectedUpdatedAt)
      return { deletedId: id }
    })
  }
}
