import { Arg, Ctx, Extensions, FieldResolver, Mutation, Resolver, Root } from 'type-graphql'
import type { GraphqlContext } from '../context.js'
import { EngineVersionPayload, EngineVersionType, toEngineVersionType } from './engine-versions.types.js'
import {
  EngineVersionVerificationType,
  EngineVersionVerifyInput,
} from './engine-version-verifications.types.js'
import { withReason, withUserErrors } from '../mutations.js'
import { batched } from '../batched.js'

const verificationsOf = batched(({ ctx, services }, versions: readonly EngineVersionType[]) =>
  services.engineVersionVerifications.listOf(ctx, versions),
)

@Resolver(() => EngineVersionType)
export class EngineVersionVerificationsResolver {
  @Extensions({ most: 50 })
  @FieldResolver(() => [EngineVersionVerificationType], {
    description:
      'Of the archives as they are now, in their order; those that were never asked for are left out.',
  })
  async verifications(
    @Root() version: EngineVersionType,
    @Ctx() context: GraphqlContext,
  ): Promise<readonly EngineVersionVerificationType[]> {
    return (await verificationsOf(context, version)) ?? []
  }

  @Mutation(() => EngineVersionPayload, {
    description:
      'Lets the platform read the file of every archive and compare its checksum, in the background.',
  })
  async engineVersionVerify(
    @Ctx() { ctx, services }: GraphqlContext,
    @Arg('input', () => EngineVersionVerifyInput) { id, reason }: EngineVersionVerifyInput,
  ): Promise<EngineVersionPayload> {
    return withUserErrors(async () => {
      const version = await services.engineVersionVerifications.request(withReason(ctx, reason), id)
      return { engineVersion: toEngineVersionType(version) }
    })
  }
}
