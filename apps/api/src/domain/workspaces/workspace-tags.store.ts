import { sql } from 'kysely'
import type { OperationContext } from '../../kernel/context.js'
import { newId } from '../../kernel/ids.js'
import type { Page, Paged } from '../../kernel/page.js'
import { literally } from '../../kernel/search.js'
import { any, count, db, pagedRows, rowsOf } from '../sql.js'
import type { StoreDatabase } from '../store.js'
import type { Workspace } from './workspace.js'
import type { NewTag, OrganizationTag, TagName } from './workspace-tag.js'

/** A key has one id in its organization, which no row holds: it is made of both, so that it outlives every binding. */
const tagId = sql<string>`'tag-' || left(md5(w.organization_id || ' ' || t.key), 16)`

const tagged = db
  .selectFrom('workspace_tags as t')
  .innerJoin('workspaces as w', 'w.id', 't.workspace_id')
  .select([tagId.as('id'), 't.key as name', count.as('instanceCount')])
  .groupBy(['w.organization_id', 't.key'])

export class WorkspaceTagsStore {
  constructor(private readonly database: StoreDatabase) {}

  /** Makes these the tags of a workspace; those that stay as they are keep their ids. */
  async set(
    ctx: OperationContext,
    { id: workspaceId, tags: before }: Pick<Workspace, 'id' | 'tags'>,
    tags: readonly NewTag[],
  ): Promise<void> {
    const stays = ({ key, value }: NewTag, others: readonly NewTag[]): boolean =>
      others.some((other) => other.key === key && other.value === value)
    const gone = before.filter((tag) => !stays(tag, tags)).map(({ id }) => id)
    const added = tags.filter((tag) => !stays(tag, before))
    const { workspaceTag } = this.database.of(ctx)
    if (gone.length > 0) await workspaceTag.deleteMany({ where: { id: { in: gone } } })
    const data = added.map(({ key, value }) => ({ id: newId('tag'), workspaceId, key, value }))
    if (data.length > 0) await workspaceTag.createMany({ data })
  }

  /** Those that workspaces of the organization have, by name. */
  async listOfOrganization(
    ctx: OperationContext,
    organizationId: string,
    search: string,
    page: Page,
  ): Promise<Paged<OrganizationTag>> {
    const found = tagged
      .where('w.organization_id', '=', organizationId)
      .where(sql<boolean>`lower(t.key) like ${`%${literally(search.toLowerCase())}%`}`)
      .orderBy('t.key')
    return pagedRows(this.database.of(ctx), page, found)
  }

  /** Those of a workspace, by name. */
  async listOfWorkspace(
    ctx: OperationContext,
    { organizationId, tags }: Pick<Workspace, 'organizationId' | 'tags'>,
    page: Page,
  ): Promise<Paged<OrganizationTag>> {
    const keys = tags.map(({ key }) => key)
    const found = tagged
      .where('w.organization_id', '=', organizationId)
      .where('t.key', '=', any(keys))
      .orderBy('t.key')
    return pagedRows(this.database.of(ctx), page, found)
  }

  /** The keys that these ids stand for in an organization. */
  async namesOf(
    ctx: OperationContext,
    organizationId: string,
    names: readonly TagName[],
  ): Promise<ReadonlyMap<string, string>> {
    const ids = names.flatMap((name) => ('id' in name ? [name.id] : []))
    if (ids.length === 0) return new Map()
    const query = tagged.where('w.organization_id', '=', organizationId).where(tagId, '=', any(ids))
    const rows = await rowsOf(this.database.of(ctx), query)
    return new Map(rows.map(({ id, name }) => [id, name]))
  }
}
