import { Arg, Ctx, ID, Mutation, Query, Resolver } from 'type-graphql'
import type { GraphqlContext } from '../context.js'
import { withReason, withUserErrors } from '../mutations.js'
import { nullWhenMissing } from '../queries.js'
import * as types from './public-modules.types.js'

@Resolver(() => types.SitePublicModuleType)
export class SitePublicModulesResolver {
  @Query(() => types.SitePublicModuleType, { nullable: true, description: 'For site administrators.' })
  async sitePublicModule(
    @Ctx() { ctx, services }: GraphqlContext,
    @Arg('id', () => ID) id: string,
  ): Promise<types.SitePublicModuleType | null> {
    return nullWhenMissing(() => services.adminPublicModules.find(ctx, id))
  }

  @Mutation(() => types.SitePublicModulePayload, {
    description:
      'Accepts the archive that the origin sent in the place of the first one; it counts as first seen. A reason is required.',
  })
  async sitePublicModuleAccept(
    @Ctx() { ctx, services }: GraphqlContext,
    @Arg('input', () => types.SitePublicModuleAcceptInput)
    { id, sha256, reason }: types.SitePublicModuleAcceptInput,
  ): Promise<types.SitePublicModulePayload> {
    return withUserErrors(async () => {
      const publicModule = await services.adminPublicModules.accept(withReason(ctx, reason), id, sha256)
      return { publicModule }
    })
  }
}
