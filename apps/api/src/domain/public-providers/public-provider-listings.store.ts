import { sql } from 'kysely'
import type { OperationContext } from '../../kernel/context.js'
import { db, rowsOf } from '../sql.js'
import type { StoreDatabase } from '../store.js'
import { cooldownEnd, type PublicVersionStatus } from './public-provider.js'
import type { WithheldVersion, WithheldVersions } from './public-providers-policy.js'
import { storedPlatformsSql } from './public-provider-platforms.store.js'
import { heldByKey, statusSql } from './public-providers.store.js'

/** Maximum number of versions of each status in the lines of the terminal. */
const mostNamed = 3

/** The versions of a provider that may be installed under one cooldown. */
export interface VersionListing {
  /** The members of the list, joined by commas, newest first. */
  readonly available: Buffer
  /** The members of the same versions in the index of a mirror; empty where there is none. */
  readonly index: Buffer
  readonly withheld: readonly WithheldVersions[]
  /** The time when the next held version becomes available by the clock alone; null where there is none. */
  readonly nextRelease: Date | null
  readonly total: number
  /** The number of versions that are still at their origin. */
  readonly present: number
}

/** The lists of versions as the protocol has them. */
export class PublicProviderListingsStore {
  constructor(private readonly database: StoreDatabase) {}

  /**
   * Lists the versions that may be installed under a cooldown, as the protocol writes them. The database writes the list,
   * since there may be thousands of versions. An offline origin has the versions that were imported, and no other.
   */
  async find(
    ctx: OperationContext,
    providerId: string,
    cooldown: number,
    { isOffline = false } = {},
  ): Promise<VersionListing> {
    const status = statusSql(cooldown, ctx.clock)
    const statusAsSeen = statusSql(cooldown, ctx.clock, { asSeen: true })
    const text = (value: string) => sql<string>`to_json(${sql.raw(value)})::text`
    const platform = (os: string, arch: string) =>
      sql<string>`'{"os":' || ${text(os)} || ',"arch":' || ${text(arch)} || '}'`
    const isPartial = sql`(v.altered_at IS NOT NULL OR v.gone_from_origin OR v.imported)`
    const stored = sql`(SELECT string_agg(${platform('p.os', 'p.arch')}, ',' ORDER BY p.os, p.arch)
      FROM ${storedPlatformsSql} WHERE p.version_id = v.id)`
    const listed = sql`(SELECT string_agg(${platform(`split_part(p.name, '/', 1)`, `split_part(p.name, '/', 2)`)}, ','
      ORDER BY p.place) FROM unnest(v.listed_platforms) WITH ORDINALITY AS p (name, place))`
    // What is altered, gone or imported has the platforms that are stored here alone, as `extentOf` has it.
    const isListed = sql`CASE WHEN ${statusAsSeen} <> 'available' THEN false WHEN NOT ${isPartial} THEN true
      WHEN v.imported AND v.key_id IS NULL THEN false ELSE ${stored} IS NOT NULL END`
    const isMirrored = sql`(${isListed} OR (v.imported AND ${statusAsSeen} = 'available' AND ${stored} IS NOT NULL))`
    const entry = sql<string>`'{"version":' || ${text('v.version')} || ',"protocols":' ||
      array_to_json(v.protocols)::text || ',"platforms":[' ||
      coalesce(CASE WHEN ${isPartial} THEN ${stored} ELSE ${listed} END, '') || ']}'`
    const present = sql`(NOT v.gone_from_origin OR ${isListed})`
    const counted = db
      .selectFrom('public_provider_versions as v')
      .select([
        sql<number>`count(*)::int`.as('total'),
        sql<number>`(count(*) FILTER (WHERE ${present}))::int`.as('present'),
        sql<Date | null>`min(v.held_from) FILTER (WHERE ${present} AND ${status} = 'held'
          AND NOT ${sql.raw(heldByKey('v'))})`.as('heldFrom'),
        sql<string>`coalesce(string_agg(${entry}, ',' ORDER BY v.sort_key DESC)
          FILTER (WHERE ${isListed}), '')`.as('available'),
        sql<string>`coalesce(string_agg(${text('v.version')} || ':{}', ',' ORDER BY v.sort_key DESC)
          FILTER (WHERE ${isMirrored}), '')`.as('index'),
      ])
      .where('v.provider_id', '=', providerId)
      .$if(isOffline, (query) => query.where('v.imported', '=', true))
    const [row] = await rowsOf(this.database.of(ctx), counted)
    const { total = 0, present: isPresent = 0, heldFrom = null, available = '', index = '' } = row ?? {}
    return {
      ...{ total, present: isPresent, available: Buffer.from(available), index: Buffer.from(index) },
      nextRelease: heldFrom && cooldownEnd(heldFrom, cooldown),
      withheld: await this.withheldOf(ctx, providerId, cooldown, isOffline),
    }
  }

  /** Finds the versions that are not available, by status: the newest of each, and their number. */
  private async withheldOf(
    ctx: OperationContext,
    providerId: string,
    cooldown: number,
    isOffline: boolean,
  ): Promise<WithheldVersions[]> {
    const status = statusSql(cooldown, ctx.clock)
    const ranked = db
      .selectFrom('public_provider_versions as v')
      .select(['v.version', 'v.decision', 'v.unverified', 'v.new_key as newKey', 'v.imported'])
      .select(sql<string | null>`v.alteration`.as('mismatch'))
      .select(['v.altered_at as alteredAt', 'v.held_from as heldFrom', 'v.decision_reason as decisionReason'])
      .select([
        status.as('status'),
        sql<number>`row_number() OVER (PARTITION BY ${status} ORDER BY v.sort_key DESC)`.as('place'),
        sql<number>`(count(*) OVER (PARTITION BY ${status}))::int`.as('total'),
      ])
      .where('v.provider_id', '=', providerId)
      .where('v.gone_from_origin', '=', false)
      .$if(isOffline, (query) => query.where('v.imported', '=', true))
      .where(sql<boolean>`${status} <> 'available'`)
    const named = db
      .selectFrom(ranked.as('r'))
      .selectAll()
      .where('r.place', '<=', mostNamed)
      .orderBy('r.place')
    const found = new Map<PublicVersionStatus, { total: number; versions: WithheldVersion[] }>()
    for (const { status: name, total, place: _, ...version } of await rowsOf(this.database.of(ctx), named)) {
      const { versions } = found.get(name) ?? { versions: [] }
      found.set(name, { total, versions: [...versions, version] })
    }
    return [...found].map(([name, withheld]) => ({ status: name, ...withheld }))
  }
}
