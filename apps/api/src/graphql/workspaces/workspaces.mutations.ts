import { Arg, Ctx, Mutation, Resolver } from 'type-graphql'
import type { GraphqlContext } from '../context.js'
import { partsOf } from '../mutations.js'
import { withUserErrors } from '../user-errors.js'
import * as types from './workspaces.types.js'

@Resolver()
export class WorkspacesMutations {
  @Mutation(() => types.WorkspacePayload)
  async workspaceCreate(
    @Ctx() { ctx, services }: GraphqlContext,
    @Arg('input', () => types.WorkspaceCreateInput) { organization, ...input }: types.WorkspaceCreateInput,
  ): Promise<types.WorkspacePayload> {
    return withUserErrors(async () => ({
      workspace: types.toWorkspaceType(await services.workspaces.create(ctx, organization, input)),
    }))
  }

  @Mutation(() => types.WorkspacePayload)
  async workspaceUpdate(
    @Ctx() { ctx, services }: GraphqlContext,
    @Arg('input', () => types.WorkspaceUpdateInput) input: types.WorkspaceUpdateInput,
  ): Promise<types.WorkspacePayload> {
    const { ctx: auditCtx, id, change, expectedUpdatedAt } = partsOf(ctx, input)
    return withUserErrors(async () => ({
      workspace: types.toWorkspaceType(
        await services.workspaces.update(auditCtx, id, change, expectedUpdatedAt),
      ),
    }))
  }

  @Mutation(() => types.WorkspaceDeletePayload)
  async workspaceDelete(
    @Ctx() { ctx, services }: GraphqlContext,
    @Arg('input', () => types.WorkspaceDeleteInput) input: types.WorkspaceDeleteInput,
  ): Promise<types.WorkspaceDeletePayload> {
    const { ctx: auditCtx, id, expectedUpdatedAt } = partsOf(ctx, input)
    return withUserErrors(async () => {
      await services.workspaces.delete(auditCtx, id, expectedUpdatedAt)
      return { deletedId: id }
    })
  }
}
