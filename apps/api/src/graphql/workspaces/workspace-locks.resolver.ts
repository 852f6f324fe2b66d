import { Arg, Ctx, FieldResolver, Mutation, Resolver, Root } from 'type-graphql'
import { isLockedBy } from '../../domain/states/state.js'
import type { GraphqlContext } from '../context.js'
import { withReason, withUserErrors } from '../mutations.js'
import { mayIn } from '../queries.js'
import { WorkspaceActInput, WorkspacePayload, WorkspaceType, toWorkspaceType } from './workspaces.types.js'

/** The lock that lets one actor alone write the state of a workspace, and what the caller may do about it. */
@Resolver(() => WorkspaceType)
export class WorkspaceLocksResolver {
  @FieldResolver(() => Boolean, { description: 'Whether the caller may read its states.' })
  canReadStates(@Root() { organizationId }: WorkspaceType, @Ctx() context: GraphqlContext): Promise<boolean> {
    return mayIn(context, organizationId, 'states:read')
  }

  @FieldResolver(() => Boolean, { description: 'Whether the caller may lock it, and write its states.' })
  canLock(@Root() { organizationId }: WorkspaceType, @Ctx() context: GraphqlContext): Promise<boolean> {
    return mayIn(context, organizationId, 'states:write')
  }

  @FieldResolver(() => Boolean, { description: 'Whether the caller holds its lock.' })
  isLockedByCaller(@Root() { lock }: WorkspaceType, @Ctx() { ctx }: GraphqlContext): boolean {
    return lock !== null && isLockedBy(lock, ctx.actor)
  }

  @Mutation(() => WorkspacePayload)
  async workspaceLock(
    @Ctx() { ctx, services }: GraphqlContext,
    @Arg('input', () => WorkspaceActInput) { id, reason }: WorkspaceActInput,
  ): Promise<WorkspacePayload> {
    return withUserErrors(async () => {
      const { workspace } = await services.workspaceLocks.lock(withReason(ctx, reason), id, { reason })
      return { workspace: toWorkspaceType(workspace) }
    })
  }

  @Mutation(() => WorkspacePayload, {
    description: 'By the holder of the lock; states that wait for their upload are discarded.',
  })
  async workspaceUnlock(
    @Ctx() { ctx, services }: GraphqlContext,
    @Arg('input', () => WorkspaceActInput) { id, reason }: WorkspaceActInput,
  ): Promise<WorkspacePayload> {
    return withUserErrors(async () => {
      const { workspace } = await services.workspaceLocks.unlock(ctx, id, { reason })
      return { workspace: toWorkspaceType(workspace) }
    })
  }

  @Mutation(() => WorkspacePayload, {
    description: 'By those who manage it, also while another one holds the lock.',
  })
  async workspaceForceUnlock(
    @Ctx() { ctx, services }: GraphqlContext,
    @Arg('input', () => WorkspaceActInput) { id, reason }: WorkspaceActInput,
  ): Promise<WorkspacePayload> {
    return withUserErrors(async () => {
      const { workspace } = await services.workspaceLocks.forceUnlock(ctx, id, { reason })
      return { workspace: toWorkspaceType(workspace) }
    })
  }
}
