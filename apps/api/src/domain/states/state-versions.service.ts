import type { Readable } from 'node:stream'
import type { OperationContext } from '../../kernel/context.js'
import { found, notFound } from '../../kernel/errors.js'
import { isId } from '../../kernel/ids.js'
import type { Page, Paged } from '../../kernel/page.js'
import type { Permission } from '../../kernel/permissions.js'
import type { StateFileKind, StateOutput, StateVersion, StateVersionAccess } from './state.js'
import type { StateParts } from './state-parts.js'
import type { StateReadsService } from './state-reads.service.js'

/** Reading states: everything but the permission to read them is as for a workspace (contract §13). */
export class StateVersionsService {
  constructor(private readonly parts: StateParts & { readonly stateReads: StateReadsService }) {}

  /** Looks up and authorises in one step: what the caller may not see or do is not found. */
  async access(ctx: OperationContext, id: string, permission: Permission): Promise<StateVersionAccess> {
    const version = found(isId('sv', id) ? await this.parts.versions.find(ctx, id) : undefined)
    return { ...(await this.parts.workspaces.accessById(ctx, version.workspaceId, permission)), version }
  }

  /** The current one of a workspace; where there is none, there is nothing to find. */
  async accessCurrent(ctx: OperationContext, workspaceId: string): Promise<StateVersionAccess> {
    const access = await this.parts.workspaces.accessById(ctx, workspaceId, 'states:read')
    return { ...access, version: found(await this.parts.versions.findCurrent(ctx, workspaceId)) }
  }

  /** What was written, newest first. */
  async list(ctx: OperationContext, workspaceId: string, page: Page): Promise<Paged<StateVersion>> {
    await this.parts.workspaces.accessById(ctx, workspaceId, 'states:read')
    return this.parts.versions.list(ctx, workspaceId, page)
  }

  /** By name; sensitive ones without their value. */
  async listOutputs(ctx: OperationContext, id: string, page: Page): Promise<Paged<StateOutput>> {
    await this.access(ctx, id, 'states:read')
    return this.parts.outputs.list(ctx, id, page)
  }

  /** One output with its value. */
  async output(ctx: OperationContext, id: string): Promise<StateOutput> {
    const output = found(isId('wsout', id) ? await this.parts.outputs.find(ctx, id) : undefined)
    const access = await this.access(ctx, output.stateVersionId, 'states:read')
    if (output.sensitive) await this.parts.stateReads.record(ctx, access, { output: output.name })
    return output
  }

  /** The bytes of a state. */
  async open(ctx: OperationContext, access: StateVersionAccess, kind: StateFileKind): Promise<Readable> {
    const key = kind === 'state' ? access.version.storageKey : access.version.jsonStorageKey
    if (key === null) throw notFound()
    await this.parts.stateReads.record(ctx, access, { file: kind })
    return this.parts.files.open(key)
  }
}
