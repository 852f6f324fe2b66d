import type { GraphQLResolveInfo } from 'graphql'
import { Ctx, Extensions, FieldResolver, Info, Resolver, Root } from 'type-graphql'
import type { GraphqlContext } from '../context.js'
import { inSlices, RegistryModuleContentsType, toContentsType } from './module-contents.types.js'
import { largeAnswers } from '../../kernel/large-answers.js'
import { RegistryModuleVersionType } from './registry-module-versions.types.js'
import { requireAffordable } from '../weight.js'
import { batched } from '../batched.js'

const contentsOf = batched(({ ctx, services }, versionIds) =>
  services.moduleQueries.contents(ctx, versionIds),
)

@Resolver(() => RegistryModuleVersionType)
export class RegistryModuleContentsResolver {
  @Extensions({ single: true })
  @FieldResolver(() => RegistryModuleContentsType, {
    nullable: true,
    description: 'What its sources declare; null until it is published. For one version in an operation.',
  })
  async contents(
    @Root() { id }: RegistryModuleVersionType,
    @Ctx() context: GraphqlContext,
    @Info() info: GraphQLResolveInfo,
  ): Promise<RegistryModuleContentsType | null> {
    const contents = toContentsType(await contentsOf(context, id))
    if (!contents) return null
    // Parsing, weighing and answering are one at a time, with other requests in between.
    await largeAnswers.wait()
    requireAffordable(contents, info)
    await largeAnswers.wait()
    return inSlices(contents)
  }
}
