import { Arg, Ctx, Extensions, FieldResolver, ID, Mutation, Query, Resolver, Root } from 'type-graphql'
import type { BulkActOutcome } from '../../domain/bulk-acts/bulk-act.js'
import { notFound } from '../../kernel/errors.js'
import { batched } from '../batched.js'
import type { GraphqlContext } from '../context.js'
import { withReason, withUserErrors } from '../mutations.js'
import { PageInput, toConnection, toPage, type Connection } from '../page.types.js'
import { nullWhenMissing, withoutEmpties } from '../queries.js'
import * as types from './bulk-acts.types.js'

const countsOf = batched(({ ctx, services }, ids) => services.bulkActs.countOutcomes(ctx, ids))

@Resolver(() => types.BulkActType)
export class BulkActsResolver {
  @Query(() => types.BulkActConnection, {
    description: 'The newest first; for others than site administrators those that they started.',
  })
  async bulkActs(
    @Ctx() { ctx, services }: GraphqlContext,
    @Arg('isFinished', () => Boolean, { nullable: true }) isFinished?: boolean,
    @Arg('page', () => PageInput, { nullable: true }) page?: PageInput,
  ): Promise<Connection<types.BulkActType>> {
    const list = await services.bulkActs.list(ctx, withoutEmpties({ isFinished }), toPage(page))
    return toConnection(list, types.toBulkActType)
  }

  @Query(() => types.BulkActType, { nullable: true })
  async bulkAct(
    @Ctx() { ctx, services }: GraphqlContext,
    @Arg('id', () => ID) id: string,
  ): Promise<types.BulkActType | null> {
    return nullWhenMissing(async () => types.toBulkActType(await services.bulkActs.find(ctx, id)))
  }

  @Query(() => types.BulkActPreviewType, { description: 'By the rules of the act itself; changes nothing.' })
  async bulkActPreview(
    @Ctx() { ctx, services }: GraphqlContext,
    @Arg('input', () => types.BulkActPreviewInput) input: types.BulkActPreviewInput,
  ): Promise<types.BulkActPreviewType> {
    return services.bulkActs.preview(ctx, types.toRequest(input))
  }

  @FieldResolver(() => types.BulkActCountsType)
  async counts(
    @Root() { id }: types.BulkActType,
    @Ctx() context: GraphqlContext,
  ): Promise<types.BulkActCountsType> {
    const counts = await countsOf(context, id)
    if (!counts) throw notFound()
    return counts
  }

  // One statement for each act: a list of acts shows their counts.
  @Extensions({ single: true })
  @FieldResolver(() => types.BulkActTargetConnection, { description: 'By name.' })
  async targets(
    @Root() { source }: types.BulkActType,
    @Ctx() { ctx, services }: GraphqlContext,
    @Arg('outcome', () => types.outcomes, { nullable: true }) outcome?: BulkActOutcome,
    @Arg('page', () => PageInput, { nullable: true }) page?: PageInput,
  ): Promise<Connection<types.BulkActTargetType>> {
    return toConnection(await services.bulkActs.listTargets(ctx, source, outcome ?? undefined, toPage(page)))
  }

  @Mutation(() => types.BulkActPayload, {
    description:
      'Starts an act, which goes on by itself: each thing is changed as one alone is, and audited.',
  })
  async bulkActStart(
    @Ctx() { ctx, services }: GraphqlContext,
    @Arg('input', () => types.BulkActStartInput) input: types.BulkActStartInput,
  ): Promise<types.BulkActPayload> {
    const { reason, expectedTotal } = input
    return withUserErrors(async () => {
      const request = types.toRequest(input)
      const started = await services.bulkActs.start(
        withReason(ctx, reason),
        request,
        expectedTotal ?? undefined,
      )
      return { bulkAct: types.toBulkActType(started) }
    })
  }

  @Mutation(() => types.BulkActPayload, {
    description: 'Starts the act that gives what it changed its former value, unless it has changed since.',
  })
  async bulkActUndo(
    @Ctx() { ctx, services }: GraphqlContext,
    @Arg('input', () => types.BulkActUndoInput) { id, reason }: types.BulkActUndoInput,
  ): Promise<types.BulkActPayload> {
    return withUserErrors(async () => ({
      bulkAct: types.toBulkActType(await services.bulkActs.undo(withReason(ctx, reason), id)),
    }))
  }

  @Mutation(() => types.BulkActPayload, { description: 'Starts the same act again for what it was refused.' })
  async bulkActRetry(
    @Ctx() { ctx, services }: GraphqlContext,
    @Arg('input', () => types.BulkActRetryInput) { id, reason }: types.BulkActRetryInput,
  ): Promise<types.BulkActPayload> {
    return withUserErrors(async () => ({
      bulkAct: types.toBulkActType(await services.bulkActs.retry(withReason(ctx, reason), id)),
    }))
  }

  @Mutation(() => types.BulkActPayload, { description: 'Stops it: what waits stays as it is.' })
  async bulkActCancel(
    @Ctx() { ctx, services }: GraphqlContext,
    @Arg('input', () => types.BulkActCancelInput) { id }: types.BulkActCancelInput,
  ): Promise<types.BulkActPayload> {
    return withUserErrors(async () => ({
      bulkAct: types.toBulkActType(await services.bulkActs.cancel(ctx, id)),
    }))
  }
}
