import { sql, type RawBuilder } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { OperationContext } from '../../kernel/context.js'
import { rangeOf, type Page, type Paged } from '../../kernel/page.js'
import { any, db, rowsOf } from '../sql.js'
import type { StoreDatabase } from '../store.js'
import type {
  DeclarationFilter,
  Declarations,
  FolderFilter,
  FolderKind,
  FolderPlace,
  ModuleFolder,
} from './module-folder.js'
import type { ReadmeRefusal, RenderedReadme } from './readme-tree.js'

/** Limit of the texts of a list, in characters. */
const longestText = 2000

/** Lists of the document: the key of each, and the texts that a search looks at. */
const lists: Readonly<Record<keyof Declarations, { key: string; searched: string[] }>> = {
  inputs: { key: 'inputs', searched: ['name', 'type', 'description'] },
  outputs: { key: 'outputs', searched: ['name', 'description'] },
  resources: { key: 'resources', searched: ['name', 'type'] },
  dependencies: { key: 'dependencies', searched: ['name', 'source'] },
  computedCalls: { key: 'computed_calls', searched: ['name', 'source'] },
  providers: { key: 'provider_dependencies', searched: ['name', 'source'] },
}

const groups = { submodule: 'submodules', example: 'examples' } as const

const counted = sql.join(
  Object.entries(lists).map(
    ([name, { key }]) => sql`${name}::text, COALESCE(json_array_length(it -> ${key}::text), 0)`,
  ),
)

/** Versions that were published before they were read have none. */
const aliases = sql<readonly string[]>`(
  SELECT COALESCE(json_agg(alias), '[]') FROM (
    SELECT alias FROM json_array_elements(it -> 'provider_dependencies') AS provider,
      json_array_elements_text(COALESCE(provider -> 'configuration_aliases', '[]')) AS alias
    LIMIT 100
  ) AS aliases)`

/** The first hundred; null of versions that were published before they were read. */
const engines = sql<ModuleFolder['engineConstraints']>`(
  CASE WHEN json_typeof(it -> 'engine_constraints') = 'array' THEN (
    SELECT COALESCE(json_agg(entry), '[]') FROM (
      SELECT entry FROM json_array_elements(it -> 'engine_constraints') AS entry LIMIT 100
    ) AS entries
  ) END)`

/** A folder as `it` becomes a row. */
const facts = [
  sql<string>`it ->> 'path'`.as('path'),
  sql<string>`it ->> 'name'`.as('name'),
  sql<boolean>`(it ->> 'empty')::boolean`.as('empty'),
  sql<string | null>`it ->> 'fault'`.as('fault'),
  sql<boolean>`it ->> 'readme' <> ''`.as('hasReadme'),
  sql<ModuleFolder['counts']>`json_build_object(${counted})`.as('counts'),
  aliases.as('configurationAliases'),
  engines.as('engineConstraints'),
] as const

const total = sql<number>`(SELECT count(*)::int FROM found)`.as('total')

/**
 * Store of what versions declare, by folder and page. Documents may be of many megabytes, so the database
 * cuts them.
 */
export class ModuleFoldersStore {
  constructor(private readonly database: StoreDatabase) {}

  async find(ctx: OperationContext, place: FolderPlace): Promise<ModuleFolder | undefined> {
    const folder = db
      .selectFrom(folderAt(place).as('folder'))
      .select(facts)
      .where(sql<boolean>`json_typeof(it) = 'object'`)
    const [row] = await rowsOf(this.database.of(ctx), folder)
    return row && { versionId: place.versionId, ...row }
  }

  /** Lists the folders except the root: submodules, then examples, each by path. */
  async list(
    ctx: OperationContext,
    versionId: string,
    { kind, search = '' }: FolderFilter,
    page: Page,
  ): Promise<Paged<ModuleFolder>> {
    const kinds: readonly FolderKind[] = kind ? [kind] : ['submodule', 'example']
    const { skip, take } = rangeOf(page)
    const matching = sql`
      SELECT it, kind, at FROM module_version_documents,
        unnest(${kinds.map((each) => groups[each])}::text[]) WITH ORDINALITY AS groups (name, kind),
        json_array_elements(parts::json -> groups.name) WITH ORDINALITY AS folders (it, at)
      WHERE version_id = ${versionId} AND strpos(lower(it ->> 'path'), lower(${search})) > 0`
    const shown = sql`SELECT it FROM found ORDER BY kind, at LIMIT ${take} OFFSET ${skip}::bigint`
    const query = foundAnd(matching, shown).selectNoFrom((eb) => [
      total,
      jsonArrayFrom(eb.selectFrom('page').select(facts)).as('items'),
    ])
    const [found] = await rowsOf(this.database.of(ctx), query)
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
    const narrowed = required === undefined ? sql`` : sql`AND (entry ->> 'required')::boolean = ${required}`
    const matching = sql`
      SELECT entry, at FROM ${folderAt(place).as('folder')},
        json_array_elements(it -> ${key}) WITH ORDINALITY AS entries (entry, at)
      WHERE EXISTS (
        SELECT FROM json_each_text(entry) AS text
        WHERE text.key = ${any(searched)} AND strpos(lower(text.value), lower(${search})) > 0
      ) ${narrowed}`
    const shown = sql`
      SELECT entry FROM found
      ORDER BY COALESCE((entry ->> 'required')::boolean, false) DESC, at LIMIT ${take} OFFSET ${skip}::bigint`
    const items = sql<Declarations[List][]>`
      COALESCE((SELECT json_agg(cut.entry) FROM page, LATERAL (${cutEntry}) AS cut), '[]')`
    const query = foundAnd(matching, shown).selectNoFrom([total, items.as('items')])
    const [found] = await rowsOf(this.database.of(ctx), query)
    return { items: found?.items ?? [], totalCount: found?.total ?? 0, page }
  }

  /** Reads the README up to a number of characters; empty if there is none. */
  async readme(ctx: OperationContext, place: FolderPlace, length = 2 ** 31 - 1): Promise<string> {
    const beginning = db
      .selectFrom(folderAt(place).as('folder'))
      .select(sql<string | null>`left(it ->> 'readme', ${length}::int)`.as('readme'))
    return (await rowsOf(this.database.of(ctx), beginning))[0]?.readme ?? ''
  }

  /** Finds the result of rendering the README of a folder, if it was rendered. */
  async findRendered(
    ctx: OperationContext,
    { versionId, path }: FolderPlace,
  ): Promise<RenderedReadme | undefined> {
    const where = { versionId_path: { versionId, path } }
    const row = await this.database.of(ctx).moduleReadme.findUnique({ where })
    if (!row) return undefined
    // The database lets nothing else in.
    return row.tree === null
      ? { tree: null, refusal: row.refusal as ReadmeRefusal }
      : { tree: row.tree, refusal: null }
  }

  /** Stores a result unless there is one already, or the version was deleted meanwhile. */
  async addRendered(
    ctx: OperationContext,
    { versionId, path }: FolderPlace,
    { tree, refusal }: RenderedReadme,
  ): Promise<void> {
    const data = [{ versionId, path, tree, refusal }]
    try {
      await this.database.of(ctx).moduleReadme.createMany({ data, skipDuplicates: true })
    } catch (error) {
      if (this.database.violatedConstraint(error) !== 'module_readmes_version_id_fkey') throw error
    }
  }
}

/** All that match as `found`, of which each is looked at once, and those of the page as `page`. */
const foundAnd = (matching: RawBuilder<unknown>, shown: RawBuilder<unknown>) =>
  db
    .with(
      (cte) => cte('found').materialized(),
      () => sql<object>`(${matching})`,
    )
    .with('page', () => sql<object>`(${shown})`)

/** The folder as `it`; null or no row at all where there is none. */
function folderAt({ versionId, path }: FolderPlace) {
  const group = path.startsWith('examples/') ? groups.example : groups.submodule
  const it =
    path === ''
      ? sql`parts::json -> 'root'`
      : sql`(SELECT each FROM json_array_elements(parts::json -> ${group}) AS each
          WHERE each ->> 'path' = ${path} LIMIT 1)`
  return db
    .selectFrom('module_version_documents')
    .select(it.as('it'))
    .where('version_id', '=', versionId)
    .offset(sql.lit(0))
}

/** An entry whose texts are no longer than people read. */
const cutEntry = sql`
  SELECT json_object_agg(key, CASE
    WHEN json_typeof(value) = 'string' AND length(value #>> '{}') > ${longestText}
    THEN to_json(left(value #>> '{}', ${longestText - 1}) || '…') ELSE value END) AS entry
  FROM json_each(page.entry)`
