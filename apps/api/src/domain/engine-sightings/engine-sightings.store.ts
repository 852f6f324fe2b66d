import { sql, type RawBuilder } from 'kysely'
import { days, later } from '../../kernel/clock.js'
import type { OperationContext } from '../../kernel/context.js'
import type { EngineKind } from '../../kernel/engine-client.js'
import { sortedBy, type OrderedPage, type Orders, type Paged } from '../../kernel/page.js'
import { literally } from '../../kernel/search.js'
import { endOfLifeOf, type EndOfLifeColumns } from '../lifecycle/end-of-life.store.js'
import { allOf, db, inOrder, pagedRows, rowsOf } from '../sql.js'
import type { StoreDatabase } from '../store.js'
import {
  mostOfOrganization,
  mostVersions,
  recentDays,
  type EngineRunner,
  type EngineRunnerFilter,
  type EngineRunnerOrder,
  type EngineSighting,
  type FirstRefusal,
  type RunsOfDay,
  type RunVersion,
  type RunVersionFilter,
  type RunVersionOrder,
  type SeenRecently,
} from './engine-sighting.js'

/** Maximum number of refusals that are followed up in one batch: more are a flood. */
const mostRefusals = 100

const tokens = sql<number>`count(DISTINCT s.credential_id)::int`
const organizations = sql<number>`count(DISTINCT nullif(s.organization_id, ''))::int`
const requests = sql<number>`sum(s.requests)::int`
const refused = sql<number>`sum(s.refused)::int`
const lastDay = sql<string>`to_char(max(s.day), 'YYYY-MM-DD')`

const versionOrders: Orders<RunVersionOrder, RawBuilder<unknown>> = {
  tokens: (along) => inOrder(along, tokens, sql`s.version`, sql`s.engine`),
  requests: (along) => inOrder(along, requests, sql`s.version`, sql`s.engine`),
  lastDay: (along) => inOrder(along, sql`max(s.day)`, sql`s.version`, sql`s.engine`),
}

const ofRunner = [sql`s.credential_id`, sql`s.version`, sql`s.engine`, sql`s.organization_id`] as const

const runnerOrders: Orders<EngineRunnerOrder, RawBuilder<unknown>> = {
  requests: (along) => inOrder(along, requests, ...ofRunner),
  lastDay: (along) => inOrder(along, sql`max(s.day)`, ...ofRunner),
}

export class EngineSightingsStore {
  constructor(private readonly database: StoreDatabase) {}

  /**
   * Adds a batch of a writer; one that was written before, with its answer lost, is not written again. The number of
   * versions that are counted apart for a token and day, and for an organization and day, is limited: further ones have
   * no version. Returns the first refusals of the day.
   */
  async add(
    ctx: OperationContext,
    writer: string,
    batch: number,
    rows: readonly EngineSighting[],
  ): Promise<readonly FirstRefusal[]> {
    const of = <Key extends keyof EngineSighting>(key: Key) => rows.map((row) => row[key])
    const added = await this.database.of(ctx).$executeRaw`
      WITH batch AS (
        INSERT INTO module_download_writers AS w (id, batch, at) VALUES (${writer}, ${batch}, ${ctx.clock.now()})
        ON CONFLICT (id) DO UPDATE SET batch = EXCLUDED.batch, at = EXCLUDED.at WHERE w.batch < EXCLUDED.batch
        RETURNING id
      ), given AS (
        SELECT * FROM unnest(
          ${of('day')}::date[], ${of('engine')}::engine_kind[], ${of('version')}::text[],
          ${of('credentialId')}::text[], ${of('organizationId')}::text[],
          ${of('requests')}::int[], ${of('refused')}::int[]
        ) AS r (day, engine, version, credential_id, organization_id, requests, refused)
      ), known AS (
        SELECT DISTINCT s.day, s.credential_id, s.engine, s.version FROM engine_sightings s
        WHERE (s.day, s.credential_id) IN (SELECT day, credential_id FROM given) AND s.version <> ''
      ), fresh AS (
        SELECT g.day, g.credential_id, g.engine, g.version,
          row_number() OVER (PARTITION BY g.day, g.credential_id ORDER BY g.engine, g.version) + (
            SELECT count(*) FROM known k WHERE k.day = g.day AND k.credential_id = g.credential_id
          ) AS place
        FROM (SELECT DISTINCT day, credential_id, engine, version FROM given WHERE version <> '') AS g
        WHERE NOT EXISTS (
          SELECT FROM known k WHERE (k.day, k.credential_id, k.engine, k.version) = (g.day, g.credential_id, g.engine, g.version)
        )
      ), of_tokens AS (
        SELECT g.day, g.engine, CASE WHEN f.place > ${mostVersions} THEN '' ELSE g.version END AS version,
          g.credential_id, g.organization_id, sum(g.requests) AS requests, sum(g.refused) AS refused
        FROM given g LEFT JOIN fresh f USING (day, credential_id, engine, version)
        GROUP BY 1, 2, 3, 4, 5
      ), fresh_rows AS (
        SELECT day, credential_id, engine, version, organization_id FROM of_tokens t
        WHERE version <> '' AND NOT EXISTS (
          SELECT FROM engine_sightings s WHERE (s.day, s.credential_id, s.engine, s.version, s.organization_id)
            = (t.day, t.credential_id, t.engine, t.version, t.organization_id)
        )
      ), known_rows AS (
        SELECT organization_id, day, count(*) AS number FROM engine_sightings
        WHERE (organization_id, day) IN (SELECT organization_id, day FROM fresh_rows) AND version <> ''
        GROUP BY organization_id, day
      ), of_organizations AS (
        SELECT f.*, coalesce(k.number, 0) + row_number() OVER (
          PARTITION BY f.organization_id, f.day ORDER BY f.credential_id, f.engine, f.version
        ) AS place
        FROM fresh_rows f LEFT JOIN known_rows k USING (organization_id, day)
      )
      INSERT INTO engine_sightings AS s (day, engine, version, credential_id, organization_id, requests, refused)
      SELECT t.day, t.engine, CASE WHEN o.place > ${mostOfOrganization} THEN '' ELSE t.version END AS told,
        t.credential_id, t.organization_id, sum(t.requests), sum(t.refused)
      FROM of_tokens t LEFT JOIN of_organizations o USING (day, credential_id, engine, version, organization_id)
      WHERE EXISTS (SELECT FROM batch)
      GROUP BY t.day, t.engine, told, t.credential_id, t.organization_id
      ORDER BY t.day, t.credential_id, t.engine, told, t.organization_id
      ON CONFLICT (day, credential_id, engine, version, organization_id)
      DO UPDATE SET requests = s.requests + EXCLUDED.requests, refused = s.refused + EXCLUDED.refused`
    return added === 0 ? [] : this.firstRefusals(ctx, rows)
  }

  /** Finds rows just added without an earlier refusal. Versions that are not counted apart have no rows. */
  private async firstRefusals(
    ctx: OperationContext,
    rows: readonly EngineSighting[],
  ): Promise<readonly FirstRefusal[]> {
    const refusedRows = rows.filter((row) => row.refused > 0 && row.version !== '').slice(0, mostRefusals)
    if (refusedRows.length === 0) return []
    const first = await this.database.of(ctx).engineSighting.findMany({
      where: { OR: refusedRows.map(({ requests: _, day, ...row }) => ({ ...row, day: new Date(day) })) },
      select: { engine: true, version: true, organizationId: true },
      orderBy: [{ organizationId: 'asc' }, { engine: 'asc' }, { version: 'asc' }],
    })
    const names = await this.database.of(ctx).organization.findMany({
      where: { id: { in: first.map(({ organizationId }) => organizationId) } },
      select: { id: true, name: true },
    })
    const nameOf = new Map(names.map(({ id, name }) => [id, name]))
    return first.flatMap((refusal) => {
      const organizationName = nameOf.get(refusal.organizationId)
      return organizationName === undefined ? [] : [{ ...refusal, organizationName }]
    })
  }

  /** Reads recent sightings of these versions of the engine, by number; unseen ones are left out. */
  async seenRecently(
    ctx: OperationContext,
    versions: readonly string[],
  ): Promise<ReadonlyMap<string, SeenRecently>> {
    const ofEngine = sql<boolean>`s.engine = 'engine'`
    const only = <T>(value: RawBuilder<T>) => sql<T>`coalesce(${value} FILTER (WHERE ${ofEngine}), 0)::int`
    const seen = db
      .selectFrom('engine_sightings as s')
      .select([
        's.version',
        only(sql<number>`count(DISTINCT s.credential_id)`).as('tokens'),
        only(sql<number>`count(DISTINCT nullif(s.organization_id, ''))`).as('organizations'),
        only(sql<number>`sum(s.requests)`).as('requests'),
        only(sql<number>`sum(s.refused)`).as('refused'),
        sql<number>`count(DISTINCT s.credential_id) FILTER (WHERE s.engine = 'fork')::int`.as('forkTokens'),
      ])
      .where(sql<boolean>`s.version = any(${versions}::text[])`)
      .where(recent(ctx))
      .groupBy('s.version')
    const rows = await rowsOf(this.database.of(ctx), seen)
    return new Map(rows.map(({ version, ...numbers }) => [version, numbers]))
  }

  /** Lists versions, by default those of the most tokens first. */
  async listVersions(
    ctx: OperationContext,
    { search, engine, known }: RunVersionFilter,
    page: OrderedPage<RunVersionOrder>,
  ): Promise<Paged<RunVersion>> {
    const conditions = [recent(ctx)]
    if (search) conditions.push(sql`s.version ILIKE ${`%${literally(search)}%`}`)
    if (engine) conditions.push(sql`s.engine = ${engine}::engine_kind`)
    if (known !== undefined)
      conditions.push(sql`s.engine = 'engine' AND s.version <> '' AND (v.id IS NOT NULL) = ${known}`)
    const listed = db
      .selectFrom('engine_sightings as s')
      .leftJoin('engine_versions as v', (join) =>
        join.onRef('v.version', '=', 's.version').on(sql<boolean>`s.engine = 'engine'`),
      )
      .select(['s.engine', 's.version', tokens.as('tokens'), organizations.as('organizations')])
      .select([requests.as('requests'), refused.as('refused'), lastDay.as('lastDay')])
      .select(['v.id', 'v.enabled', 'v.beta', 'v.deprecated', 'v.deprecated_reason as deprecatedReason'])
      .select(['v.end_of_life_at as endOfLifeAt', 'v.end_of_life_reason as endOfLifeReason'])
      .where(allOf(conditions))
      .groupBy(['s.engine', 's.version', 'v.id'])
      .orderBy(sortedBy(page, versionOrders, sql`${tokens} DESC, s.version, s.engine`))
    const { items, ...rest } = await pagedRows(this.database.of(ctx), page, listed)
    return { ...rest, items: items.map(toRunVersion) }
  }

  /** Counts days of the `most` versions with the most requests, and of all others together at the last place. */
  async countMostRun(ctx: OperationContext, length: number, most: number): Promise<readonly PlacedRuns[]> {
    const counted = db
      .selectFrom('engine_sightings as s')
      .select(['s.engine', 's.version', 's.day', sql<number>`sum(s.requests)`.as('requests')])
      .where(since(ctx, length))
      .groupBy(['s.engine', 's.version', 's.day'])
    const place = sql<number>`row_number() OVER (ORDER BY sum(c.requests) DESC, c.version, c.engine)`
    const isPlaced = sql`p.place <= ${most}::int`
    const runs = db
      .with('counted', () => counted)
      .with('placed', (of) =>
        of
          .selectFrom('counted as c')
          .select(['c.engine', 'c.version', place.as('place')])
          .groupBy(['c.engine', 'c.version']),
      )
      .selectFrom('counted as r')
      .innerJoin('placed as p', (join) =>
        join.onRef('p.engine', '=', 'r.engine').onRef('p.version', '=', 'r.version'),
      )
      .select([
        sql<number>`least(p.place, ${most}::int + 1)::int`.as('place'),
        sql<EngineKind | null>`min(CASE WHEN ${isPlaced} THEN r.engine END)`.as('engine'),
        sql<string | null>`min(CASE WHEN ${isPlaced} THEN r.version END)`.as('version'),
        sql<string>`to_char(r.day, 'YYYY-MM-DD')`.as('day'),
        sql<number>`sum(r.requests)::int`.as('requests'),
      ])
      .groupBy([sql`1`, 'r.day'])
      .orderBy(sql`1, r.day`)
    return rowsOf(this.database.of(ctx), runs)
  }

  /** Counts days of these versions, of each engine that has one of that number. */
  async countRuns(
    ctx: OperationContext,
    length: number,
    versions: readonly string[],
  ): Promise<readonly VersionRuns[]> {
    const runs = db
      .selectFrom('engine_sightings as s')
      .select(['s.engine', 's.version', requests.as('requests')])
      .select(sql<string>`to_char(s.day, 'YYYY-MM-DD')`.as('day'))
      .where(sql<boolean>`s.version = any(${versions}::text[])`)
      .where(since(ctx, length))
      .groupBy(['s.engine', 's.version', 's.day'])
    return rowsOf(this.database.of(ctx), runs)
  }

  /** Lists tokens, by default those with the most requests first. */
  async listRunners(
    ctx: OperationContext,
    { version, engine, organization }: EngineRunnerFilter,
    page: OrderedPage<EngineRunnerOrder>,
  ): Promise<Paged<EngineRunner>> {
    const conditions = [recent(ctx)]
    if (version !== undefined) conditions.push(sql`s.version = ${version}`)
    if (engine) conditions.push(sql`s.engine = ${engine}::engine_kind`)
    if (organization) conditions.push(sql`o.name_key = ${organization.toLowerCase()}`)
    const listed = db
      .selectFrom('engine_sightings as s')
      .leftJoin('organizations as o', 'o.id', 's.organization_id')
      .leftJoin('authentication_tokens as t', 't.id', 's.credential_id')
      .leftJoin('users as u', 'u.id', 't.user_id')
      .leftJoin('teams as g', 'g.id', 't.team_id')
      .leftJoin('organizations as own', 'own.id', 't.organization_id')
      .select(['s.engine', 's.version', 's.credential_id as credentialId'])
      .select(['t.description as tokenDescription', 'o.name as organizationName'])
      .select(sql<string | null>`coalesce(u.username, g.name, own.name)`.as('ownerName'))
      .select([requests.as('requests'), refused.as('refused'), lastDay.as('lastDay')])
      .where(allOf(conditions))
      .groupBy(['s.engine', 's.version', 's.credential_id', 's.organization_id'])
      .groupBy(['t.description', 'o.name', 'u.username', 'g.name', 'own.name'])
      .orderBy(sortedBy(page, runnerOrders, runnerOrders.requests('desc', 'asc')))
    return pagedRows(this.database.of(ctx), page, listed)
  }

  /** Removes rows older than `kept` days; returns their number. */
  async removeOlder(ctx: OperationContext, kept: number): Promise<number> {
    const day = { lt: new Date(dayOf(later(ctx.clock.now(), -days(kept - 1)))) }
    return (await this.database.of(ctx).engineSighting.deleteMany({ where: { day } })).count
  }
}

const dayOf = (at: Date): string => at.toISOString().slice(0, 10)

/** Selects recent rows of the table `s`. */
export const recent = (ctx: OperationContext): RawBuilder<boolean> => since(ctx, recentDays)

const since = (ctx: OperationContext, length: number): RawBuilder<boolean> =>
  sql<boolean>`s.day > ${dayOf(ctx.clock.now())}::date - ${length}::int`

interface VersionRuns extends RunsOfDay {
  readonly engine: EngineKind
  readonly version: string
}

/** A place in the list; several versions at one place have neither engine nor version. */
interface PlacedRuns extends RunsOfDay {
  readonly place: number
  readonly engine: EngineKind | null
  readonly version: string | null
}

type Known = Omit<NonNullable<RunVersion['engineVersion']>, 'endOfLife'>

type VersionRow = Omit<RunVersion, 'engineVersion'> &
  EndOfLifeColumns & { readonly [Key in keyof Known]: Known[Key] | null }

function toRunVersion(found: VersionRow): RunVersion {
  const { id, enabled, beta, deprecated, deprecatedReason, endOfLifeAt, endOfLifeReason, ...row } = found
  if (id === null || enabled === null || beta === null || deprecated === null)
    return { ...row, engineVersion: null }
  const endOfLife = endOfLifeOf({ endOfLifeAt, endOfLifeReason })
  return { ...row, engineVersion: { id, enabled, beta, deprecated, deprecatedReason, endOfLife } }
}
