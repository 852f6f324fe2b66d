import { Arg, Ctx, FieldResolver, ID, InputType, Field, Mutation, Resolver, Root } from 'type-graphql'
import { ViewerType } from '../accounts/viewer.types.js'
import { batched } from '../batched.js'
import type { GraphqlContext } from '../context.js'
import { withUserErrors } from '../mutations.js'
import { PageInput, toConnection, toPage, type Connection } from '../page.types.js'
import {
  RegistryModulePayload,
  RegistryModuleType,
  toRegistryModuleType,
} from '../registry-modules/registry-modules.types.js'
import { FollowedModuleConnection, InboxPayload, type FollowedModuleType } from './inbox.types.js'

@InputType()
class RegistryModuleFollowInput {
  @Field(() => ID)
  id!: string
}

@InputType()
class RegistryModuleUnfollowInput {
  @Field(() => ID)
  id!: string
}

const followed = batched(
  async ({ ctx, services }, ids) =>
    new Map((await services.moduleFollows.among(ctx, ids)).map((id) => [id, true])),
)

@Resolver(() => ViewerType)
export class FollowedModulesResolver {
  @FieldResolver(() => FollowedModuleConnection, {
    description: 'By address, without modules that the viewer can no longer use.',
  })
  async followedModules(
    @Ctx() { ctx, services }: GraphqlContext,
    @Arg('page', () => PageInput, { nullable: true }) page?: PageInput,
  ): Promise<Connection<FollowedModuleType>> {
    return toConnection(await services.moduleFollows.list(ctx, toPage(page)))
  }
}

@Resolver(() => RegistryModuleType)
export class RegistryModuleFollowsResolver {
  @FieldResolver(() => Boolean, { description: 'Whether the viewer is told of its new versions.' })
  async isFollowed(@Root() { id }: RegistryModuleType, @Ctx() context: GraphqlContext): Promise<boolean> {
    return (await followed(context, id)) === true
  }

  @Mutation(() => RegistryModulePayload, {
    description: 'From now on new, deprecated and revoked versions come into the inbox.',
  })
  async registryModuleFollow(
    @Ctx() { ctx, services }: GraphqlContext,
    @Arg('input', () => RegistryModuleFollowInput) { id }: RegistryModuleFollowInput,
  ): Promise<RegistryModulePayload> {
    return withUserErrors(async () => ({
      registryModule: toRegistryModuleType(await services.moduleFollows.follow(ctx, id)),
    }))
  }

  @Mutation(() => InboxPayload, { description: 'Whether it was followed or not.' })
  async registryModuleUnfollow(
    @Ctx() { ctx, services }: GraphqlContext,
    @Arg('input', () => RegistryModuleUnfollowInput) { id }: RegistryModuleUnfollowInput,
  ): Promise<InboxPayload> {
    return withUserErrors(async () => {
      await services.moduleFollows.unfollow(ctx, id)
      return {}
    })
  }
}
