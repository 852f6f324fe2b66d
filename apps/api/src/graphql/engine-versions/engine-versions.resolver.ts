import { Arg, Ctx, Extensions, FieldResolver, ID, Mutation, Query, Resolver, Root } from 'type-graphql'
import { mostLines, type EngineVersionOrder } from '../../domain/engine-versions/engine-version.js'
import type { WorkspaceOrder } from '../../domain/workspaces/workspace.js'
import type { Order, OrderedPage } from '../../kernel/page.js'
import type { GraphqlContext } from '../context.js'
import * as types from './engine-versions.types.js'
import { deletion, partsOf, withUserErrors } from '../mutations.js'
import { PageInput, toConnection, toPage, type Connection } from '../page.types.js'
import { nullWhenMissing, withoutEmpties } from '../queries.js'
import {
  toWorkspaceType,
  WorkspaceConnection,
  WorkspaceOrderInput,
  type WorkspaceType,
} from '../workspaces/workspaces.types.js'
import { batchedLists } from '../batched.js'

const usersOf = batchedLists(({ ctx, services }, ids, page: OrderedPage<WorkspaceOrder>) =>
  services.workspaces.listUsingAny(ctx, ids, page),
)

@Resolver(() => types.EngineVersionType)
export class EngineVersionsResolver {
  @Query(() => types.EngineVersionConnection, { description: 'Newest first; for site administrators.' })
  async engineVersions(
    @Ctx() { ctx, services }: GraphqlContext,
    @Arg('filter', () => types.EngineVersionFilter, { nullable: true }) filter?: types.EngineVersionFilter,
    @Arg('orderBy', () => types.EngineVersionOrderInput, { nullable: true })
    orderBy?: Order<EngineVersionOrder>,
    @Arg('page', () => PageInput, { nullable: true }) page?: PageInput,
  ): Promise<Connection<types.EngineVersionType>> {
    const list = await services.engineVersions.list(ctx, withoutEmpties(filter), toPage(page, orderBy))
    return toConnection(list, types.toEngineVersionType)
  }

  @Query(() => types.EngineVersionType, { nullable: true })
  async engineVersion(
    @Ctx() { ctx, services }: GraphqlContext,
    @Arg('id', () => ID) id: string,
  ): Promise<types.EngineVersionType | null> {
    return nullWhenMissing(async () => types.toEngineVersionType(await services.engineVersions.find(ctx, id)))
  }

  @Extensions({ most: mostLines })
  @Query(() => [types.EngineLineType], {
    description: `Which lines of versions workspaces are on, the newest first, ${mostLines} at most; for site administrators.`,
  })
  async engineLines(@Ctx() { ctx, services }: GraphqlContext): Promise<readonly types.EngineLineType[]> {
    return services.engineVersions.listLines(ctx)
  }

  @Query(() => types.EngineVersionDependentsType, {
    description: 'How many use any of these versions; for site administrators.',
  })
  async engineVersionDependents(
    @Ctx() { ctx, services }: GraphqlContext,
    @Arg('ids', () => [ID]) ids: string[],
  ): Promise<types.EngineVersionDependentsType> {
    return services.workspaces.countDependents(ctx, ids)
  }

  @FieldResolver(() => WorkspaceConnection, { description: 'Who uses it, by name.' })
  async workspaces(
    @Root() version: types.EngineVersionType,
    @Ctx() context: GraphqlContext,
    @Arg('orderBy', () => WorkspaceOrderInput, { nullable: true }) orderBy?: Order<WorkspaceOrder>,
    @Arg('page', () => PageInput, { nullable: true }) page?: PageInput,
  ): Promise<Connection<WorkspaceType>> {
    return toConnection(await usersOf(context, version, toPage(page, orderBy)), toWorkspaceType)
  }

  @Mutation(() => types.EngineVersionPayload)
  async engineVersionCreate(
    @Ctx() { ctx, services }: GraphqlContext,
    @Arg('input', () => types.EngineVersionCreateInput) input: types.EngineVersionCreateInput,
  ): Promise<types.EngineVersionPayload> {
    return withUserErrors(async () => {
      const created = await services.engineVersions.create(ctx, types.toEngineVersionAttributes(input))
      return { engineVersion: types.toEngineVersionType(created) }
    })
  }

  @Mutation(() => types.EngineVersionPayload)
  async engineVersionUpdate(
    @Ctx() { ctx, services }: GraphqlContext,
    @Arg('input', () => types.EngineVersionUpdateInput) input: types.EngineVersionUpdateInput,
  ): Promise<types.EngineVersionPayload> {
    const { ctx: auditCtx, id, change, expectedUpdatedAt } = partsOf(ctx, input)
    return withUserErrors(async () => {
      const updated = await services.engineVersions.update(
        auditCtx,
        id,
        types.toEngineVersionAttributes(change),
        expectedUpdatedAt,
      )
      return { engineVersion: types.toEngineVersionType(updated) }
    })
  }

  @Mutation(() => types.EngineVersionDeletePayload)
  async engineVersionDelete(
    @Ctx() { ctx, services }: GraphqlContext,
    @Arg('input', () => types.EngineVersionDeleteInput) input: types.EngineVersionDeleteInput,
  ): Promise<types.EngineVersionDeletePayload> {
    return deletion(ctx, input, (auditCtx, id) => services.engineVersions.delete(auditCtx, id))
  }
}
