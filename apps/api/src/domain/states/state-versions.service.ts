import type { Readable } from 'node:stream'
import type { OperationContext } from '../../kernel/context.js'
import { found, notFound } from '../../kernel/errors.js'
import { isId } from '../../kernel/ids.js'
import type { Page, Paged } from '../../kernel/page.js'
import { allowsIn, type Permission } from '../../kernel/permissions.js'
import type { OrganizationAccess } from '../organizations/organization.js'
import type { OutputInState, StateFileKind, StateVersion, StateVersionAccess } from './state.js'
import type { Workspace, WorkspaceAccess } from '../workspaces/workspace.js'
import { isInScope } from '../workspaces/workspace-scope.js'
import type { StateParts } from './state-parts.js'
import type { StateReadsService } from './state-reads.service.js'

export interface OutputAccess {
  readonly output: OutputInState
  readonly version: StateVersion
}

/** Reads states; all but the permission to read them is as for a workspace (contract §13). */
export class StateVersionsService {
  constructor(private readonly parts: StateParts & { readonly stateReads: StateReadsService }) {}

  /** Looks up and authorises in one step: what the caller may not see or do is not found. */
  async access(ctx: OperationContext, id: string, permission: Permission): Promise<StateVersionAccess> {
    const version = found(isId('sv', id) ? await this.parts.versions.find(ctx, id) : undefined)
    return { ...(await this.parts.workspaces.accessById(ctx, version.workspaceId, permission)), version }
  }

  /** Finds the current state of a workspace; `not-found` where there is none. */
  async accessCurrent(ctx: OperationContext, workspaceId: string): Promise<StateVersionAccess> {
    const access = await this.parts.workspaces.accessById(ctx, workspaceId, 'states:read')
    return found(await this.findCurrent(ctx, access))
  }

  /** Finds the current state of a workspace that was found before for a caller who may read states, if there is one. */
  async findCurrent(ctx: OperationContext, access: WorkspaceAccess): Promise<StateVersionAccess | undefined> {
    const version = await this.parts.versions.findCurrent(ctx, access.workspace.id)
    return version && { ...access, version }
  }

  /**
   * Finds the current states of workspaces of one organization, by workspace and without their contents. One that has
   * none is left out, and so is one whose states the caller may not read.
   */
  async listCurrent(
    ctx: OperationContext,
    access: OrganizationAccess,
    workspaces: readonly Workspace[],
  ): Promise<ReadonlyMap<string, StateVersionAccess>> {
    const mayRead = allowsIn(access.roles, ctx.actor, 'states:read')
    const isReadable = (workspace: Workspace) => mayRead && isInScope(ctx.actor, workspace, 'states:read')
    const readable = new Map(workspaces.filter(isReadable).map((workspace) => [workspace.id, workspace]))
    const ids = [...readable.values()].flatMap(({ currentStateVersionId: id }) => id ?? [])
    const versions = ids.length > 0 ? await this.parts.versions.findMany(ctx, ids) : []
    return new Map(
      versions.flatMap((version): [string, StateVersionAccess][] => {
        const workspace = readable.get(version.workspaceId)
        return workspace ? [[workspace.id, { ...access, workspace, version }]] : []
      }),
    )
  }

  /** Lists finalized versions, newest first. */
  async list(ctx: OperationContext, workspaceId: string, page: Page): Promise<Paged<StateVersion>> {
    await this.parts.workspaces.accessById(ctx, workspaceId, 'states:read')
    return this.parts.versions.list(ctx, workspaceId, page)
  }

  /** Finds one output, whose value can be read. */
  async output(ctx: OperationContext, id: string): Promise<OutputAccess> {
    const output = found(await this.parts.outputs.find(ctx, id))
    const access = await this.access(ctx, output.stateVersionId, 'states:read')
    if (output.sensitive) await this.parts.stateReads.record(ctx, access, { output: output.name })
    return { output, version: access.version }
  }

  /** Opens the bytes of a state. */
  async open(ctx: OperationContext, access: StateVersionAccess, kind: StateFileKind): Promise<Readable> {
    const key = kind === 'state' ? access.version.storageKey : access.version.jsonStorageKey
    if (key === null) throw notFound()
    await this.parts.stateReads.record(ctx, access, { file: kind })
    return this.parts.files.open(key)
  }
}
