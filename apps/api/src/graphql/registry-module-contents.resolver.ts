import { Ctx, FieldResolver, Resolver, Root } from 'type-graphql'
import type { GraphqlContext } from './context.js'
import { RegistryModuleContentsType, toContentsType } from './registry-module-contents.types.js'
import { RegistryModuleVersionType } from './registry-module-versions.types.js'

@Resolver(() => RegistryModuleVersionType)
export class RegistryModuleContentsResolver {
  @FieldResolver(() => RegistryModuleContentsType, {
    nullable: true,
    description: 'What its sources declare; null until it is published.',
  })
  async contents(
    @Root() { id }: RegistryModuleVersionType,
    @Ctx() { loaders }: GraphqlContext,
  ): Promise<RegistryModuleContentsType | null> {
    return toContentsType(await loaders.moduleContents.load(id))
  }
}
