import type { Readable } from 'node:stream'
import type { OperationContext } from '../../kernel/context.js'
import { found, notFound } from '../../kernel/errors.js'
import { isId } from '../../kernel/ids.js'
import type { Page, Paged } from '../../kernel/page.js'
import type { Permission } from '../../kernel/permissions.js'
import type { OutputInState, StateFileKind, StateOutput, StateVersion, StateVersionAccess } from './state.js'
import type { LargeValue, StateOutputsService } from './state-outputs.service.js'
import type { StateParts } from './state-parts.js'
import type { StateReadsService } from './state-reads.service.js'

export interface OutputAccess {
  readonly output: OutputInState
  readonly version: StateVersion
}

/** Reads states; all but the permission to read them is as for a workspace (contract §13). */
export class StateVersionsService {
  constructor(
    private readonly parts: StateParts & {
      readonly stateOutputs: StateOutputsService
      readonly stateReads: StateReadsService
    },
  ) {}

  /** Looks up and authorises in one step: what the caller may not see or do is not found. */
  async access(ctx: OperationContext, id: string, permission: Permission): Promise<StateVersionAccess> {
    const version = found(isId('sv', id) ? await this.parts.versions.find(ctx, id) : undefined)
    return { ...(await this.parts.workspaces.accessById(ctx, version.workspaceId, permission)), version }
  }

  /** Finds the current state of a workspace; `not-found` where there is none. */
  async accessCurrent(ctx: OperationContext, workspaceId: string): Promise<StateVersionAccess> {
    const access = await this.parts.workspaces.accessById(ctx, workspaceId, 'states:read')
    return { ...access, version: found(await this.parts.versions.findCurrent(ctx, workspaceId)) }
  }

  /** Lists finalized versions, newest first. */
  async list(ctx: OperationContext, workspaceId: string, page: Page): Promise<Paged<StateVersion>> {
    await this.parts.workspaces.accessById(ctx, workspaceId, 'states:read')
    return this.parts.versions.list(ctx, workspaceId, page)
  }

  /** Lists outputs by name, without values that are sensitive, or too large for a page. */
  async listOutputs(ctx: OperationContext, id: string, page: Page): Promise<Paged<StateOutput>> {
    return this.parts.stateOutputs.page(ctx, await this.access(ctx, id, 'states:read'), page)
  }

  /** Lists all outputs without pages; undefined where they are too many, or too large. */
  async allOutputs(ctx: OperationContext, id: string): Promise<Paged<StateOutput> | undefined> {
    return this.parts.stateOutputs.all(ctx, await this.access(ctx, id, 'states:read'))
  }

  /** Finds one output, whose value can be read. */
  async output(ctx: OperationContext, id: string): Promise<OutputAccess> {
    const output = found(await this.parts.outputs.find(ctx, id))
    const access = await this.access(ctx, output.stateVersionId, 'states:read')
    if (output.sensitive) await this.parts.stateReads.record(ctx, access, { output: output.name })
    return { output, version: access.version }
  }

  /** Returns the output with its value, or with a stream of a large one. */
  valueOf({ output, version }: OutputAccess): Promise<StateOutput | LargeValue> {
    return this.parts.stateOutputs.value(version, output)
  }

  /** Opens the bytes of a state. */
  async open(ctx: OperationContext, access: StateVersionAccess, kind: StateFileKind): Promise<Readable> {
    const key = kind === 'state' ? access.version.storageKey : access.version.jsonStorageKey
    if (key === null) throw notFound()
    await this.parts.stateReads.record(ctx, access, { file: kind })
    return this.parts.files.open(key)
  }
}
