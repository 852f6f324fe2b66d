import { Arg, Ctx, FieldResolver, Mutation, Query, Resolver, Root } from 'type-graphql'
import type { GraphqlContext } from '../context.js'
import { toEngineVersionType } from './engine-versions.types.js'
import { withReason, withUserErrors } from '../mutations.js'
import { PageInput, pageOf, toConnection, toPage, type Connection } from '../page.types.js'
import * as types from './release-feed.types.js'

@Resolver(() => types.ReleaseFeedType)
export class ReleaseFeedResolver {
  @Query(() => types.ReleaseFeedType, {
    nullable: true,
    description: 'Read now, for site administrators; null where no feed is named.',
  })
  async releaseFeed(@Ctx() { ctx, services }: GraphqlContext): Promise<types.ReleaseFeedType | null> {
    const comparison = await services.releaseFeed.compare(ctx)
    return comparison ? types.toReleaseFeedType(comparison) : null
  }

  @FieldResolver(() => types.ReleaseFeedDifferenceConnection, {
    description: 'Changed checksums first, then in the order of the feed.',
  })
  differences(
    @Root() { comparison }: types.ReleaseFeedType,
    @Arg('page', () => PageInput, { nullable: true }) page?: PageInput,
  ): Connection<types.ReleaseFeedDifferenceType> {
    return toConnection(pageOf(comparison.differences, toPage(page)), types.toDifferenceType)
  }

  @FieldResolver(() => types.ReleaseFeedFaultConnection, { description: 'Entries that cannot be taken.' })
  faulty(
    @Root() { comparison }: types.ReleaseFeedType,
    @Arg('page', () => PageInput, { nullable: true }) page?: PageInput,
  ): Connection<types.ReleaseFeedFault> {
    return toConnection(pageOf(comparison.faulty, toPage(page)), types.toFaultType)
  }

  @Mutation(() => types.ReleaseFeedTakeOverPayload, {
    description: 'Adds or changes these versions as the feed says, all of them or none.',
  })
  async releaseFeedTakeOver(
    @Ctx() { ctx, services }: GraphqlContext,
    @Arg('input', () => types.ReleaseFeedTakeOverInput) input: types.ReleaseFeedTakeOverInput,
  ): Promise<types.ReleaseFeedTakeOverPayload> {
    return withUserErrors(async () => {
      const taken = await services.releaseFeed.takeOver(withReason(ctx, input.reason), input)
      return { engineVersions: taken.map(toEngineVersionType) }
    })
  }
}
