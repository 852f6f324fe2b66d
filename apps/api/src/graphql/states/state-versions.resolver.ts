import { Arg, Ctx, FieldResolver, Float, ID, Mutation, Query, Resolver, Root } from 'type-graphql'
import type { StateChangeCounts, StoredState } from '../../domain/states/state-comparison.js'
import type { GraphqlContext } from '../context.js'
import { withReason, withUserErrors } from '../mutations.js'
import { PageInput, toConnection, toPage, type Connection } from '../page.types.js'
import { nullWhenMissing } from '../queries.js'
import * as types from './state-versions.types.js'
import { batched } from '../batched.js'

const comparisonOf = batched(({ ctx, services }, versions: readonly StoredState[]) =>
  services.stateComparisons.listOf(ctx, versions),
)

const serialOf = batched(({ ctx, services }, ids) => services.stateComparisons.serialsOf(ctx, ids))

/** States, for callers who may read them: everything but the values (contract §13). */
@Resolver(() => types.StateVersionType)
export class StateVersionsResolver {
  @Query(() => types.StateVersionConnection, { nullable: true, description: 'Newest first.' })
  async stateVersions(
    @Ctx() { ctx, services }: GraphqlContext,
    @Arg('workspaceId', () => ID) workspaceId: string,
    @Arg('page', () => PageInput, { nullable: true }) page?: PageInput,
  ): Promise<Connection<types.StateVersionType> | null> {
    return nullWhenMissing(async () => {
      const list = await services.stateVersions.list(ctx, workspaceId, toPage(page))
      return toConnection(list, types.toStateVersionType)
    })
  }

  @Query(() => types.StateVersionType, { nullable: true })
  async stateVersion(
    @Ctx() { ctx, services }: GraphqlContext,
    @Arg('id', () => ID) id: string,
  ): Promise<types.StateVersionType | null> {
    return nullWhenMissing(async () => {
      const { version } = await services.stateVersions.access(ctx, id, 'states:read')
      return types.toStateVersionType(version)
    })
  }

  @Query(() => types.StateVersionType, { nullable: true, description: 'Null before the first one.' })
  async currentStateVersion(
    @Ctx() { ctx, services }: GraphqlContext,
    @Arg('workspaceId', () => ID) workspaceId: string,
  ): Promise<types.StateVersionType | null> {
    return nullWhenMissing(async () => {
      const { version } = await services.stateVersions.accessCurrent(ctx, workspaceId)
      return types.toStateVersionType(version)
    })
  }

  @Query(() => types.StateResourceConnection, {
    nullable: true,
    description: 'The managed resources of the current state, one by one, in its order.',
  })
  async currentStateResources(
    @Ctx() { ctx, services }: GraphqlContext,
    @Arg('workspaceId', () => ID) workspaceId: string,
    @Arg('search', () => String, { nullable: true, description: 'A part of the address.' })
    search?: string | null,
    @Arg('page', () => PageInput, { nullable: true }) page?: PageInput,
  ): Promise<Connection<types.StateResourceType> | null> {
    return nullWhenMissing(async () => {
      const access = await services.workspaces.accessById(ctx, workspaceId, 'states:read')
      const { list } = await services.stateResources.listCurrent(ctx, access, toPage(page), search ?? '')
      return toConnection(list)
    })
  }

  @Query(() => types.StateOutputConnection, { nullable: true, description: 'By name.' })
  async stateVersionOutputs(
    @Ctx() { ctx, services }: GraphqlContext,
    @Arg('stateVersionId', () => ID) id: string,
    @Arg('page', () => PageInput, { nullable: true }) page?: PageInput,
  ): Promise<Connection<types.StateOutputType> | null> {
    return nullWhenMissing(async () => {
      const access = await services.stateVersions.access(ctx, id, 'states:read')
      const list = await services.stateOutputs.page(ctx, access, toPage(page))
      return toConnection(list, types.toStateOutputType)
    })
  }

  @Query(() => types.StateComparisonType, {
    nullable: true,
    description:
      'What `id` changes against `fromId`, another state of the workspace, or against the one before it.',
  })
  async stateComparison(
    @Ctx() { ctx, services }: GraphqlContext,
    @Arg('id', () => ID) id: string,
    @Arg('fromId', () => ID, { nullable: true }) fromId?: string | null,
  ): Promise<types.StateComparisonType | null> {
    return nullWhenMissing(() => services.stateComparisons.compare(ctx, id, fromId ?? undefined))
  }

  @FieldResolver(() => types.StateChangeCountsType, {
    nullable: true,
    description: 'Of resources against the state before it; null where one of the two is larger than 1 MiB.',
  })
  async resourceChanges(
    @Root() version: types.StateVersionType,
    @Ctx() context: GraphqlContext,
  ): Promise<StateChangeCounts | null> {
    return (await comparisonOf(context, version))?.resources ?? null
  }

  @FieldResolver(() => Float, { nullable: true, description: 'Of the earlier state that it brings back.' })
  async rolledBackToSerial(
    @Root() { rolledBackToId }: types.StateVersionType,
    @Ctx() context: GraphqlContext,
  ): Promise<number | null> {
    return rolledBackToId === null ? null : ((await serialOf(context, rolledBackToId)) ?? null)
  }

  @FieldResolver(() => String, {
    nullable: true,
    description: 'Where the state can be downloaded without a token, for a few minutes.',
  })
  downloadUrl(
    @Root() { id, storageKey }: types.StateVersionType,
    @Ctx() { ctx, services }: GraphqlContext,
  ): string | null {
    return storageKey === null ? null : services.stateLinks.download(ctx, id, 'state')
  }

  @Mutation(() => types.StateVersionPayload, {
    description:
      'Brings back a former state as the newest one, under the lock of the caller or its own lock.',
  })
  async stateVersionRollBack(
    @Ctx() { ctx, services }: GraphqlContext,
    @Arg('input', () => types.StateVersionRollBackInput) { id, reason }: types.StateVersionRollBackInput,
  ): Promise<types.StateVersionPayload> {
    return withUserErrors(async () => {
      const version = await services.stateRollbacks.restore(withReason(ctx, reason), id)
      return { stateVersion: types.toStateVersionType(version) }
    })
  }
}
