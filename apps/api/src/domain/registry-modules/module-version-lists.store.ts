import { largestVersionNumber } from '@engine/shared'
import { sql, type RawBuilder } from 'kysely'
import type { OperationContext } from '../../kernel/context.js'
import { rangeOf, type Page, type Paged } from '../../kernel/page.js'
import { any, db, idsAs, rowsOf } from '../sql.js'
import type { StoreDatabase } from '../store.js'
import { deprecationOf } from '../lifecycle/deprecation.store.js'
import { endOfLifeOf } from '../lifecycle/end-of-life.store.js'
import type { Lifecycle } from '../lifecycle/lifecycle.js'
import type { ModuleDocuments } from './module-documents.js'
import {
  isPublished,
  type ModuleVersion,
  type ModuleVersionStatus,
  type PublishedVersion,
  type VersionStatuses,
} from './registry-module-version.js'
import { toVersion } from './registry-module-versions.store.js'

/** A version with its documents, where there are any, and the numbers of all listed ones, newest first, as a JSON text. */
export interface DescribedVersion {
  readonly version: PublishedVersion
  readonly documents: ModuleDocuments | null
  readonly numbers: string
}

/** The newest listed version of a module, with what the index of modules shows of it. */
export type NewestListed = Pick<PublishedVersion, 'id' | 'version'> & { readonly publishedAt: Date | null }

/** The bytes of what the versions of modules require that are sent; the oldest beyond are said to require nothing. */
const mostRequired = 4_000_000

/** The sources among which neighbours are looked for. */
const mostSources = 10_000

const columns = [
  ...(['v.id', 'v.module_id as moduleId', 'v.version', 'v.sort_key as sortKey', 'v.status'] as const),
  ...(['v.error', 'v.storage_key as storageKey', 'v.sha256', 'v.size', 'v.created_at as createdAt'] as const),
  ...(['v.published_at as publishedAt', 'v.warnings', 'v.deprecation', 'v.interface'] as const),
  ...(['v.deprecation_reason as deprecationReason', 'v.deprecation_link as deprecationLink'] as const),
  ...(['v.earlier_reason as earlierReason', 'v.earlier_link as earlierLink', 'v.provenance'] as const),
  ...(['v.end_of_life_at as endOfLifeAt', 'v.end_of_life_reason as endOfLifeReason'] as const),
  ...([
    'v.accept_breaking as acceptBreaking',
    'v.commit_sha as commitSha',
    'v.put_away_at as putAwayAt',
  ] as const),
] as const

/** Tells whether the CLI reads the numbers of the version `v`, as `hasReadableNumbers`; few are as long as the largest. */
const isReadable = sql<boolean>`(v.version !~ '^[0-9.]*[0-9]{19}' OR NOT EXISTS (
  SELECT FROM string_to_table(substring(v.version FROM '^[0-9.]+'), '.') AS digits
  WHERE digits::numeric > ${String(largestVersionNumber)}::numeric))`

/** Tells whether the version `v` can be downloaded, as `isListed` of a version. */
export const isListed = sql<boolean>`v.status = 'ok' AND v.deprecation IS DISTINCT FROM 'revoked' AND ${isReadable}`

export const isRelease = sql<boolean>`position('-' in split_part(v.version, '+', 1)) = 0`

/** A release before all pre-releases, then the newest. */
const newestFirst = sql`${isRelease} DESC, v.sort_key DESC`

const textOf = (column: string): RawBuilder<string> => sql<string>`to_json(${sql.ref(column)})::text`

/** The texts as one, newest first; as JSON says a list. */
const listOf = (text: RawBuilder<string>): RawBuilder<string> =>
  sql<string>`'[' || coalesce(string_agg(${text}, ',' ORDER BY v.sort_key DESC), '') || ']'`

/**
 * Lists of versions. A module may have thousands, so a list reads a page of them, or comes as one text that the database
 * writes: the main thread handles no single one of all.
 */
export class ModuleVersionListsStore {
  constructor(private readonly database: StoreDatabase) {}

  /** The lifecycles of the published versions of each of these modules, by version, in the order of their ids. */
  async lifecyclesOf(
    ctx: OperationContext,
    moduleIds: readonly string[],
  ): Promise<ReadonlyMap<string, ReadonlyMap<string, Lifecycle>>> {
    const versions = db
      .selectFrom('module_versions as v')
      .select([
        'v.id',
        'v.module_id as moduleId',
        'v.deprecation',
        'v.deprecation_reason as deprecationReason',
      ])
      .select(['v.deprecation_link as deprecationLink', 'v.earlier_reason as earlierReason'])
      .select(['v.earlier_link as earlierLink', 'v.end_of_life_at as endOfLifeAt'])
      .select('v.end_of_life_reason as endOfLifeReason')
      .where('v.module_id', '=', any(moduleIds))
      .where('v.status', '=', 'ok')
      .orderBy('v.id')
    const found = new Map<string, Map<string, Lifecycle>>()
    for (const { id, moduleId, ...row } of await rowsOf(this.database.of(ctx), versions)) {
      const ofModule = found.get(moduleId) ?? new Map<string, Lifecycle>()
      ofModule.set(id, { deprecation: deprecationOf(row), endOfLife: endOfLifeOf(row) })
      found.set(moduleId, ofModule)
    }
    return found
  }

  /** Finds versions by their ids, with the ids of their modules. */
  async findByIds(
    ctx: OperationContext,
    ids: readonly string[],
  ): Promise<readonly { readonly moduleId: string; readonly version: ModuleVersion }[]> {
    const versions = db.selectFrom('module_versions as v').select(columns).where('v.id', '=', any(ids))
    const rows = await rowsOf(this.database.of(ctx), versions)
    return rows.map((row) => ({ moduleId: row.moduleId, version: toVersion(row) }))
  }

  /** The same page of the versions of each of these modules, newest first. */
  async pagesOf(
    ctx: OperationContext,
    moduleIds: readonly string[],
    { publishedOnly }: { readonly publishedOnly: boolean },
    page: Page,
  ): Promise<ReadonlyMap<string, Paged<ModuleVersion>>> {
    const { skip, take } = rangeOf(page)
    const ofModule = db
      .selectFrom('module_versions as v')
      .where('v.module_id', '=', sql<string>`m.id`)
      .where(publishedOnly ? sql<boolean>`v.status = 'ok'` : sql<boolean>`TRUE`)
    const shown = ofModule
      .select(columns)
      .orderBy('v.sort_key', 'desc')
      .limit(take)
      .offset(sql<number>`${skip}::bigint`)
    const versions = db
      .selectFrom(idsAs(moduleIds, 'm'))
      .leftJoinLateral(shown.as('v'), (join) => join.onTrue())
      .selectAll('v')
      .select('m.id as parentId')
      .select(ofModule.select(sql<number>`count(*)::int`.as('count')).as('total'))
      .orderBy('m.id')
      .orderBy('v.sortKey', 'desc')
    const found = new Map<string, { items: ModuleVersion[]; totalCount: number; page: Page }>()
    for (const { parentId, total, ...row } of await rowsOf(this.database.of(ctx), versions)) {
      const list = found.get(parentId) ?? { items: [], totalCount: total ?? 0, page }
      if (row.id !== null) list.items.push(toVersion(row as Parameters<typeof toVersion>[0]))
      found.set(parentId, list)
    }
    return found
  }

  /** The version of this number of each of these modules, by module. */
  async findAmong(
    ctx: OperationContext,
    moduleIds: readonly string[],
    sortKey: string,
  ): Promise<ReadonlyMap<string, ModuleVersion>> {
    const where = { moduleId: { in: [...moduleIds] }, sortKey }
    const rows = await this.database.of(ctx).moduleVersion.findMany({ where })
    return new Map(rows.map((row) => [row.moduleId, toVersion(row)]))
  }

  /** The versions of a module with one of these numbers. */
  async findNumbers(
    ctx: OperationContext,
    moduleId: string,
    sortKeys: readonly string[],
  ): Promise<ReadonlyMap<string, PublishedVersion>> {
    const where = { moduleId, sortKey: { in: [...sortKeys] } }
    const rows = await this.database.of(ctx).moduleVersion.findMany({ where })
    return new Map(
      rows.flatMap((row) => {
        const version = toVersion(row)
        return isPublished(version) ? [[row.sortKey, version]] : []
      }),
    )
  }

  /** The newest release of each of these modules that has one, by module: the one that the index of modules shows. */
  async newestOf(
    ctx: OperationContext,
    moduleIds: readonly string[],
  ): Promise<ReadonlyMap<string, PublishedVersion>> {
    const where = { listing: { moduleId: { in: [...moduleIds] } } }
    const rows = await this.database.of(ctx).moduleVersion.findMany({ where })
    return new Map(
      rows.flatMap((row) => {
        const version = toVersion(row)
        return isPublished(version) ? [[row.moduleId, version]] : []
      }),
    )
  }

  /** The newest release; a pre-release only where there is nothing else. */
  async newestListed(ctx: OperationContext, moduleId: string): Promise<NewestListed | undefined> {
    const newest = db
      .selectFrom('module_versions as v')
      .select(['v.id', 'v.version', 'v.published_at as publishedAt'])
      .where('v.module_id', '=', moduleId)
      .where(isListed)
      .orderBy(newestFirst)
      .limit(1)
    return (await rowsOf(this.database.of(ctx), newest))[0]
  }

  /** Finds those of these modules that have a published version. */
  async setUpAmong(ctx: OperationContext, moduleIds: readonly string[]): Promise<string[]> {
    const isSetUp = sql<boolean>`EXISTS (
      SELECT FROM module_versions v WHERE v.module_id = m.id AND v.status = 'ok')`
    const setUp = db.selectFrom(idsAs(moduleIds, 'm')).select('m.id').where(isSetUp)
    return (await rowsOf(this.database.of(ctx), setUp)).map(({ id }) => id)
  }

  /** The numbers and states of all versions of each of these modules that has any; `words` are those of the states. */
  async statusesOf(
    ctx: OperationContext,
    moduleIds: readonly string[],
    words: Readonly<Record<ModuleVersionStatus, string>>,
  ): Promise<ReadonlyMap<string, VersionStatuses>> {
    const word = sql`CASE v.status ${sql.join(
      Object.entries(words).map(([status, text]) => sql`WHEN ${status} THEN to_json(${text}::text)::text`),
      sql` `,
    )} END`
    const entry = sql<string>`'{"version":' || ${textOf('v.version')} || ',"status":' || ${word}
      || CASE WHEN v.error IS NULL THEN '' ELSE ',"error":' || ${textOf('v.error')} END
      || CASE WHEN cardinality(v.warnings) = 0 THEN '' ELSE ',"warnings":' || ${textOf('v.warnings')} END || '}'`
    const statuses = db
      .selectFrom('module_versions as v')
      .select(['v.module_id as id', sql<boolean>`bool_or(v.status = 'ok')`.as('isSetUp')])
      .select(listOf(entry).as('text'))
      .where('v.module_id', '=', any(moduleIds))
      .groupBy('v.module_id')
    const rows = await rowsOf(this.database.of(ctx), statuses)
    return new Map(rows.map(({ id, ...statuses }) => [id, statuses]))
  }

  /** The published version of this number, or the newest release, with its documents. */
  async findDescribed(
    ctx: OperationContext,
    moduleId: string,
    sortKey: string | undefined,
  ): Promise<DescribedVersion | undefined> {
    const numbers = db
      .selectFrom('module_versions as v')
      .select(listOf(textOf('v.version')).as('list'))
      .where('v.module_id', '=', moduleId)
      .where(isListed)
    const isWanted =
      sortKey === undefined
        ? sql<boolean>`v.id = (SELECT version_id FROM module_listings WHERE module_id = ${moduleId})`
        : sql<boolean>`v.module_id = ${moduleId} AND v.sort_key = ${sortKey}`
    const described = db
      .selectFrom('module_versions as v')
      .leftJoin('module_version_documents as d', 'd.version_id', 'v.id')
      .select(columns)
      .select(['d.summary', 'd.parts', 'd.requirements', 'd.engine_constraints as engineConstraints'])
      .select(numbers.as('numbers'))
      .where(isWanted)
    const [row] = await rowsOf(this.database.of(ctx), described)
    if (!row) return undefined
    const { numbers: list, summary, parts, requirements, engineConstraints, ...columnsOfVersion } = row
    const version = toVersion(columnsOfVersion)
    const isKnown = summary !== null && parts !== null && requirements !== null
    const documents = isKnown ? { summary, parts, requirements, engineConstraints } : null
    return isPublished(version) ? { version, documents, numbers: list ?? '[]' } : undefined
  }

  /** The JSON text of a list of the listed versions of each of these modules that has any, by module. */
  async requirementsOf(
    ctx: OperationContext,
    moduleIds: readonly string[],
    nothing: string,
  ): Promise<ReadonlyMap<string, string>> {
    const texts = requirementTexts(moduleIds, nothing).select('v.module_id as id')
    const rows = await rowsOf(this.database.of(ctx), texts)
    return new Map(rows.map(({ id, text }) => [id, text]))
  }

  /** The same of one module, and the sources of what its listed versions call, each once, those of the newest first. */
  async requirementsAndSources(
    ctx: OperationContext,
    moduleId: string,
    nothing: string,
  ): Promise<{ readonly text: string | null; readonly sources: readonly string[] }> {
    const sources = sql<string[]>`ARRAY(
      SELECT call ->> 'source'
      FROM (SELECT r.*, row_number() OVER (ORDER BY r.sort_key DESC) AS place FROM ${requiring([moduleId])} AS r) AS v,
        LATERAL (
          SELECT call, 0 AS part, at FROM json_array_elements(v.requirements::json -> 'root' -> 'dependencies')
            WITH ORDINALITY AS calls (call, at)
          UNION ALL
          SELECT call, part, at FROM json_array_elements(v.requirements::json -> 'submodules')
            WITH ORDINALITY AS parts (it, part), json_array_elements(it -> 'dependencies') WITH ORDINALITY AS calls (call, at)
        ) AS calls
      WHERE v.so_far <= ${mostRequired}
      GROUP BY 1 ORDER BY min(ARRAY[v.place, part, at]) LIMIT ${mostSources})`
    const text = sql<string | null>`${requirementTexts([moduleId], nothing)}`
    const [row] = await rowsOf(
      this.database.of(ctx),
      db.selectNoFrom([text.as('text'), sources.as('sources')]),
    )
    return row ?? { text: null, sources: [] }
  }
}

/**
 * The listed versions of modules, newest first, by module: JSON texts of lists, each version with its number, why it is
 * deprecated, and what it requires. Where that is more than can be sent, the oldest versions of the last modules require
 * `nothing`.
 */
function requirementTexts(moduleIds: readonly string[], nothing: string) {
  const deprecation = sql<string>`CASE WHEN v.deprecation IS NULL THEN 'null' ELSE
    '{"reason":' || to_json(coalesce(v.deprecation_reason, ''))::text
    || ',"link":' || to_json(coalesce(v.deprecation_link, ''))::text || '}' END`
  const required = sql<string>`CASE WHEN v.so_far <= ${mostRequired} THEN v.requirements ELSE ${nothing} END`
  const entry = sql<string>`'{"version":' || ${textOf('v.version')} || ',"deprecation":' || ${deprecation}
    || ',' || substr(coalesce(${required}, ${nothing}), 2)`
  return db.selectFrom(requiring(moduleIds).as('v')).select(listOf(entry).as('text')).groupBy('v.module_id')
}

/** The listed versions of modules in their order, with the bytes of what each and those before it require. */
function requiring(moduleIds: readonly string[]) {
  return db
    .selectFrom('module_versions as v')
    .leftJoin('module_version_documents as d', 'd.version_id', 'v.id')
    .select(['v.module_id', 'v.version', 'v.sort_key', 'd.requirements'])
    .select(['v.deprecation', 'v.deprecation_reason', 'v.deprecation_link'])
    .select(
      sql<bigint>`sum(octet_length(d.requirements)) OVER (
        ORDER BY array_position(${moduleIds}::text[], v.module_id), v.sort_key DESC)`.as('so_far'),
    )
    .where('v.module_id', '=', any(moduleIds))
    .where(isListed)
}
