import { plainLine } from '@engine/shared'
import { sql } from 'kysely'
import type { Prisma } from '../../generated/prisma/client.js'
import { changeTime } from '../../kernel/clock.js'
import type { OperationContext } from '../../kernel/context.js'
import { faults, invalid } from '../../kernel/errors.js'
import { newId } from '../../kernel/ids.js'
import {
  paged,
  pagedByParent,
  rangeOf,
  sortedBy,
  type OrderedPage,
  type Orders,
  type Page,
  type Paged,
} from '../../kernel/page.js'
import { literally } from '../../kernel/search.js'
import { withEndOfLife } from '../lifecycle/end-of-life.store.js'
import type { Visibility } from '../organizations/organization.js'
import { any, count, db, pagedRows, rowsOf } from '../sql.js'
import type { StoreDatabase } from '../store.js'
import type {
  EngineVersionDependents,
  NewWorkspace,
  ResolvedWords,
  Workspace,
  WorkspaceFacts,
  WorkspaceFilter,
  WorkspaceOrder,
} from './workspace.js'
import type { StateAuthor } from './workspace-lock.js'
import type { NewTag, OrganizationTag, OrganizationTagFilter, TagName } from './workspace-tag.js'

const whole = {
  organization: { select: { name: true } },
  engineVersion: {
    select: {
      version: true,
      enabled: true,
      beta: true,
      deprecated: true,
      deprecatedReason: true,
      endOfLifeAt: true,
      endOfLifeReason: true,
    },
  },
  tags: { select: { id: true, key: true, value: true }, orderBy: { key: 'asc' } },
  stateVersions: {
    where: { isCurrent: true },
    select: { id: true, form: true, resourceCount: true, createdAt: true },
  },
} satisfies Prisma.WorkspaceInclude

const byName: Prisma.WorkspaceOrderByWithRelationInput[] = [{ name: 'asc' }, { id: 'asc' }]

const orders: Orders<WorkspaceOrder, Prisma.WorkspaceOrderByWithRelationInput[]> = {
  name: (along) => [{ nameKey: along }, { id: along }],
  engineVersion: (along) => [{ engineVersion: { sortKey: along } }, { nameKey: along }, { id: along }],
  organization: (along) => [{ organization: { nameKey: along } }, { nameKey: along }],
  created: (along) => [{ createdAt: along }, { id: along }],
}

/** The workspaces of whatever has some, with their number. */
const listed = (where: Prisma.WorkspaceWhereInput, page: OrderedPage<WorkspaceOrder>) =>
  ({
    id: true,
    workspaces: { where, orderBy: sortedBy(page, orders, byName), include: whole, ...rangeOf(page) },
    _count: { select: { workspaces: { where } } },
  }) as const

type Row = Prisma.WorkspaceGetPayload<{ include: typeof whole }>

/** A key has one id in its organization, which no row holds: it is made of both, so that it outlives every binding. */
const tagId = sql<string>`'tag-' || left(md5(w.organization_id || ' ' || t.key), 16)`

const tagCounts = db
  .selectFrom('workspace_tags as t')
  .innerJoin('workspaces as w', 'w.id', 't.workspace_id')
  .select([tagId.as('id'), 't.key as name', count.as('instanceCount')])
  .groupBy(['w.organization_id', 't.key'])

export class WorkspacesStore {
  constructor(private readonly database: StoreDatabase) {}

  /** Lists the workspaces of the organizations that may be seen, by name. */
  async list(
    ctx: OperationContext,
    visibility: Visibility,
    filter: WorkspaceFilter,
    page: OrderedPage<WorkspaceOrder>,
  ): Promise<Paged<Workspace>> {
    const seen = visibility === 'all' ? {} : { organizationId: { in: [...visibility] } }
    return this.page(ctx, { ...seen, ...toWhere(filter) }, page)
  }

  /** Counts the workspaces that use these versions, and their organizations. */
  async countDependents(
    ctx: OperationContext,
    engineVersionIds: readonly string[],
  ): Promise<EngineVersionDependents> {
    const rows = await this.database.of(ctx).workspace.groupBy({
      by: ['organizationId'],
      where: { engineVersionId: { in: [...engineVersionIds] } },
      _count: true,
    })
    return { workspaces: rows.reduce((sum, { _count }) => sum + _count, 0), organizations: rows.length }
  }

  /** The same page of the list of each of these organizations. */
  async listOfOrganizations(
    ctx: OperationContext,
    organizationIds: readonly string[],
    filter: WorkspaceFilter,
    page: OrderedPage<WorkspaceOrder>,
  ): Promise<ReadonlyMap<string, Paged<Workspace>>> {
    const rows = await this.database.of(ctx).organization.findMany({
      where: { id: { in: [...organizationIds] } },
      select: listed(toWhere(filter), page),
    })
    return pagedByParent(page, rows, ({ workspaces, _count }) => [
      workspaces.map(toWorkspace),
      _count.workspaces,
    ])
  }

  /** The same page of the users of each of these engine versions. */
  async listUsingAny(
    ctx: OperationContext,
    engineVersionIds: readonly string[],
    page: OrderedPage<WorkspaceOrder>,
  ): Promise<ReadonlyMap<string, Paged<Workspace>>> {
    const rows = await this.database.of(ctx).engineVersion.findMany({
      where: { id: { in: [...engineVersionIds] } },
      select: listed({}, page),
    })
    return pagedByParent(page, rows, ({ workspaces, _count }) => [
      workspaces.map(toWorkspace),
      _count.workspaces,
    ])
  }

  private async page(
    ctx: OperationContext,
    where: Prisma.WorkspaceWhereInput,
    page: OrderedPage<WorkspaceOrder>,
  ): Promise<Paged<Workspace>> {
    const { workspace } = this.database.of(ctx)
    const orderBy = sortedBy(page, orders, byName)
    return paged(
      page,
      () => workspace.count({ where }),
      async (range) =>
        (await workspace.findMany({ where, orderBy, include: whole, ...range })).map(toWorkspace),
    )
  }

  async find(ctx: OperationContext, id: string): Promise<Workspace | undefined> {
    const row = await this.database.of(ctx).workspace.findUnique({ where: { id }, include: whole })
    return row ? toWorkspace(row) : undefined
  }

  /** Finds a workspace by its name in any case. */
  async findIn(ctx: OperationContext, organizationId: string, name: string): Promise<Workspace | undefined> {
    const where = { organizationId_nameKey: { organizationId, nameKey: name.toLowerCase() } }
    const row = await this.database.of(ctx).workspace.findUnique({ where, include: whole })
    return row ? toWorkspace(row) : undefined
  }

  /** Lists the workspaces that a workspace names as readers of its state, by name. */
  async listConsumers(
    ctx: OperationContext,
    workspaceId: string,
    page: OrderedPage<WorkspaceOrder>,
  ): Promise<Paged<Workspace>> {
    return this.page(ctx, { consumedStates: { some: { workspaceId } } }, page)
  }

  async consumersOf(ctx: OperationContext, workspaceId: string): Promise<readonly string[]> {
    const rows = await this.database.of(ctx).workspaceStateConsumer.findMany({
      where: { workspaceId },
      select: { consumerId: true },
      orderBy: { consumerId: 'asc' },
    })
    return rows.map(({ consumerId }) => consumerId)
  }

  /** Locks those of these workspaces that are the organization's; they stay until the transaction ends. */
  async lockIn(
    ctx: OperationContext,
    organizationId: string,
    ids: readonly string[],
  ): Promise<readonly string[]> {
    const query = db
      .selectFrom('workspaces')
      .select('id')
      .where('organization_id', '=', organizationId)
      .where('id', '=', any(ids))
      .orderBy('id')
      .forKeyShare()
    return (await rowsOf(this.database.of(ctx), query)).map(({ id }) => id)
  }

  /** The caller has locked the workspace. */
  async setConsumers(
    ctx: OperationContext,
    workspaceId: string,
    { added, removed }: { readonly added: readonly string[]; readonly removed: readonly string[] },
  ): Promise<void> {
    const { workspaceStateConsumer } = this.database.of(ctx)
    if (removed.length > 0)
      await workspaceStateConsumer.deleteMany({ where: { workspaceId, consumerId: { in: [...removed] } } })
    const data = added.map((consumerId) => ({ workspaceId, consumerId }))
    if (data.length > 0) await workspaceStateConsumer.createMany({ data })
  }

  /** The names of these workspaces, with those of their organizations. */
  async findNames(
    ctx: OperationContext,
    ids: readonly string[],
  ): Promise<readonly Pick<Workspace, 'id' | 'name' | 'organizationId' | 'organization'>[]> {
    const rows = await this.database.of(ctx).workspace.findMany({
      where: { id: { in: [...ids] } },
      select: { id: true, name: true, organizationId: true, organization: { select: { name: true } } },
    })
    return rows.map(({ organization, ...row }) => ({ ...row, organization: organization.name }))
  }

  /** The names of those that match behind this id, with those of their organizations, in the order of their ids. */
  async listMatching(
    ctx: OperationContext,
    visibility: Visibility,
    filter: WorkspaceFilter,
    behind: string,
    most: number,
  ): Promise<readonly Pick<Workspace, 'id' | 'name'>[]> {
    const seen = visibility === 'all' ? {} : { organizationId: { in: [...visibility] } }
    const rows = await this.database.of(ctx).workspace.findMany({
      where: { ...seen, ...toWhere(filter), id: { gt: behind } },
      select: { id: true, name: true, organization: { select: { name: true } } },
      orderBy: { id: 'asc' },
      take: most,
    })
    return rows.map(({ id, name, organization }) => ({ id, name: `${organization.name}/${name}` }))
  }

  /** The versions of these workspaces, as they were written; their names with those of their organizations. */
  async findVersions(
    ctx: OperationContext,
    ids: readonly string[],
  ): Promise<readonly Pick<Workspace, 'id' | 'name' | 'organizationId' | 'engineVersion'>[]> {
    const rows = await this.database.of(ctx).workspace.findMany({
      where: { id: { in: [...ids] } },
      select: {
        ...{ id: true, name: true, organizationId: true, engineVersionWords: true },
        ...{ organization: { select: { name: true } }, engineVersion: { select: { version: true } } },
      },
    })
    return rows.map(({ engineVersionWords: words, engineVersion, organization, name, ...row }) => ({
      ...row,
      name: `${organization.name}/${name}`,
      engineVersion: words ?? engineVersion.version,
    }))
  }

  /** Locks the workspace until the transaction ends. */
  async lock(ctx: OperationContext, id: string): Promise<void> {
    await this.database.of(ctx).$executeRaw`SELECT id FROM workspaces WHERE id = ${id} FOR UPDATE`
  }

  /** Locks these rules until the transaction ends; no other workspace is made here meanwhile. */
  async lockRules(ctx: OperationContext, organizationId: string): Promise<void> {
    await this.database.of(ctx)
      .$executeRaw`SELECT id FROM organizations WHERE id = ${organizationId} FOR NO KEY UPDATE`
  }

  async countIn(ctx: OperationContext, organizationId: string): Promise<number> {
    return this.database.of(ctx).workspace.count({ where: { organizationId } })
  }

  async create(
    ctx: OperationContext,
    { tags, ...facts }: NewWorkspace & { organizationId: string; tags: readonly NewTag[] },
  ): Promise<Workspace> {
    const now = ctx.clock.now()
    const own = { create: tags.map((tag) => ({ ...tag, id: newId('tag') })) }
    const data = { ...toColumns(facts), id: newId('ws'), createdAt: now, updatedAt: now, tags: own }
    return this.write(() => this.database.of(ctx).workspace.create({ data, include: whole }))
  }

  /** Updates a workspace; without tags the present ones stay. */
  async update(
    ctx: OperationContext,
    before: Workspace,
    { tags, ...facts }: WorkspaceFacts & { tags?: readonly NewTag[] | undefined },
  ): Promise<Workspace> {
    if (tags) await this.writeTags(ctx, before, tags)
    const data = { ...toColumns(facts), updatedAt: changeTime(ctx.clock, before.updatedAt) }
    const where = { id: before.id }
    return this.write(() => this.database.of(ctx).workspace.update({ where, data, include: whole }))
  }

  async setTags(ctx: OperationContext, before: Workspace, tags: readonly NewTag[]): Promise<Workspace> {
    await this.writeTags(ctx, before, tags)
    const data = { updatedAt: changeTime(ctx.clock, before.updatedAt) }
    const where = { id: before.id }
    return this.write(() => this.database.of(ctx).workspace.update({ where, data, include: whole }))
  }

  /** The tags that workspaces of the organization have, by name. */
  async listTags(
    ctx: OperationContext,
    organizationId: string,
    { search = '', withoutThoseOf }: OrganizationTagFilter,
    page: Page,
  ): Promise<Paged<OrganizationTag>> {
    const found = tagCounts
      .where('w.organization_id', '=', organizationId)
      .where(sql<boolean>`lower(t.key) like ${`%${literally(search.toLowerCase())}%`}`)
      .orderBy('t.key')
    const others = found.where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('workspace_tags as own')
            .select('own.key')
            .where('own.workspace_id', '=', withoutThoseOf ?? '')
            .whereRef('own.key', '=', 't.key'),
        ),
      ),
    )
    return pagedRows(this.database.of(ctx), page, withoutThoseOf === undefined ? found : others)
  }

  /** The tag of one of these organizations that has this id. */
  async findTag(
    ctx: OperationContext,
    organizations: Visibility,
    id: string,
  ): Promise<{ organizationId: string; key: string } | undefined> {
    const query = db
      .selectFrom('workspace_tags as t')
      .innerJoin('workspaces as w', 'w.id', 't.workspace_id')
      .innerJoin('organizations as o', 'o.id', 'w.organization_id')
      .select(['w.organization_id as organizationId', 't.key'])
      .where(tagId, '=', id)
      .where('o.is_disabled', '=', false)
      .limit(1)
    const seen = organizations === 'all' ? query : query.where('w.organization_id', '=', any(organizations))
    return (await rowsOf(this.database.of(ctx), seen))[0]
  }

  /** Removes keys from all workspaces of the organization, whose bindings they were; returns how many. */
  async removeTags(ctx: OperationContext, organizationId: string, keys: readonly string[]): Promise<number> {
    const where = { key: { in: [...keys] }, workspace: { organizationId } }
    const { workspace, workspaceTag } = this.database.of(ctx)
    await workspace.updateMany({
      where: { organizationId, tags: { some: { key: where.key } } },
      data: { updatedAt: ctx.clock.now() },
    })
    return (await workspaceTag.deleteMany({ where })).count
  }

  /** The tags of a workspace, by name. */
  async listTagsOf(
    ctx: OperationContext,
    { organizationId, tags }: Pick<Workspace, 'organizationId' | 'tags'>,
    page: Page,
  ): Promise<Paged<OrganizationTag>> {
    const keys = tags.map(({ key }) => key)
    const found = tagCounts
      .where('w.organization_id', '=', organizationId)
      .where('t.key', '=', any(keys))
      .orderBy('t.key')
    return pagedRows(this.database.of(ctx), page, found)
  }

  /** The keys that these ids stand for in an organization. */
  async tagNamesOf(
    ctx: OperationContext,
    organizationId: string,
    names: readonly TagName[],
  ): Promise<ReadonlyMap<string, string>> {
    const ids = names.flatMap((name) => ('id' in name ? [name.id] : []))
    if (ids.length === 0) return new Map()
    const query = tagCounts.where('w.organization_id', '=', organizationId).where(tagId, '=', any(ids))
    const rows = await rowsOf(this.database.of(ctx), query)
    return new Map(rows.map(({ id, name }) => [id, name]))
  }

  /** The words that versions are written in where they are no numbers, with the version that each is resolved to. */
  async listWords(ctx: OperationContext): Promise<ResolvedWords[]> {
    const used = db
      .selectFrom('workspaces')
      .select([sql<string>`engine_version_words`.as('words'), 'engine_version_id as engineVersionId'])
      .where('engine_version_words', 'is not', null)
      .groupBy(['engine_version_words', 'engine_version_id'])
    return rowsOf(this.database.of(ctx), used)
  }

  /**
   * Resolves the words of at most a number of workspaces to another version; returns how many. No change of
   * theirs.
   */
  async resolveAgain(
    ctx: OperationContext,
    { words, engineVersionId }: ResolvedWords,
    to: string,
    most: number,
  ): Promise<number> {
    const some = db
      .selectFrom('workspaces')
      .select('id')
      .where('engine_version_words', '=', words)
      .where('engine_version_id', '=', engineVersionId)
      .orderBy('id')
      .limit(most)
      .forNoKeyUpdate()
    const moving = db
      .updateTable('workspaces')
      .set({ engine_version_id: to })
      .where('id', 'in', some)
      .returning('id')
    return (await rowsOf(this.database.of(ctx), moving)).length
  }

  /** The keys of its states' files. */
  async storedFiles(ctx: OperationContext, id: string): Promise<string[]> {
    const where = { workspaceId: id }
    const select = { storageKey: true, jsonStorageKey: true }
    const rows = await this.database.of(ctx).stateVersion.findMany({ where, select })
    return rows.flatMap(({ storageKey, jsonStorageKey }) => [storageKey ?? [], jsonStorageKey ?? []].flat())
  }

  async delete(ctx: OperationContext, id: string): Promise<void> {
    await this.database.of(ctx).workspace.delete({ where: { id } })
  }

  /** Writes tags; unchanged ones keep their ids. */
  private async writeTags(
    ctx: OperationContext,
    { id: workspaceId, tags: before }: Pick<Workspace, 'id' | 'tags'>,
    tags: readonly NewTag[],
  ): Promise<void> {
    const stays = ({ key, value }: NewTag, others: readonly NewTag[]): boolean =>
      others.some((other) => other.key === key && other.value === value)
    const removed = before.filter((tag) => !stays(tag, tags)).map(({ id }) => id)
    const added = tags.filter((tag) => !stays(tag, before))
    const { workspaceTag } = this.database.of(ctx)
    if (removed.length > 0) await workspaceTag.deleteMany({ where: { id: { in: removed } } })
    const data = added.map(({ key, value }) => ({ id: newId('tag'), workspaceId, key, value }))
    if (data.length > 0) await workspaceTag.createMany({ data })
  }

  /** The foreign key decides whether the version is still there at the moment of the write. */
  private async write(statement: () => Promise<Row>): Promise<Workspace> {
    try {
      return toWorkspace(await statement())
    } catch (error) {
      const constraint = this.database.violatedConstraint(error)
      if (constraint === 'workspaces_organization_id_name_key_key') throw invalid(faults.taken('name'))
      if (constraint === 'workspaces_engine_version_id_fkey') throw invalid(faults.invalid('engineVersion'))
      throw error
    }
  }
}

const outdated: Prisma.EngineVersionWhereInput = { OR: [{ deprecated: true }, { enabled: false }] }

/** Filters of a list, as the condition of its rows. */
function toWhere({
  search = '',
  wildcard = '',
  needsUpgrade,
  engineVersion = '',
  writtenBy,
  provider,
  tags = [],
  excludedTags = [],
  tagged = [],
}: WorkspaceFilter): Prisma.WorkspaceWhereInput {
  return {
    AND: [
      search === '' ? {} : { nameKey: { contains: literally(search.toLowerCase()) } },
      wildcard === '' ? {} : { nameKey: matching(wildcard.toLowerCase()) },
      needsUpgrade === undefined ? {} : { engineVersion: needsUpgrade ? outdated : { NOT: outdated } },
      engineVersion === '' ? {} : { engineVersion: { version: engineVersion } },
      writtenBy === undefined
        ? {}
        : { stateVersions: { some: { isCurrent: true, engineVersion: writtenBy } } },
      provider === undefined
        ? {}
        : { stateVersions: { some: { isCurrent: true, providers: { has: provider } } } },
      tags.length === 0 ? {} : { tagKeys: { is: { keys: { hasEvery: [...tags] } } } },
      excludedTags.length === 0 ? {} : { tags: { none: { key: { in: [...excludedTags] } } } },
      ...tagged.map(({ key, value }) => ({
        tags: { some: { key, ...(value !== undefined && { value: value || null }) } },
      })),
    ],
  }
}

/** A `*` stands for anything, at either end; elsewhere it is part of no name. */
function matching(wildcard: string): Prisma.StringFilter {
  const [, before, name = '', after] = /^(\*?)(.*?)(\*?)$/s.exec(wildcard) ?? []
  if (before && after) return { contains: literally(name) }
  if (before) return { endsWith: literally(name) }
  return after ? { startsWith: literally(name) } : { equals: name }
}

function toColumns<F extends Pick<Workspace, 'name'>>(facts: F): F & { nameKey: string } {
  return { ...facts, nameKey: facts.name.toLowerCase() }
}

function toWorkspace({ organization, engineVersion, nameKey: _, ...columns }: Row): Workspace {
  const { version, ...status } = engineVersion
  const {
    engineVersionWords: words,
    stateVersions,
    lockId,
    lockedAt,
    lockedByType,
    lockedById,
    lockedByName,
    lockReason,
    ...row
  } = columns
  const [current] = stateVersions
  const by = { type: lockedByType as StateAuthor['type'], id: lockedById ?? '', name: lockedByName ?? '' }
  // One that an earlier release took may be of several lines.
  const reason = lockReason && plainLine(lockReason)
  return {
    ...row,
    organization: organization.name,
    engineVersion: words ?? version,
    resolvedEngineVersion: version,
    engineVersionStatus: withEndOfLife(status),
    lock: lockId === null || lockedAt === null ? null : { id: lockId, at: lockedAt, by, reason },
    currentStateVersionId: current?.id ?? null,
    stateWrittenAt: current?.createdAt ?? null,
    resourceCount: current && current.form !== 'counted' ? null : (current?.resourceCount ?? 0),
  }
}
