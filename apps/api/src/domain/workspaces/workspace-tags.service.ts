import type { OperationContext } from '../../kernel/context.js'
import { faults, invalid, requireUnchanged, type Fault } from '../../kernel/errors.js'
import type { Page, Paged } from '../../kernel/page.js'
import type { SharedParts } from '../shared-parts.js'
import { auditedFacts, workspaceEntry, type Workspace } from './workspace.js'
import {
  parseTagBindings,
  parseTagNames,
  sameTags,
  tooManyTags,
  withTags,
  type NewTag,
  type OrganizationTag,
} from './workspace-tag.js'
import type { WorkspacesService } from './workspaces.service.js'
import type { WorkspacesStore } from './workspaces.store.js'

/** Tags in a body, unchecked: `ids` and `attributes` have one value an item, `faults` are what is wrong with the types. */
export interface RawTagList {
  readonly ids: readonly unknown[]
  readonly attributes?: readonly unknown[]
  readonly faults: readonly Fault[]
}

/** The tags of workspaces that exist, and those of an organization (contract §18). */
export class WorkspaceTagsService {
  constructor(
    private readonly parts: Pick<SharedParts, 'organizations' | 'transactions' | 'audit'> & {
      readonly rows: WorkspacesStore
      readonly workspaces: WorkspacesService
    },
  ) {}

  /** That workspaces of the organization have, by name; `search` is a part of it, in any case. */
  async listOfOrganization(
    ctx: OperationContext,
    organizationName: string,
    search: string,
    page: Page,
  ): Promise<Paged<OrganizationTag>> {
    const { organization } = await this.parts.organizations.access(ctx, organizationName, 'workspaces:read')
    return this.parts.rows.listTags(ctx, organization.id, search, page)
  }

  /** By name, with how many workspaces of the organization have each. */
  async list(ctx: OperationContext, id: string, page: Page): Promise<Paged<OrganizationTag>> {
    const { workspace } = await this.parts.workspaces.accessById(ctx, id, 'workspaces:read')
    return this.parts.rows.listTagsOf(ctx, workspace, page)
  }

  /** Adds keys with or without values, and gives those that are there the new value; an empty list removes all. */
  async bind(
    ctx: OperationContext,
    id: string,
    list: RawTagList,
    expectedUpdatedAt?: Date,
  ): Promise<Workspace> {
    const { tags, faults: wrong } = parseTagBindings(list.attributes ?? [])
    refuse([...list.faults, ...wrong])
    const next = (before: Workspace) => (tags.length === 0 ? [] : withTags(before.tags, tags))
    return this.change(ctx, id, async (_tx, before) => next(before), expectedUpdatedAt)
  }

  async removeAll(ctx: OperationContext, id: string, expectedUpdatedAt?: Date): Promise<void> {
    await this.change(ctx, id, async () => [], expectedUpdatedAt)
  }

  /** Adds tags by name, or by the id of one that the organization has; one that is there keeps its value. */
  async add(ctx: OperationContext, id: string, list: RawTagList): Promise<void> {
    const { names, faults: wrong } = parseTagNames(list.ids, list.attributes ?? [])
    refuse([...list.faults, ...wrong])
    await this.change(ctx, id, async (tx, before) => {
      const known = await this.parts.rows.tagNamesOf(tx, before.organizationId, names)
      const keys = names.map((name) => ('id' in name ? known.get(name.id) : name.name))
      refuse(keys.flatMap((key, index) => (key === undefined ? [faults.invalid(index, 'id')] : [])))
      const added = keys.flatMap((key) => (key === undefined ? [] : [{ key, value: null }]))
      return withTags(added, before.tags)
    })
  }

  /** Removes tags by name or id; those that are not there are no fault. */
  async remove(ctx: OperationContext, id: string, list: RawTagList): Promise<void> {
    const { names, faults: wrong } = parseTagNames(list.ids, list.attributes ?? [])
    refuse([...list.faults, ...wrong])
    await this.change(ctx, id, async (tx, before) => {
      const known = await this.parts.rows.tagNamesOf(tx, before.organizationId, names)
      const gone = names.map((name) => ('id' in name ? known.get(name.id) : name.name))
      return before.tags.filter(({ key }) => !gone.includes(key))
    })
  }

  /** What is as it was before is neither written nor audited. */
  private change(
    ctx: OperationContext,
    id: string,
    next: (tx: OperationContext, before: Workspace) => Promise<readonly NewTag[]>,
    expectedUpdatedAt?: Date,
  ): Promise<Workspace> {
    const { transactions, workspaces, rows, audit } = this.parts
    return transactions.run(ctx, async (tx) => {
      const locked = await workspaces.lockById(tx, id, 'workspaces:write')
      const before = locked.workspace
      requireUnchanged(before, expectedUpdatedAt)
      const tags = await next(tx, before)
      if (sameTags(before.tags, tags)) return before
      refuse(tags.length > before.tags.length ? tooManyTags(tags) : [])
      const after = await rows.setTags(tx, before, tags)
      await audit.record(tx, {
        ...workspaceEntry('workspace.update', after, locked),
        before: auditedFacts(before),
        after: auditedFacts(after),
      })
      return after
    })
  }
}

function refuse(found: readonly Fault[]): void {
  if (found.length > 0) throw invalid(...found)
}
