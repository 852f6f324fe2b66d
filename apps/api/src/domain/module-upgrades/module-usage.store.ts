import { sql, type RawBuilder } from 'kysely'
import { days, later } from '../../kernel/clock.js'
import type { OperationContext } from '../../kernel/context.js'
import { rangeOf, type Page, type Paged } from '../../kernel/page.js'
import { literally } from '../../kernel/search.js'
import { endOfLifeOf } from '../lifecycle/end-of-life.store.js'
import { isOpenTo, sharesWith } from '../registry-sharing/registry-visibility.store.js'
import { isListed, isRelease } from '../registry-modules/module-version-lists.store.js'
import type { ModuleAddress } from '../registry-modules/registry-module.js'
import { allOf, any, db, rowsOf } from '../sql.js'
import type { StoreDatabase } from '../store.js'
import { lineOf } from './module-targets.store.js'
import {
  usualDays,
  type ConsumerFilter,
  type ModuleConsumer,
  type ModuleUpgrade,
  type UpgradeFilter,
  type VersionUsage,
  type VersionUser,
} from './module-upgrade.js'
import type { PendingNotice, UsingOrganization } from './upgrade-notice.js'

/** Maximum number of tokens of a version that are looked up, those of the last downloads first. */
const mostTokens = 200

/** No list goes so far. */
const deepestOffset = 2 ** 31 - 1

/** A version that is used, before it is compared with others and those who use it have names. */
export interface FoundUse<Status> {
  readonly versionId: string
  readonly moduleId: string
  readonly version: string
  readonly sortKey: string
  readonly line: string
  readonly status: Status
  readonly endOfLife: ModuleUpgrade['endOfLife']
  readonly downloads: number
  readonly lastDownloadedAt: Date
  readonly credentialIds: readonly string[]
}

interface FoundUpgrade extends FoundUse<ModuleUpgrade['status']> {
  readonly module: ModuleAddress
  readonly tokenCount: number
}

interface FoundConsumer extends FoundUse<ModuleConsumer['status']> {
  readonly organizationId: string | null
  readonly organization: string | null
}

interface UseRow {
  versionId: string
  moduleId: string
  version: string
  sortKey: string
  line: string
  endOfLifeAt: Date | null
  endOfLifeReason: string | null
  downloads: number
  lastDownloadedAt: Date
  credentialIds: string[] | null
}

/** The users of versions in the last days, by counted downloads. */
export class ModuleUsageStore {
  constructor(private readonly database: StoreDatabase) {}

  /**
   * Lists versions that an organization uses and has to leave, of modules that it may use now: the worst first, then by last download,
   * then by address.
   */
  async listUpgrades(
    ctx: OperationContext,
    organizationId: string,
    { status, module, search, days: length = usualDays }: UpgradeFilter,
    page: Page,
  ): Promise<Paged<FoundUpgrade>> {
    const isUsable = sql<boolean>`${isOpenTo(ctx.actor, 'o')}
      AND (o.id = ${organizationId} OR ${sharesWith(ctx, 'modules', sql`${organizationId}`)})`
    const ofStatus = status === undefined ? sql<boolean>`TRUE` : sql<boolean>`s.status = ${status}`
    const address = sql`(o.name || '/' || m.name || '/' || m.provider)`
    const matches = search ? sql<boolean>`${address} ILIKE ${`%${literally(search)}%`}` : sql<boolean>`TRUE`
    const found = sql`
      WITH used AS MATERIALIZED (${usesOf(ctx, organizationId, length, module)}),
      summed AS MATERIALIZED (
        SELECT module_id, version, count(*)::int AS tokens, max(last_at) AS last_at FROM used GROUP BY 1, 2
      ), ${versionsAndTops(sql`v.module_id IN (SELECT module_id FROM summed)`)},
      found AS MATERIALIZED (
        SELECT s.*, ${rankOf} AS rank FROM (
          SELECT v.id, v.module_id, v.version, v.sort_key, v.line, v.end_of_life_at, v.end_of_life_reason,
            ${statusOf} AS status, o.name AS namespace, m.name, m.provider, u.tokens, u.last_at
          FROM summed u
          JOIN versions v ON v.module_id = u.module_id AND v.version = u.version
          JOIN modules m ON m.id = v.module_id
          JOIN organizations o ON o.id = m.organization_id
          LEFT JOIN tops t ON t.module_id = v.module_id AND t.line = v.line
          WHERE ${isUsable} AND ${matches}
        ) s WHERE s.status <> 'current' AND ${ofStatus}
      )`
    const order = sql`rank, last_at DESC, namespace, name, provider, sort_key DESC`
    const uses = sql`used u ON u.module_id = p.module_id AND u.version = p.version`
    type Row = UseRow & ModuleAddress & { status: ModuleUpgrade['status']; tokens: number }
    const columns = sql`p.status, p.namespace, p.name, p.provider, p.tokens`
    const list = await this.page<Row>(ctx, page, { days: length, found, order, uses, columns })
    const items = list.items.map(({ namespace, name, provider, tokens, status, ...row }) => ({
      ...toUse(row, status),
      module: { namespace, name, provider },
      tokenCount: tokens,
    }))
    return { ...list, items }
  }

  /** Lists the users of each version of a module in the same order; users of current versions come last. */
  async listConsumers(
    ctx: OperationContext,
    { id: moduleId, organizationId }: { readonly id: string; readonly organizationId: string },
    { version, days: length = usualDays }: ConsumerFilter,
    page: Page,
  ): Promise<Paged<FoundConsumer>> {
    const found = sql`
      WITH ${ownedUses(ctx, { moduleId, organizationId, days: length, version })},
      summed AS MATERIALIZED (SELECT owner_id, version, max(last_at) AS last_at FROM owned GROUP BY 1, 2),
      ${versionsAndTops(sql`v.module_id = ${moduleId}`)},
      found AS MATERIALIZED (
        SELECT s.*, ${rankOf} AS rank FROM (
          SELECT v.id, v.module_id, v.version, v.sort_key, v.line, v.end_of_life_at, v.end_of_life_reason,
            ${statusOf} AS status, u.owner_id, o.name, u.last_at
          FROM summed u
          JOIN versions v ON v.version = u.version
          LEFT JOIN organizations o ON o.id = u.owner_id
          LEFT JOIN tops t ON t.module_id = v.module_id AND t.line = v.line
        ) s
      )`
    const order = sql`rank, last_at DESC, name NULLS LAST, sort_key DESC, owner_id`
    const uses = sql`owned u ON u.version = p.version AND u.owner_id = p.owner_id`
    type Row = UseRow & Pick<FoundConsumer, 'status' | 'organizationId' | 'organization'>
    const columns = sql`p.status, nullif(p.owner_id, '') AS "organizationId", p.name AS organization`
    const list = await this.page<Row>(ctx, page, { days: length, found, order, uses, columns })
    const items = list.items.map(({ organizationId: id, organization, status, ...row }) => ({
      ...toUse(row, status),
      organizationId: id,
      organization,
    }))
    return { ...list, items }
  }

  /** Counts the organizations and tokens that downloaded a version in the last days. */
  async usageOf(
    ctx: OperationContext,
    { id: moduleId, organizationId }: { readonly id: string; readonly organizationId: string },
    version: string,
  ): Promise<VersionUsage> {
    const counted = sql<VersionUsage>`(
      WITH ${ownedUses(ctx, { moduleId, organizationId, days: usualDays, version })}
      SELECT count(DISTINCT nullif(owner_id, ''))::int AS organizations,
        count(DISTINCT credential_id)::int AS tokens, max(last_at) AS "lastDownloadedAt" FROM owned)`
    const rows = await rowsOf(this.database.of(ctx), db.selectFrom(counted.as('c')).selectAll())
    return rows[0] as VersionUsage
  }

  /** The organizations that used a version in the last days and may use it still. */
  async organizationsUsing(
    ctx: OperationContext,
    { moduleId, organizationId, version }: PendingNotice,
  ): Promise<UsingOrganization[]> {
    const using = sql<UsingOrganization>`(
      WITH ${ownedUses(ctx, { moduleId, organizationId, days: usualDays, version })}
      SELECT u.owner_id AS "organizationId", sum(d.count)::int AS downloads, max(u.last_at) AS "lastDownloadedAt"
      FROM owned u JOIN organizations x ON x.id = u.owner_id JOIN organizations o ON o.id = ${organizationId}
      JOIN module_downloads d ON ${isOfUse(ctx, usualDays)}
      WHERE ${mayUse(ctx)} GROUP BY u.owner_id ORDER BY u.owner_id)`
    return rowsOf(this.database.of(ctx), db.selectFrom(using.as('u')).selectAll())
  }

  /** Returns the owners of these tokens and sessions, by the id of the credential, without deleted ones. */
  async usersOf(
    ctx: OperationContext,
    organizationId: string,
    credentialIds: readonly string[],
  ): Promise<ReadonlyMap<string, readonly VersionUser[]>> {
    const users = sql<VersionUser & { credentialId: string }>`(
      SELECT t.id AS "credentialId", CASE WHEN t.team_id IS NOT NULL THEN 'team' WHEN t.user_id IS NOT NULL THEN 'user'
        ELSE 'organization' END AS kind, coalesce(u.username, t.description, g.name, o.name) AS name, g.name AS team
      FROM authentication_tokens t LEFT JOIN users u ON u.id = t.user_id LEFT JOIN teams g ON g.id = t.team_id
      LEFT JOIN organizations o ON o.id = t.organization_id
      WHERE t.id = ${any(credentialIds)}
      UNION ALL
      SELECT s.id, 'user', u.username, NULL FROM sessions s JOIN users u ON u.id = s.user_id
      WHERE s.id = ${any(credentialIds)}
      UNION ALL
      SELECT s.credential_id, 'workspace', w.name, NULL FROM state_versions s JOIN workspaces w ON w.id = s.workspace_id
      WHERE s.is_current AND s.credential_id = ${any(credentialIds)} AND w.organization_id = ${organizationId})`
    const found = new Map<string, VersionUser[]>()
    const rows = await rowsOf(this.database.of(ctx), db.selectFrom(users.as('u')).selectAll())
    for (const { credentialId, ...user } of rows)
      found.set(credentialId, [...(found.get(credentialId) ?? []), user])
    return found
  }

  /** The page and how much there is in one statement; downloads are added up of the page alone. */
  private async page<Row extends UseRow>(
    ctx: OperationContext,
    page: Page,
    { days: length, found, order, uses, columns }: Listing,
  ): Promise<Paged<Row>> {
    const { skip, take } = rangeOf(page)
    const query = sql<{ total: number; versionId: string | null }>`(${found},
      paged AS MATERIALIZED (
        SELECT *, row_number() OVER (ORDER BY ${order}) AS place FROM found
        ORDER BY ${order} LIMIT ${take} OFFSET ${Math.min(skip, deepestOffset)}
      ), sums AS (
        SELECT p.place, sum(c.count)::int AS count,
          (array_agg(u.credential_id ORDER BY u.last_at DESC, u.credential_id))[1:${mostTokens}::int] AS ids
        FROM paged p JOIN ${uses} CROSS JOIN LATERAL (
          SELECT sum(d.count) AS count FROM module_downloads d WHERE ${isOfUse(ctx, length)}
        ) c GROUP BY p.place
      )
      SELECT t.total, p.id AS "versionId", p.module_id AS "moduleId", p.version, p.sort_key AS "sortKey", p.line,
        p.end_of_life_at AS "endOfLifeAt", p.end_of_life_reason AS "endOfLifeReason", s.count AS downloads,
        p.last_at AS "lastDownloadedAt", s.ids AS "credentialIds", ${columns}
      FROM (SELECT count(*)::int AS total FROM found) t
      LEFT JOIN paged p ON TRUE LEFT JOIN sums s ON s.place = p.place ORDER BY p.place)`
    const rows = await rowsOf(this.database.of(ctx), db.selectFrom(query.as('q')).selectAll())
    const items = rows.flatMap(({ total: _, ...row }) =>
      row.versionId === null ? [] : [row as unknown as Row],
    )
    return { items, totalCount: rows[0]?.total ?? 0, page }
  }
}

/** The parts of a list: what is found, in which order, and which uses `u` belong to one of the page, `p`. */
interface Listing extends Readonly<Record<'found' | 'order' | 'uses' | 'columns', RawBuilder<unknown>>> {
  readonly days: number
}

function toUse<Status>(
  { endOfLifeAt, endOfLifeReason, credentialIds, ...row }: UseRow,
  status: Status,
): FoundUse<Status> {
  const endOfLife = endOfLifeOf({ endOfLifeAt, endOfLifeReason })
  return { ...row, status, endOfLife, credentialIds: credentialIds ?? [] }
}

const firstDay = ({ clock }: Pick<OperationContext, 'clock'>, length: number): string =>
  later(clock.now(), -days(length - 1))
    .toISOString()
    .slice(0, 10)

/** Tells whether the use `u` is of the last days, with today. */
const isRecent = (ctx: Pick<OperationContext, 'clock'>, length: number): RawBuilder<boolean> =>
  sql<boolean>`u.last_at >= ${firstDay(ctx, length)}::timestamp AT TIME ZONE 'UTC'`

/** Tells whether the downloads `d` of a day belong to the use `u`, in these days. */
const isOfUse = (ctx: Pick<OperationContext, 'clock'>, length: number): RawBuilder<boolean> => sql<boolean>`
  d.credential_id = u.credential_id AND d.module_id = u.module_id AND d.version = u.version
  AND d.organization_id = u.organization_id AND d.day >= ${firstDay(ctx, length)}::date`

/**
 * The versions of modules, read once with their line, and the newest of each line, as the newest of a module is: a
 * pre-release only where there is nothing else.
 */
const versionsAndTops = (ofModules: RawBuilder<boolean>): RawBuilder<unknown> => sql`
  versions AS MATERIALIZED (
    SELECT v.id, v.module_id, v.version, v.sort_key, v.status, v.deprecation, v.end_of_life_at, v.end_of_life_reason,
      ${lineOf} AS line
    FROM module_versions v WHERE ${ofModules} AND v.status = 'ok'
  ), tops AS MATERIALIZED (
    SELECT v.module_id, v.line, coalesce(max(v.sort_key) FILTER (WHERE ${isRelease}), max(v.sort_key)) AS sort_key
    FROM versions v WHERE ${isListed} GROUP BY 1, 2
  )`

/** The status of the version `v`, with `t` as the newest of its line. */
const statusOf = sql`CASE
  WHEN v.deprecation = 'revoked' THEN 'revoked' WHEN v.deprecation = 'deprecated' THEN 'deprecated'
  WHEN v.end_of_life_at IS NOT NULL THEN 'end-of-life' WHEN v.sort_key < t.sort_key THEN 'behind' ELSE 'current' END`

const rankOf = sql`array_position(ARRAY['revoked', 'end-of-life', 'deprecated', 'behind', 'current'], s.status)`

/** Tells whether the organization `x` may use the modules of the organization `o`. */
const mayUse = (ctx: Pick<OperationContext, 'clock'>): RawBuilder<boolean> => sql<boolean>`
  (NOT x.is_disabled AND (x.id = o.id OR ${sharesWith(ctx, 'modules', sql`x.id`)}))`

/** The persons who belong to an organization. */
const membersOf = (organizationId: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  SELECT user_id FROM organization_memberships
  WHERE organization_id = ${organizationId} AND status = 'active' AND user_id IS NOT NULL
  UNION
  SELECT m.user_id FROM teams g JOIN team_members m ON m.team_id = g.id WHERE g.organization_id = ${organizationId}`

/** The uses by the tokens of an organization and by its members. */
function usesOf(
  ctx: Pick<OperationContext, 'clock'>,
  organizationId: string,
  length: number,
  module: ModuleAddress | undefined,
): RawBuilder<unknown> {
  const inTime = allOf([isRecent(ctx, length), module ? isOfModule(module) : sql<boolean>`TRUE`])
  return sql`
    SELECT u.* FROM module_uses u
    WHERE u.organization_id = ${organizationId} AND u.organization_id <> '' AND ${inTime}
    UNION ALL
    SELECT u.* FROM (
      SELECT t.id FROM (${membersOf(sql`${organizationId}`)}) p JOIN authentication_tokens t ON t.user_id = p.user_id
      UNION ALL
      SELECT s.id FROM (${membersOf(sql`${organizationId}`)}) p JOIN sessions s ON s.user_id = p.user_id
    ) c JOIN module_uses u ON u.credential_id = c.id AND u.organization_id = '' AND ${inTime}`
}

const isOfModule = ({ namespace, name, provider }: ModuleAddress): RawBuilder<boolean> => sql<boolean>`
  u.module_id IN (
    SELECT m.id FROM modules m JOIN organizations o ON o.id = m.organization_id
    WHERE o.name_key = ${namespace.toLowerCase()} AND m.name_key = ${name.toLowerCase()} AND m.provider = ${provider})`

interface UsesOfModule {
  readonly moduleId: string
  readonly organizationId: string
  readonly days: number
  readonly version: string | undefined
}

/**
 * The uses of a module with their owner: the organization of the token, each organization that a person belongs to and
 * that may use the module, or none.
 */
function ownedUses(
  ctx: Pick<OperationContext, 'clock'>,
  { moduleId, organizationId, days: length, version }: UsesOfModule,
): RawBuilder<unknown> {
  const ofVersion = version === undefined ? sql`` : sql`AND u.version = ${version}`
  return sql`
    used AS MATERIALIZED (
      SELECT u.* FROM module_uses u WHERE u.module_id = ${moduleId} AND ${isRecent(ctx, length)} ${ofVersion}
    ), credentials AS MATERIALIZED (
      SELECT DISTINCT credential_id FROM used WHERE organization_id = ''
    ), persons AS MATERIALIZED (
      SELECT c.credential_id, t.user_id FROM credentials c
      JOIN authentication_tokens t ON t.id = c.credential_id AND t.user_id IS NOT NULL
      UNION ALL
      SELECT c.credential_id, s.user_id FROM credentials c JOIN sessions s ON s.id = c.credential_id
    ), belonging AS (
      SELECT b.credential_id, b.organization_id FROM (
        SELECT p.credential_id, m.organization_id FROM persons p
        JOIN organization_memberships m ON m.user_id = p.user_id AND m.status = 'active'
        UNION
        SELECT p.credential_id, g.organization_id FROM persons p
        JOIN team_members m ON m.user_id = p.user_id JOIN teams g ON g.id = m.team_id
      ) b
      JOIN organizations x ON x.id = b.organization_id
      JOIN organizations o ON o.id = ${organizationId}
      WHERE ${mayUse(ctx)}
    ), owned AS MATERIALIZED (
      SELECT u.*, u.organization_id AS owner_id FROM used u WHERE u.organization_id <> ''
      UNION ALL
      SELECT u.*, coalesce(b.organization_id, '') FROM used u
      LEFT JOIN belonging b ON b.credential_id = u.credential_id WHERE u.organization_id = ''
    )`
}
