import type { OperationContext } from '../../kernel/context.js'
import { faults, found, invalid, requireUnchanged, type Fault } from '../../kernel/errors.js'
import type { Page, Paged } from '../../kernel/page.js'
import type { Permission } from '../../kernel/permissions.js'
import { organizationEntry } from '../organizations/organization.js'
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
  type OrganizationTagFilter,
} from './workspace-tag.js'
import type { WorkspacesService } from './workspaces.service.js'
import type { WorkspacesStore } from './workspaces.store.js'

/** Tags in a body, unchecked: `ids` and `attributes` have one value an item, `faults` are what is wrong with the types. */
export interface RawTagList {
  readonly ids: readonly unknown[]
  readonly attributes?: readonly unknown[]
  readonly faults: readonly Fault[]
}

/** A tag of an organization. */
export interface FoundTag {
  readonly organizationId: string
  readonly key: string
}

/** Limit of the workspaces that one request may tag. */
const mostAtOnce = 100

const tagIdForm = /^tag-[0-9a-f]{16}$/

/** The tags of workspaces that exist, and those of an organization (contract §18). */
export class WorkspaceTagsService {
  constructor(
    private readonly parts: Pick<SharedParts, 'organizations' | 'transactions' | 'audit'> & {
      readonly rows: WorkspacesStore
      readonly workspaces: WorkspacesService
    },
  ) {}

  /** Lists the tags that workspaces of the organization have, by name. */
  async listOfOrganization(
    ctx: OperationContext,
    organizationName: string,
    filter: OrganizationTagFilter,
    page: Page,
  ): Promise<Paged<OrganizationTag>> {
    const { organization } = await this.parts.organizations.access(ctx, organizationName, 'workspaces:read')
    return this.parts.rows.listTags(ctx, organization.id, filter, page)
  }

  /** Lists tags by name, with the number of workspaces of the organization that have each. */
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
    throwFaults([...list.faults, ...wrong])
    const next = (before: Workspace) => (tags.length === 0 ? [] : withTags(before.tags, tags))
    return this.change(ctx, id, async (_tx, before) => next(before), expectedUpdatedAt)
  }

  async removeAll(ctx: OperationContext, id: string, expectedUpdatedAt?: Date): Promise<void> {
    await this.change(ctx, id, async () => [], expectedUpdatedAt)
  }

  /** Adds tags by name, or by the id of one that the organization has; one that is there keeps its value. */
  async add(ctx: OperationContext, id: string, list: RawTagList): Promise<void> {
    const { names, faults: wrong } = parseTagNames(list.ids, list.attributes ?? [])
    throwFaults([...list.faults, ...wrong])
    await this.change(ctx, id, async (tx, before) => {
      const known = await this.parts.rows.tagNamesOf(tx, before.organizationId, names)
      const keys = names.map((name) => ('id' in name ? known.get(name.id) : name.name))
      throwFaults(keys.flatMap((key, index) => (key === undefined ? [faults.invalid(index, 'id')] : [])))
      const added = keys.flatMap((key) => (key === undefined ? [] : [{ key, value: null }]))
      return withTags(added, before.tags)
    })
  }

  /** Removes tags by name or id; those that are not there are no fault. */
  async remove(ctx: OperationContext, id: string, list: RawTagList): Promise<void> {
    const { names, faults: wrong } = parseTagNames(list.ids, list.attributes ?? [])
    throwFaults([...list.faults, ...wrong])
    await this.change(ctx, id, async (tx, before) => {
      const known = await this.parts.rows.tagNamesOf(tx, before.organizationId, names)
      const removed = names.map((name) => ('id' in name ? known.get(name.id) : name.name))
      return before.tags.filter(({ key }) => !removed.includes(key))
    })
  }

  /** Looks up and authorises in one step: a tag of an organization in which the caller may do that. */
  async find(ctx: OperationContext, id: string, permission: Permission): Promise<FoundTag> {
    const visibility = await this.parts.organizations.visibility(ctx, [permission])
    return found(tagIdForm.test(id) ? await this.parts.rows.findTag(ctx, visibility[0] ?? [], id) : undefined)
  }

  /** Adds the tag to these workspaces, all of them or none. They are locked in the order of their ids. */
  async addToAll(ctx: OperationContext, { organizationId, key }: FoundTag, list: RawTagList): Promise<void> {
    if (list.ids.length > mostAtOnce)
      throw invalid({ ...faults.tooManyItems(mostAtOnce, 'workspaces'), path: [] })
    throwFaults(list.faults)
    const ids = [...new Set(list.ids.filter((id) => typeof id === 'string'))].sort()
    await this.parts.transactions.run(ctx, async (tx) => {
      const own = await this.parts.rows.findNames(tx, ids)
      const known = new Set(own.filter((each) => each.organizationId === organizationId).map(({ id }) => id))
      throwFaults(
        list.ids.flatMap((id, index) => (known.has(String(id)) ? [] : [faults.invalid(index, 'id')])),
      )
      for (const id of ids)
        await this.change(tx, id, async (_tx, before) => withTags([{ key, value: null }], before.tags))
    })
  }

  /** Removes tags, by their ids, from all workspaces of the organization; those that are not there are no fault. */
  async removeOfAll(ctx: OperationContext, organizationId: string, list: RawTagList): Promise<void> {
    const { names, faults: wrong } = parseTagNames(
      list.ids,
      list.ids.map(() => undefined),
    )
    throwFaults([...list.faults, ...wrong])
    const { transactions, organizations, rows, audit } = this.parts
    await transactions.run(ctx, async (tx) => {
      const { organization, administratorOverride } = await organizations.accessById(
        tx,
        organizationId,
        'workspaces:write',
      )
      const known = await rows.tagNamesOf(tx, organizationId, names)
      const keys = [...known.values()].sort()
      const removed = await rows.removeTags(tx, organizationId, keys)
      if (removed === 0) return
      await audit.record(tx, {
        ...organizationEntry('organization.update', organization),
        administratorOverride,
        before: { workspaceTags: keys },
        after: { workspaceTags: [] },
      })
    })
  }

  /** Changes tags; unchanged ones are neither written nor audited. */
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
      throwFaults(tags.length > before.tags.length ? tooManyTags(tags) : [])
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

function throwFaults(wrong: readonly Fault[]): void {
  if (wrong.length > 0) throw invalid(...wrong)
}
