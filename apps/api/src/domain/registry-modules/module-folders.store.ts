import { Prisma } from '../../generated/prisma/client.js'
import type { OperationContext } from '../../kernel/context.js'
import { rangeOf, type Page, type Paged } from '../../kernel/page.js'
import type { StoreDatabase } from '../store.js'
import type {
  DeclarationFilter,
  Declarations,
  FolderFilter,
  FolderKind,
  FolderPlace,
  ModuleFolder,
} from './module-folder.js'

/** In characters; of the texts of a list. */
const longestText = 2000

/** What each list is called in the document, and the texts among which is looked. */
const lists: Readonly<Record<keyof Declarations, { key: string; searched: string[] }>> = {
  inputs: { key: 'inputs', searched: ['name', 'type', 'description'] },
  outputs: { key: 'outputs', searched: ['name', 'description'] },
  resources: { key: 'resources', searched: ['name', 'type'] },
  dependencies: { key: 'dependencies', searched: ['name', 'source'] },
  providers: { key: 'provider_dependencies', searched: ['name', 'source'] },
}

const groups = { submodule: 'submodules', example: 'examples' } as const

const counted = Prisma.join(
  Object.entries(lists).map(
    ([name, { key }]) => Prisma.sql`${name}::text, json_array_length(it -> ${key}::text)`,
  ),
)

/** A folder as `it` becomes a row. */
const facts = Prisma.sql`
  it ->> 'path' AS path, it ->> 'name' AS name, (it ->> 'empty')::boolean AS empty,
  it ->> 'readme' <> '' AS "hasReadme", json_build_object(${counted}) AS counts`

type Row = Omit<ModuleFolder, 'versionId'>

/**
 * What versions declare, folder by folder and page by page. Their documents may be of many megabytes, so it is the
 * database that cuts out of them what is shown.
 */
export class ModuleFoldersStore {
  constructor(private readonly database: StoreDatabase) {}

  async find(ctx: OperationContext, place: FolderPlace): Promise<ModuleFolder | undefined> {
    const [row] = await this.database.of(ctx).$queryRaw<Row[]>`
      SELECT ${facts} FROM (${folderAt(place)}) AS folder WHERE json_typeof(it) = 'object'`
    return row && { versionId: place.versionId, ...row }
  }

  /** Those beside the root: submodules, then examples, each by path. */
  async list(
    ctx: OperationContext,
    versionId: string,
    { kind, search = '' }: FolderFilter,
    page: Page,
  ): Promise<Paged<ModuleFolder>> {
    const kinds: readonly FolderKind[] = kind ? [kind] : ['submodule', 'example']
    const { skip, take } = rangeOf(page)
    const [found] = await this.database.of(ctx).$queryRaw<{ total: number; items: Row[] }[]>`
      WITH found AS MATERIALIZED (
        SELECT it, kind, at FROM module_version_documents,
          unnest(${kinds.map((each) => groups[each])}::text[]) WITH ORDINALITY AS groups (name, kind),
          json_array_elements(parts::json -> groups.name) WITH ORDINALITY AS folders (it, at)
        WHERE version_id = ${versionId} AND strpos(lower(it ->> 'path'), lower(${search})) > 0
      ), page AS (SELECT it FROM found ORDER BY kind, at LIMIT ${take} OFFSET ${skip}::bigint)
      SELECT (SELECT count(*)::int FROM found) AS total,
        COALESCE((SELECT json_agg(rows) FROM (SELECT ${facts} FROM page) AS rows), '[]') AS items`
    const items = (found?.items ?? []).map((row) => ({ versionId, ...row }))
    return { items, totalCount: found?.total ?? 0, page }
  }

  async declarations<List extends keyof Declarations>(
    ctx: OperationContext,
    place: FolderPlace,
    list: List,
    { search = '', required }: DeclarationFilter,
    page: Page,
  ): Promise<Paged<Declarations[List]>> {
    const { key, searched } = lists[list]
    const { skip, take } = rangeOf(page)
    const narrowed =
      required === undefined ? Prisma.empty : Prisma.sql`AND (entry ->> 'required')::boolean = ${required}`
    type Found = { total: number; items: Declarations[List][] }
    const [found] = await this.database.of(ctx).$queryRaw<Found[]>`
      WITH found AS MATERIALIZED (
        SELECT entry, at FROM (${folderAt(place)}) AS folder,
          json_array_elements(it -> ${key}) WITH ORDINALITY AS entries (entry, at)
        WHERE EXISTS (
          SELECT FROM json_each_text(entry) AS text
          WHERE text.key = ANY(${searched}) AND strpos(lower(text.value), lower(${search})) > 0
        ) ${narrowed}
      ), page AS (
        SELECT entry FROM found
        ORDER BY COALESCE((entry ->> 'required')::boolean, false) DESC, at LIMIT ${take} OFFSET ${skip}::bigint
      )
      SELECT (SELECT count(*)::int FROM found) AS total,
        COALESCE((SELECT json_agg(cut.entry) FROM page, LATERAL (${cutEntry}) AS cut), '[]') AS items`
    return { items: found?.items ?? [], totalCount: found?.total ?? 0, page }
  }

  /** Empty where there is none; no more than so many characters of it. */
  async readme(ctx: OperationContext, place: FolderPlace, length = 2 ** 31 - 1): Promise<string> {
    const [row] = await this.database.of(ctx).$queryRaw<{ readme: string | null }[]>`
      SELECT left(it ->> 'readme', ${length}::int) AS readme FROM (${folderAt(place)}) AS folder`
    return row?.readme ?? ''
  }
}

/** The folder as `it`; null or no row at all where there is none. */
function folderAt({ versionId, path }: FolderPlace): Prisma.Sql {
  const group = path.startsWith('examples/') ? groups.example : groups.submodule
  const it =
    path === ''
      ? Prisma.sql`parts::json -> 'root'`
      : Prisma.sql`(SELECT each FROM json_array_elements(parts::json -> ${group}) AS each
          WHERE each ->> 'path' = ${path} LIMIT 1)`
  return Prisma.sql`SELECT ${it} AS it FROM module_version_documents WHERE version_id = ${versionId} OFFSET 0`
}

/** An entry whose texts are no longer than people read. */
const cutEntry = Prisma.sql`
  SELECT json_object_agg(key, CASE
    WHEN json_typeof(value) = 'string' AND length(value #>> '{}') > ${longestText}
    THEN to_json(left(value #>> '{}', ${longestText - 1}) || '…') ELSE value END) AS entry
  FROM json_each(page.entry)`
