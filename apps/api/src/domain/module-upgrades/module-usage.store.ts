import { sql, type RawBuilder } from 'kysely'
import type { OperationContext } from '../../kernel/context.js'
import { rangeOf, type Page, type Paged } from '../../kernel/page.js'
import { endOfLifeOf } from '../end-of-life.store.js'
import { isOpenTo, sharesWith } from '../registry-sharing/registry-visibility.store.js'
import type { ModuleAddress } from '../registry-modules/registry-module.js'
import { allOf, any, db, rowsOf } from '../sql.js'
import type { StoreDatabase } from '../store.js'
import {
  usualDays,
  type ConsumerFilter,
  type ModuleConsumer,
  type ModuleUpgrade,
  type UpgradeFilter,
  type VersionUsage,
  type VersionUser,
} from './module-upgrade.js'
import type { UntoldNotice, UsingOrganization } from './upgrade-notice.js'

/** So many of the tokens that used a version are looked up, those of the last downloads first. */
const mostTokens = 200

/** No list goes so far. */
const deepestOffset = 2 ** 31 - 1

/** A version that is used, before it is compared with others and those who use it have names. */
export interface FoundUse<Status> {
  readonly versionId: string
  readonly moduleId: string
  readonly version: string
  readonly status: Status
  readonly endOfLife: ModuleUpgrade['endOfLife']
  readonly downloads: number
  readonly lastDownloadedAt: Date
  readonly credentialIds: readonly string[]
}

export interface FoundUpgrade extends FoundUse<ModuleUpgrade['status']> {
  readonly module: ModuleAddress
  readonly tokenCount: number
}

export interface FoundConsumer extends FoundUse<ModuleConsumer['status']> {
  readonly organizationId: string | null
  readonly organization: string | null
}

/** A version that can be downloaded. */
export interface ListedVersion {
  readonly id: string
  readonly moduleId: string
  readonly version: string
  readonly sortKey: string
}

interface UseRow {
  versionId: string
  moduleId: string
  version: string
  endOfLifeAt: Date | null
  endOfLifeReason: string | null
  downloads: number
  lastDownloadedAt: Date
  credentialIds: string[] | null
}

/** Who downloaded which versions in the last days, by the downloads that are counted. */
export class ModuleUsageStore {
  constructor(private readonly database: StoreDatabase) {}

  /**
   * What an organization uses and has to leave, of what it may use now: the worst first, then by the day of the last
   * download, by downloads, and by address.
   */
  async listUpgrades(
    ctx: OperationContext,
    organizationId: string,
    { status, module, days = usualDays }: UpgradeFilter,
    page: Page,
  ): Promise<Paged<FoundUpgrade>> {
    const isUsable = sql<boolean>`${isOpenTo(ctx.actor, 'o')}
      AND (o.id = ${organizationId} OR ${sharesWith(ctx, 'modules', sql`${organizationId}`)})`
    const ofStatus = status === undefined ? sql<boolean>`TRUE` : sql<boolean>`s.status = ${status}`
    const found = sql`
      WITH used AS MATERIALIZED (
        SELECT d.module_id, d.version, d.credential_id, ${sums}
        FROM (${downloadsOf(ctx, organizationId, days, module)}) d GROUP BY 1, 2, 3
      ), summed AS MATERIALIZED (
        SELECT module_id, version, count(*)::int AS tokens, ${sumsOfSums} FROM used GROUP BY 1, 2
      ), ${tops(sql`v.module_id IN (SELECT module_id FROM summed)`)},
      found AS MATERIALIZED (
        SELECT s.*, ${rankOf} AS rank FROM (
          SELECT v.id, v.module_id, v.version, v.sort_key, v.end_of_life_at, v.end_of_life_reason, ${statusOf} AS status,
            o.name AS namespace, m.name, m.provider, u.tokens, u.count, u.day, u.last_at
          FROM summed u
          JOIN module_versions v ON v.module_id = u.module_id AND v.version = u.version AND v.status = 'ok'
          JOIN modules m ON m.id = v.module_id
          JOIN organizations o ON o.id = m.organization_id
          LEFT JOIN tops t ON t.module_id = v.module_id AND t.line = ${lineOf}
          WHERE ${isUsable}
        ) s WHERE s.status <> 'current' AND ${ofStatus}
      )`
    const order = sql`rank, day DESC, count DESC, namespace, name, provider, sort_key DESC`
    const credentials = sql`
      SELECT p.id, (array_agg(u.credential_id ORDER BY u.day DESC, u.credential_id))[1:${mostTokens}::int] AS ids
      FROM paged p JOIN used u ON u.module_id = p.module_id AND u.version = p.version GROUP BY p.id`
    type Row = UseRow & ModuleAddress & { status: ModuleUpgrade['status']; tokens: number }
    const columns = sql`p.status, p.namespace, p.name, p.provider, p.tokens`
    const list = await this.page<Row>(ctx, page, { found, order, credentials, columns })
    const items = list.items.map(({ namespace, name, provider, tokens, status, ...row }) => ({
      ...toUse(row, status),
      module: { namespace, name, provider },
      tokenCount: tokens,
    }))
    return { ...list, items }
  }

  /** Who uses which version of a module, in the same order; then what is up to date. */
  async listConsumers(
    ctx: OperationContext,
    { id: moduleId, organizationId }: { readonly id: string; readonly organizationId: string },
    { version, days = usualDays }: ConsumerFilter,
    page: Page,
  ): Promise<Paged<FoundConsumer>> {
    const found = sql`
      WITH ${ownedDownloads(ctx, { moduleId, organizationId, days, version })},
      summed AS MATERIALIZED (SELECT organization_id, version, ${sumsOfSums} FROM owned GROUP BY 1, 2),
      ${tops(sql`v.module_id = ${moduleId}`)},
      found AS MATERIALIZED (
        SELECT s.*, ${rankOf} AS rank FROM (
          SELECT v.id, v.module_id, v.version, v.sort_key, v.end_of_life_at, v.end_of_life_reason, ${statusOf} AS status,
            u.organization_id, o.name, u.count, u.day, u.last_at
          FROM summed u
          JOIN module_versions v ON v.module_id = ${moduleId} AND v.version = u.version AND v.status = 'ok'
          LEFT JOIN organizations o ON o.id = u.organization_id
          LEFT JOIN tops t ON t.module_id = v.module_id AND t.line = ${lineOf}
        ) s
      )`
    const order = sql`rank, day DESC, count DESC, name NULLS LAST, sort_key DESC, organization_id`
    const credentials = sql`
      SELECT p.id, (array_agg(u.credential_id ORDER BY u.day DESC, u.credential_id))[1:${mostTokens}::int] AS ids
      FROM paged p JOIN owned u ON u.version = p.version AND u.organization_id = p.organization_id
      WHERE p.organization_id = ${organizationId} GROUP BY p.id`
    type Row = UseRow & Pick<FoundConsumer, 'status' | 'organizationId' | 'organization'>
    const columns = sql`p.status, nullif(p.organization_id, '') AS "organizationId", p.name AS organization`
    const isOwn = sql`AND p.organization_id = ${organizationId}`
    const list = await this.page<Row>(ctx, page, { found, order, credentials, columns, isOwn })
    const items = list.items.map(({ organizationId: id, organization, status, ...row }) => ({
      ...toUse(row, status),
      organizationId: id,
      organization,
    }))
    return { ...list, items }
  }

  /** How many organizations and tokens downloaded a version in the last days. */
  async usageOf(
    ctx: OperationContext,
    { id: moduleId, organizationId }: { readonly id: string; readonly organizationId: string },
    version: string,
  ): Promise<VersionUsage> {
    const counted = sql<VersionUsage>`(
      WITH ${ownedDownloads(ctx, { moduleId, organizationId, days: usualDays, version })}
      SELECT count(DISTINCT nullif(organization_id, ''))::int AS organizations,
        count(DISTINCT credential_id)::int AS tokens, max(last_at) AS "lastDownloadedAt" FROM owned)`
    const rows = await rowsOf(this.database.of(ctx), db.selectFrom(counted.as('c')).selectAll())
    return rows[0] as VersionUsage
  }

  /** The organizations that used a version in the last days and may use it still. */
  async organizationsUsing(
    ctx: OperationContext,
    { moduleId, organizationId, version }: UntoldNotice,
  ): Promise<UsingOrganization[]> {
    const using = sql<UsingOrganization>`(
      WITH ${ownedDownloads(ctx, { moduleId, organizationId, days: usualDays, version })}
      SELECT u.organization_id AS "organizationId", sum(u.count)::int AS downloads, max(u.last_at) AS "lastDownloadedAt"
      FROM owned u JOIN organizations c ON c.id = u.organization_id JOIN organizations o ON o.id = ${organizationId}
      WHERE ${mayUse(ctx)} GROUP BY u.organization_id ORDER BY u.organization_id)`
    return rowsOf(this.database.of(ctx), db.selectFrom(using.as('u')).selectAll())
  }

  /** What can be downloaded of these modules, newest first. */
  async listedVersions(ctx: OperationContext, moduleIds: readonly string[]): Promise<ListedVersion[]> {
    const listed = db
      .selectFrom('module_versions as v')
      .select(['v.id', 'v.module_id as moduleId', 'v.version', 'v.sort_key as sortKey'])
      .where('v.module_id', '=', any(moduleIds))
      .where(isListed)
      .orderBy('v.sort_key', 'desc')
    return rowsOf(this.database.of(ctx), listed)
  }

  /** Those whom these tokens and sessions belong to, by the id of the credential; those that are gone are left out. */
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

  /** The page and how much there is in one statement: what is used is added up once. */
  private async page<Row extends object>(
    ctx: OperationContext,
    page: Page,
    {
      found,
      order,
      credentials,
      columns,
      isOwn = sql``,
    }: Readonly<Record<'found' | 'order' | 'credentials' | 'columns', RawBuilder<unknown>>> & {
      readonly isOwn?: RawBuilder<unknown>
    },
  ): Promise<Paged<Row>> {
    const { skip, take } = rangeOf(page)
    const query = sql<{ total: number; versionId: string | null }>`(${found},
      paged AS MATERIALIZED (
        SELECT *, row_number() OVER (ORDER BY ${order}) AS place FROM found
        ORDER BY ${order} LIMIT ${take} OFFSET ${Math.min(skip, deepestOffset)}
      ), credentials AS (${credentials})
      SELECT t.total, p.id AS "versionId", p.module_id AS "moduleId", p.version, p.end_of_life_at AS "endOfLifeAt",
        p.end_of_life_reason AS "endOfLifeReason", p.count AS downloads, p.last_at AS "lastDownloadedAt",
        c.ids AS "credentialIds", ${columns}
      FROM (SELECT count(*)::int AS total FROM found) t
      LEFT JOIN paged p ON TRUE LEFT JOIN credentials c ON c.id = p.id ${isOwn} ORDER BY p.place)`
    const rows = await rowsOf(this.database.of(ctx), db.selectFrom(query.as('q')).selectAll())
    const items = rows.flatMap(({ total: _, ...row }) =>
      row.versionId === null ? [] : [row as unknown as Row],
    )
    return { items, totalCount: rows[0]?.total ?? 0, page }
  }
}

function toUse<Status>(
  { endOfLifeAt, endOfLifeReason, credentialIds, ...row }: UseRow,
  status: Status,
): FoundUse<Status> {
  const endOfLife = endOfLifeOf({ endOfLifeAt, endOfLifeReason })
  return { ...row, status, endOfLife, credentialIds: credentialIds ?? [] }
}

const sums = sql`sum(d.count)::int AS count, max(d.day) AS day,
  greatest(max(d.last_at), max(d.day)::timestamp AT TIME ZONE 'UTC') AS last_at`

const sumsOfSums = sql`sum(count)::int AS count, max(day) AS day, max(last_at) AS last_at`

const recent = (ctx: Pick<OperationContext, 'clock'>, days: number): RawBuilder<boolean> =>
  sql<boolean>`d.day > ${ctx.clock.now().toISOString().slice(0, 10)}::date - ${days}::int`

/** Whether the version `v` can be downloaded. */
const isListed = sql<boolean>`v.status = 'ok' AND v.deprecation IS DISTINCT FROM 'revoked'`

/** Within a line nothing breaks: the major of the version `v`, below 1.0.0 the minor. */
const lineOf = sql`substring(v.version from '^(0[.][0-9]+|[0-9]+)')`

const isRelease = sql`position('-' in split_part(v.version, '+', 1)) = 0`

/** The newest of each line, as the newest of a module is: a pre-release only where there is nothing else. */
const tops = (ofModules: RawBuilder<boolean>): RawBuilder<unknown> => sql`
  tops AS (
    SELECT v.module_id, ${lineOf} AS line,
      coalesce(max(v.sort_key) FILTER (WHERE ${isRelease}), max(v.sort_key)) AS sort_key
    FROM module_versions v WHERE ${ofModules} AND ${isListed} GROUP BY 1, 2
  )`

/** Of the version `v`, where `t` is the newest of its line. */
const statusOf = sql`CASE
  WHEN v.deprecation = 'revoked' THEN 'revoked' WHEN v.deprecation = 'deprecated' THEN 'deprecated'
  WHEN v.end_of_life_at IS NOT NULL THEN 'end-of-life' WHEN v.sort_key < t.sort_key THEN 'behind' ELSE 'current' END`

const rankOf = sql`array_position(ARRAY['revoked', 'end-of-life', 'deprecated', 'behind', 'current'], s.status)`

/** Whether the organization `c` may use the modules of the organization `o`. */
const mayUse = (ctx: Pick<OperationContext, 'clock'>): RawBuilder<boolean> => sql<boolean>`
  (NOT c.is_disabled AND (c.id = o.id OR ${sharesWith(ctx, 'modules', sql`c.id`)}))`

/** The persons who belong to an organization. */
const membersOf = (organizationId: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  SELECT user_id FROM organization_memberships
  WHERE organization_id = ${organizationId} AND status = 'active' AND user_id IS NOT NULL
  UNION
  SELECT m.user_id FROM teams g JOIN team_members m ON m.team_id = g.id WHERE g.organization_id = ${organizationId}`

/** What the tokens of an organization downloaded, and what its members did. */
function downloadsOf(
  ctx: Pick<OperationContext, 'clock'>,
  organizationId: string,
  days: number,
  module: ModuleAddress | undefined,
): RawBuilder<unknown> {
  const columns = sql`d.module_id, d.version, d.credential_id, d.count, d.day, d.last_at`
  const inTime = allOf([recent(ctx, days), module ? isOfModule(module) : sql<boolean>`TRUE`])
  return sql`
    SELECT ${columns} FROM module_downloads d
    WHERE d.organization_id = ${organizationId} AND d.organization_id <> '' AND ${inTime}
    UNION ALL
    SELECT ${columns} FROM (
      SELECT t.id FROM (${membersOf(sql`${organizationId}`)}) p JOIN authentication_tokens t ON t.user_id = p.user_id
      UNION ALL
      SELECT s.id FROM (${membersOf(sql`${organizationId}`)}) p JOIN sessions s ON s.user_id = p.user_id
    ) c JOIN module_downloads d ON d.credential_id = c.id AND d.organization_id = '' AND ${inTime}`
}

const isOfModule = ({ namespace, name, provider }: ModuleAddress): RawBuilder<boolean> => sql<boolean>`
  d.module_id IN (
    SELECT m.id FROM modules m JOIN organizations o ON o.id = m.organization_id
    WHERE o.name_key = ${namespace.toLowerCase()} AND m.name_key = ${name.toLowerCase()} AND m.provider = ${provider})`

/**
 * What was downloaded of a module, with whose it is: of the organization of the token, of each organization that a
 * person belongs to and that may use the module, or of none.
 */
function ownedDownloads(
  ctx: Pick<OperationContext, 'clock'>,
  {
    moduleId,
    organizationId,
    days,
    version,
  }: {
    readonly moduleId: string
    readonly organizationId: string
    readonly days: number
    readonly version: string | undefined
  },
): RawBuilder<unknown> {
  const ofVersion = version === undefined ? sql`` : sql`AND d.version = ${version}`
  return sql`
    used AS MATERIALIZED (
      SELECT d.version, d.credential_id, d.organization_id, ${sums} FROM module_downloads d
      WHERE d.module_id = ${moduleId} AND ${recent(ctx, days)} ${ofVersion} GROUP BY 1, 2, 3
    ), persons AS MATERIALIZED (
      SELECT p.credential_id, t.user_id FROM (SELECT DISTINCT credential_id FROM used WHERE organization_id = '') p
      JOIN authentication_tokens t ON t.id = p.credential_id AND t.user_id IS NOT NULL
      UNION ALL
      SELECT p.credential_id, s.user_id FROM (SELECT DISTINCT credential_id FROM used WHERE organization_id = '') p
      JOIN sessions s ON s.id = p.credential_id
    ), belonging AS (
      SELECT b.credential_id, b.organization_id FROM (
        SELECT p.credential_id, m.organization_id FROM persons p
        JOIN organization_memberships m ON m.user_id = p.user_id AND m.status = 'active'
        UNION
        SELECT p.credential_id, g.organization_id FROM persons p
        JOIN team_members m ON m.user_id = p.user_id JOIN teams g ON g.id = m.team_id
      ) b
      JOIN organizations c ON c.id = b.organization_id
      JOIN organizations o ON o.id = ${organizationId}
      WHERE ${mayUse(ctx)}
    ), owned AS MATERIALIZED (
      SELECT version, credential_id, organization_id, count, day, last_at FROM used WHERE organization_id <> ''
      UNION ALL
      SELECT u.version, u.credential_id, coalesce(b.organization_id, ''), u.count, u.day, u.last_at
      FROM used u LEFT JOIN belonging b ON b.credential_id = u.credential_id WHERE u.organization_id = ''
    )`
}
