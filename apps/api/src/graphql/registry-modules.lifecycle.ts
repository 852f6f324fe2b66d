import { Arg, Ctx, Mutation, Resolver } from 'type-graphql'
import type { GraphqlContext } from './context.js'
import { partsOf } from './mutations.js'
import * as types from './registry-modules.types.js'
import { withUserErrors } from './user-errors.js'

@Resolver()
export class RegistryModulesLifecycle {
  @Mutation(() => types.RegistryModuleVersionPayload, {
    description: 'Deprecates, revokes or restores a published version.',
  })
  async registryModuleVersionUpdate(
    @Ctx() { ctx, services }: GraphqlContext,
    @Arg('input', () => types.RegistryModuleVersionUpdateInput)
    input: types.RegistryModuleVersionUpdateInput,
  ): Promise<types.RegistryModuleVersionPayload> {
    const { ctx: told, id, change, expectedUpdatedAt } = partsOf(ctx, input)
    return withUserErrors(async () => {
      const attributes = toAttributes(change)
      const { version } = await services.moduleLifecycle.update(told, id, attributes, expectedUpdatedAt)
      return { registryModuleVersion: types.toModuleVersionType(version) }
    })
  }

  @Mutation(() => types.RegistryModulePayload, {
    description: 'Whether a module is vouched for; for site administrators.',
  })
  async registryModuleVerifiedSet(
    @Ctx() { ctx, services }: GraphqlContext,
    @Arg('input', () => types.RegistryModuleVerifiedSetInput) input: types.RegistryModuleVerifiedSetInput,
  ): Promise<types.RegistryModulePayload> {
    const { ctx: told, id, change, expectedUpdatedAt } = partsOf(ctx, input)
    return withUserErrors(async () => ({
      registryModule: types.toRegistryModuleType(
        await services.moduleLifecycle.verify(told, id, change, expectedUpdatedAt),
      ),
    }))
  }
}

const words = { deprecated: 'Deprecated', revoked: 'Revoked' } as const

/** As documents spell them. */
function toAttributes({ deprecation }: Pick<types.RegistryModuleVersionUpdateInput, 'deprecation'>) {
  if (!deprecation) return { deprecation }
  const { status, reason, link } = deprecation
  return { deprecation: { 'deprecated-status': words[status], reason, link } }
}
