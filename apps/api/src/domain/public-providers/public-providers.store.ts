import { sql, type RawBuilder } from 'kysely'
import { changeTime, isStorableMoment, later, minutes, type Clock } from '../../kernel/clock.js'
import type { OperationContext } from '../../kernel/context.js'
import { newId } from '../../kernel/ids.js'
import { pagedByParent, rangeOf, type Page, type Paged } from '../../kernel/page.js'
import { literally } from '../../kernel/search.js'
import { allOf, any, db, pagedRows, rowsOf } from '../sql.js'
import { selectionOf, type StoreDatabase } from '../store.js'
import type { ListedProvider } from './provider-origins.js'
import {
  cooldownEnd,
  publicProvider,
  type PublicProvider,
  type PublicProviderAddress,
  type PublicProviderCounts,
  type PublicProviderFilter,
  type PublicVersionStatus,
  type RequestedBy,
} from './public-provider.js'

const mostRequesting = 20

/** The time after a failure of its origin in which a provider is not synced. */
const leftAloneFor = minutes(1)

const providerColumns = selectionOf(publicProvider)

/** The settings of the site that SQL needs. */
export interface SiteFacts {
  readonly rule: string
  /** The cooldown in milliseconds. */
  readonly cooldown: number
  /** The host of the public registry, whose providers organizations list. */
  readonly mainOrigin: string
}

export class PublicProvidersStore {
  constructor(
    private readonly database: StoreDatabase,
    private readonly site: SiteFacts,
  ) {}

  async find(ctx: OperationContext, id: string): Promise<PublicProvider | undefined> {
    const { publicProvider } = this.database.of(ctx)
    return (await publicProvider.findUnique({ where: { id }, select: providerColumns })) ?? undefined
  }

  async findMany(ctx: OperationContext, ids: readonly string[]): Promise<PublicProvider[]> {
    const where = { id: { in: [...ids] } }
    return this.database.of(ctx).publicProvider.findMany({ where, select: providerColumns })
  }

  async findAt(ctx: OperationContext, address: PublicProviderAddress): Promise<PublicProvider | undefined> {
    const where = { origin_namespaceKey_nameKey: keysOf(address) }
    const { publicProvider } = this.database.of(ctx)
    return (await publicProvider.findUnique({ where, select: providerColumns })) ?? undefined
  }

  /** Creates the provider as it is seen for the first time; undefined where another process was faster. */
  async create(
    ctx: OperationContext,
    address: PublicProviderAddress,
    { warnings, spelling, freshFor }: ListedProvider,
  ): Promise<PublicProvider | undefined> {
    const now = ctx.clock.now()
    const { origin } = address
    const [row] = await this.database.of(ctx).publicProvider.createManyAndReturn({
      data: {
        ...{ id: newId('pubprov'), ...spelling, ...keysOf(address), origin },
        ...{ warnings: [...warnings], firstSeenAt: now, syncedAt: now, freshUntil: later(now, freshFor) },
        ...{ askedAt: now, createdAt: now, updatedAt: now },
      },
      skipDuplicates: true,
      select: providerColumns,
    })
    return row
  }

  /** Locks it until the transaction ends; undefined where it was deleted. */
  async lock(ctx: OperationContext, id: string): Promise<PublicProvider | undefined> {
    await this.database.of(ctx)
      .$executeRaw`SELECT id FROM public_providers WHERE id = ${id} FOR NO KEY UPDATE`
    return this.find(ctx, id)
  }

  /** Records the answer of the origin, with its spelling of the name. */
  async synced(
    ctx: OperationContext,
    id: string,
    { warnings, spelling, freshFor }: Pick<ListedProvider, 'warnings' | 'spelling' | 'freshFor'>,
  ): Promise<void> {
    const now = ctx.clock.now()
    const data = {
      ...spelling,
      warnings: [...warnings],
      syncedAt: now,
      freshUntil: later(now, freshFor),
      syncError: null,
    }
    await this.database.of(ctx).publicProvider.update({ where: { id }, data })
  }

  /** Records that its newest versions were compared; not where no version could be checked yet. */
  async compared(ctx: OperationContext, id: string): Promise<void> {
    const isDone = [{ versions: { none: {} } }, { versions: { some: { checkedAt: { not: null } } } }]
    const data = { comparedAt: ctx.clock.now() }
    await this.database.of(ctx).publicProvider.updateMany({ where: { id, OR: isDone }, data })
  }

  /** Adds a key of the first sync. */
  async addFirstKey(ctx: OperationContext, id: string, keyId: string): Promise<void> {
    const data = { firstKeyIds: { push: keyId } }
    await this.database.of(ctx).publicProvider.update({ where: { id }, data })
  }

  /** Adds armoured keys for the signatures of imported versions; false where all of them are there. */
  async addImportedKeys(ctx: OperationContext, id: string, keys: readonly string[]): Promise<boolean> {
    const known = new Set(await this.importedKeysOf(ctx, id))
    const added = keys.filter((key) => !known.has(key))
    if (added.length === 0) return false
    await this.database
      .of(ctx)
      .publicProvider.update({ where: { id }, data: { importedKeys: { push: added } } })
    return true
  }

  async importedKeysOf(ctx: OperationContext, id: string): Promise<readonly string[]> {
    const select = { importedKeys: true }
    const row = await this.database.of(ctx).publicProvider.findUnique({ where: { id }, select })
    return row?.importedKeys ?? []
  }

  /** Records why a sync failed: known versions stay, and the origin is not asked again for a moment. */
  async syncFailed(ctx: OperationContext, id: string, syncError: string): Promise<void> {
    const excusedUntil = later(ctx.clock.now(), leftAloneFor)
    await this.database.of(ctx).$executeRaw`
      UPDATE public_providers SET look_error = ${syncError}, fresh_until = greatest(fresh_until, ${excusedUntil})
      WHERE id = ${id}`
  }

  async approveForAll(
    ctx: OperationContext,
    before: PublicProvider,
    approvedForAll: boolean,
  ): Promise<PublicProvider> {
    const updatedAt = changeTime(ctx.clock, before.updatedAt)
    const data = { approvedForAll, updatedAt }
    return this.database
      .of(ctx)
      .publicProvider.update({ where: { id: before.id }, data, select: providerColumns })
  }

  /** Finds organizations by these names, in any case. */
  async findOrganizations(ctx: OperationContext, names: readonly string[]): Promise<OrganizationsByName> {
    return byNames(names, await rowsOf(this.database.of(ctx), organizationsOf(names)))
  }

  /** The same, and locks them against deletion until the transaction ends. */
  async lockOrganizations(ctx: OperationContext, names: readonly string[]): Promise<OrganizationsByName> {
    return byNames(names, await rowsOf(this.database.of(ctx), organizationsOf(names).forKeyShare()))
  }

  /** Approves it for organizations; returns those that were not allowed it before. */
  async approve(
    ctx: OperationContext,
    providerId: string,
    organizationIds: readonly string[],
  ): Promise<ReadonlySet<string>> {
    const approvedAt = ctx.clock.now()
    const rows = await this.database.of(ctx).publicProviderApproval.createManyAndReturn({
      data: organizationIds.map((organizationId) => ({ providerId, organizationId, approvedAt })),
      skipDuplicates: true,
      select: { organizationId: true },
    })
    return new Set(rows.map(({ organizationId }) => organizationId))
  }

  /** Withdraws it from organizations; returns those that were allowed it before. */
  async withdraw(
    ctx: OperationContext,
    providerId: string,
    organizationIds: readonly string[],
  ): Promise<ReadonlySet<string>> {
    const withdrawn = db
      .deleteFrom('public_provider_approvals')
      .where('provider_id', '=', providerId)
      .where('organization_id', '=', any(organizationIds))
      .returning('organization_id as organizationId')
    const rows = await rowsOf(this.database.of(ctx), withdrawn)
    return new Set(rows.map(({ organizationId }) => organizationId))
  }

  /** Lists those of these organizations that were allowed each of these providers, by its id. */
  async listApprovedAmong(
    ctx: OperationContext,
    providerIds: readonly string[],
    names: readonly string[],
  ): Promise<ReadonlyMap<string, readonly string[]>> {
    const approved = db
      .selectFrom('public_provider_approvals as a')
      .innerJoin('organizations as o', 'o.id', 'a.organization_id')
      .select(['a.provider_id as providerId', 'o.name'])
      .where('a.provider_id', '=', any(providerIds))
      .where('o.name_key', '=', any(names.map((name) => name.toLowerCase())))
      .orderBy('o.name')
    const found = new Map<string, string[]>()
    for (const { providerId, name } of await rowsOf(this.database.of(ctx), approved))
      found.set(providerId, [...(found.get(providerId) ?? []), name])
    return found
  }

  /** Lists the organizations that were allowed each of these, by name, without those that list it by themselves. */
  async listApproved(
    ctx: OperationContext,
    providerIds: readonly string[],
    page: Page,
  ): Promise<ReadonlyMap<string, Paged<{ readonly id: string; readonly name: string }>>> {
    const rows = await this.database.of(ctx).publicProvider.findMany({
      where: { id: { in: [...providerIds] } },
      select: {
        id: true,
        approvals: {
          orderBy: { organization: { name: 'asc' } },
          select: { organization: { select: { id: true, name: true } } },
          ...rangeOf(page),
        },
        _count: { select: { approvals: true } },
      },
    })
    return pagedByParent(page, rows, ({ approvals, _count }) => [
      approvals.map(({ organization }) => organization),
      _count.approvals,
    ])
  }

  async delete(ctx: OperationContext, id: string): Promise<void> {
    await this.database.of(ctx).publicProvider.delete({ where: { id } })
  }

  /** Lists providers by origin, namespace and name, and requested ones by their last request, the latest first. */
  async list(
    ctx: OperationContext,
    filter: PublicProviderFilter,
    page: Page,
  ): Promise<Paged<PublicProvider>> {
    const { search, status } = filter
    const conditions: RawBuilder<boolean>[] = [sql`TRUE`]
    if (search)
      conditions.push(sql`p.origin || '/' || p.namespace || '/' || p.name ILIKE ${`%${literally(search)}%`}`)
    if (status === 'wanted')
      conditions.push(
        sql`EXISTS (
          SELECT FROM public_provider_refusals w JOIN organizations o ON o.id = w.organization_id
          WHERE w.provider_id = p.id AND ${lacksSql(this.site)}
        )`,
      )
    else if (status)
      conditions.push(
        sql`EXISTS (SELECT FROM public_provider_versions v WHERE v.provider_id = p.id AND ${statusSql(this.site.cooldown, ctx.clock)} = ${status})`,
      )
    const listed = db
      .selectFrom('public_providers as p')
      .select('p.id')
      .where(allOf(conditions))
      .orderBy(sql`${status === 'wanted' ? lastRequested : sql``} p.origin, p.namespace, p.name, p.id`)
    const { items, ...rest } = await pagedRows(this.database.of(ctx), page, listed)
    const rows = new Map(
      (
        await this.findMany(
          ctx,
          items.map(({ id }) => id),
        )
      ).map((row) => [row.id, row]),
    )
    return { ...rest, items: items.flatMap(({ id }) => rows.get(id) ?? []) }
  }

  /** Counts the versions of these providers, by id, under the site's cooldown. */
  async countsOf(
    ctx: OperationContext,
    ids: readonly string[],
  ): Promise<ReadonlyMap<string, PublicProviderCounts>> {
    const { mainOrigin, cooldown } = this.site
    const of = (status: PublicVersionStatus) =>
      sql<number>`(count(s.status) FILTER (WHERE s.status = ${status}))::int`
    const newest = <Value>(value: string, status: PublicVersionStatus) =>
      sql<Value | null>`(array_agg(${sql.raw(value)} ORDER BY s.sort_key DESC) FILTER (WHERE s.status = ${status} AND NOT s.gone_from_origin))[1]`
    const counted = db
      .selectFrom('public_providers as p')
      .leftJoin(
        sql<{ provider_id: string }>`(
          SELECT v.provider_id, v.version, v.sort_key, v.decision, v.new_key, v.held_from, v.gone_from_origin, ${statusSql(cooldown, ctx.clock)} AS status
          FROM public_provider_versions v WHERE v.provider_id = ${any(ids)}
        )`.as('s'),
        (join) => join.onRef('s.provider_id', '=', 'p.id'),
      )
      .select([
        'p.id',
        newest<string>('s.version', 'available').as('newestAvailable'),
        newest<string>('s.version', 'held').as('newestHeld'),
        newest<Date>(`CASE WHEN NOT ${heldByKey('s')} THEN s.held_from END`, 'held').as('newestHeldFrom'),
        of('held').as('held'),
        of('blocked').as('blocked'),
        of('altered').as('altered'),
        of('unverified').as('unverified'),
        sql<number>`count(s.decision)::int`.as('decided'),
        sql<number>`(SELECT count(o.id)::int FROM organizations o WHERE ${listsSql(mainOrigin)})`.as(
          'listedBy',
        ),
      ])
      .where('p.id', '=', any(ids))
      .groupBy('p.id')
    const rows = await rowsOf(this.database.of(ctx), counted)
    return new Map(
      rows.map(({ id, newestHeldFrom, ...counts }) => [
        id,
        { ...counts, newestHeldUntil: newestHeldFrom && cooldownEnd(newestHeldFrom, cooldown) },
      ]),
    )
  }

  /** Finds the organizations that requested these and may not use them, by id, the latest first; at most 20 of each. */
  async requestsOf(
    ctx: OperationContext,
    ids: readonly string[],
  ): Promise<ReadonlyMap<string, RequestedBy[]>> {
    const asked = db
      .selectFrom('public_provider_refusals as w')
      .innerJoin('organizations as o', 'o.id', 'w.organization_id')
      .innerJoin('public_providers as p', 'p.id', 'w.provider_id')
      .select(['p.id as providerId', 'o.id as organizationId', 'o.name as organization'])
      .select([sql<number>`sum(w.count)::int`.as('count'), sql<Date>`max(w.last_at)`.as('lastAt')])
      .select(
        sql<number>`row_number() OVER (PARTITION BY p.id ORDER BY max(w.last_at) DESC, o.name)`.as('place'),
      )
      .where('p.id', '=', any(ids))
      .where(lacksSql(this.site))
      .groupBy(['p.id', 'o.id', 'o.name'])
    const latest = db
      .selectFrom(asked.as('a'))
      .select(['a.providerId', 'a.organizationId', 'a.organization', 'a.count', 'a.lastAt'])
      .where('a.place', '<=', mostRequesting)
      .orderBy('a.place')
    const found = new Map<string, RequestedBy[]>()
    for (const { providerId, ...request } of await rowsOf(this.database.of(ctx), latest))
      found.set(providerId, [...(found.get(providerId) ?? []), request])
    return found
  }

  /** Finds providers to sync: those that are listed anywhere or were delivered since; the longest ago first. */
  async due(
    ctx: OperationContext,
    {
      syncedBefore,
      deliveredSince,
      hosts,
    }: { syncedBefore: Date; deliveredSince: Date; hosts: readonly string[] },
    most: number,
  ): Promise<PublicProvider[]> {
    const rows = await rowsOf(
      this.database.of(ctx),
      db
        .selectFrom('public_providers as p')
        .select('p.id')
        .where('p.origin', '=', any(hosts))
        .where(sql<boolean>`p.looked_at < ${syncedBefore}`)
        .where(
          sql<boolean>`(p.approved_for_all OR p.id IN (
            SELECT v.provider_id FROM public_provider_uses u JOIN public_provider_versions v ON v.id = u.version_id
            WHERE u.day >= ${deliveredSince.toISOString().slice(0, 10)}::date
          ) OR EXISTS (SELECT FROM organizations o WHERE ${listsSql(this.site.mainOrigin)}))`,
        )
        .orderBy(sql`p.looked_at, p.id`)
        .limit(most),
    )
    return this.findMany(
      ctx,
      rows.map(({ id }) => id),
    )
  }
}

type OrganizationsByName = ReadonlyMap<string, { readonly id: string; readonly name: string }>

const organizationsOf = (names: readonly string[]) =>
  db
    .selectFrom('organizations')
    .select(['id', 'name'])
    .where('name_key', '=', any(names.map((name) => name.toLowerCase())))
    .orderBy('id')

function byNames(
  names: readonly string[],
  rows: readonly { readonly id: string; readonly name: string }[],
): OrganizationsByName {
  const byKey = new Map(rows.map((row) => [row.name.toLowerCase(), row]))
  return new Map(
    names.flatMap((name) => {
      const row = byKey.get(name.toLowerCase())
      return row ? [[name, row]] : []
    }),
  )
}

const keysOf = ({ origin, namespace, name }: PublicProviderAddress) => ({
  origin,
  namespaceKey: namespace.toLowerCase(),
  nameKey: name.toLowerCase(),
})

const lastRequested = sql`(
  SELECT max(w.last_at) FROM public_provider_refusals w WHERE w.provider_id = p.id
) DESC NULLS LAST,`

/** A condition: only a person ends the hold of a version, as `isHeldByKey` has it. */
export const heldByKey = (version: 's' | 'v'): string =>
  `(${version}.new_key AND ${version}.decision IS DISTINCT FROM 'accept')`

/**
 * An expression of the status of the version `v` for a cooldown in milliseconds, as `statusOf` has it; with `asSeen` as if
 * its origin had altered nothing.
 */
export function statusSql(
  cooldown: number,
  clock: Clock,
  { asSeen = false }: { readonly asSeen?: boolean } = {},
): RawBuilder<PublicVersionStatus> {
  const heldSince = later(clock.now(), -Math.ceil(cooldown))
  const cooledDown = isStorableMoment(heldSince) ? sql`v.held_from <= ${heldSince}` : sql`FALSE`
  return sql`CASE WHEN v.decision = 'block' THEN 'blocked'
    WHEN v.altered_at IS NOT NULL AND NOT ${asSeen} THEN 'altered'
    WHEN v.unverified IS NOT NULL THEN 'unverified'
    WHEN v.decision = 'release' OR v.imported OR ${cooldown === 0} THEN 'available'
    WHEN ${sql.raw(heldByKey('v'))} OR NOT (${cooledDown}) THEN 'held'
    ELSE 'available' END`
}

/** A condition: the organization `o` lists the provider `p`, by its own pointer, or since it was allowed it. */
export const listsSql = (mainOrigin: string): RawBuilder<boolean> =>
  sql`(EXISTS (
      SELECT FROM public_provider_approvals a WHERE a.provider_id = p.id AND a.organization_id = o.id
    ) OR (p.origin = ${mainOrigin} AND EXISTS (
      SELECT FROM registry_providers r WHERE r.organization_id = o.id AND r.registry_name = 'public'
        AND r.namespace_key = p.namespace_key AND r.name_key = p.name_key
    )))`

/** A condition: the organization `o` may not use the provider `p`, since it is not listed. */
export const lacksSql = ({ rule, mainOrigin }: SiteFacts): RawBuilder<boolean> =>
  sql`NOT o.is_disabled AND NOT p.approved_for_all
    AND coalesce(o.public_providers::text, ${rule}) = 'listed' AND NOT ${listsSql(mainOrigin)}`
