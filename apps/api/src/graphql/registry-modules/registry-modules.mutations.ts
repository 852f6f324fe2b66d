import { Arg, Ctx, Mutation, Resolver } from 'type-graphql'
import type { GraphqlContext } from '../context.js'
import { partsOf } from '../mutations.js'
import * as types from './registry-modules.types.js'
import { withUserErrors } from '../user-errors.js'

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
    const { ctx: auditCtx, id, change, expectedUpdatedAt } = partsOf(ctx, input)
    return withUserErrors(async () => ({
      registryModule: types.toRegistryModuleType(
        await services.modules.update(auditCtx, id, change, expectedUpdatedAt),
      ),
    }))
  }

  @Mutation(() => types.RegistryModuleDeletePayload, {
    description: 'With all its versions; the numbers stay taken.',
  })
  async registryModuleDelete(
    @Ctx() { ctx, services }: GraphqlContext,
    @Arg('input', () => types.RegistryModuleDeleteInput) input: types.RegistryModuleDeleteInput,
  ): Promise<types.RegistryModuleDeletePayload> {
    const { ctx: auditCtx, id, expectedUpdatedAt } = partsOf(ctx, input)
    return withUserErrors(async () => {
      await services.modules.delete(auditCtx, [id], expectedUpdatedAt)
      return { deletedId: id }
    })
  }

  @Mutation(() => types.RegistryModulePayload, {
    description: 'Whether a module is vouched for; for site administrators.',
  })
  async registryModuleVerifiedSet(
    @Ctx() { ctx, services }: GraphqlContext,
    @Arg('input', () => types.RegistryModuleVerifiedSetInput) input: types.RegistryModuleVerifiedSetInput,
  ): Promise<types.RegistryModulePayload> {
    const { ctx: auditCtx, id, change, expectedUpdatedAt } = partsOf(ctx, input)
    return withUserErrors(async () => ({
      registryModule: types.toRegistryModuleType(
        await services.moduleLifecycle.verify(auditCtx, id, change, expectedUpdatedAt),
      ),
    }))
  }
}
