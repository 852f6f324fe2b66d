import { sql } from 'kysely'
import type { OperationContext } from '../../kernel/context.js'
import { db, rowsOf } from '../sql.js'
import type { StoreDatabase } from '../store.js'
import { cooldownEnd, type PublicVersionStatus } from './public-provider.js'
import type { WithheldVersion, WithheldVersions } from './public-providers-policy.js'
import { heldByKey, statusSql } from './public-providers.store.js'

/** Of each status, in the lines of the terminal. */
const mostNamed = 3

/** What may be installed of a provider under one cooldown. */
export interface VersionListing {
  /** The members of the list, joined by commas, newest first. */
  readonly available: Buffer
  readonly withheld: readonly WithheldVersions[]
  /** When something held becomes available by the clock alone; null where nothing does. */
  readonly nextRelease: Date | null
  readonly total: number
  /** Those that are still at their origin. */
  readonly present: number
}

/** The lists of versions as the protocol has them. */
export class PublicProviderListingsStore {
  constructor(private readonly database: StoreDatabase) {}

  /**
   * What may be installed of a provider under a cooldown, as the list of the protocol has it. The database writes it,
   * since there may be thousands of versions.
   */
  async find(ctx: OperationContext, providerId: string, cooldown: number): Promise<VersionListing> {
    const status = statusSql(cooldown, ctx.clock)
    const text = (value: string) => sql<string>`to_json(${sql.raw(value)})::text`
    const platform = sql<string>`'{"os":' || ${text(`split_part(p.name, '/', 1)`)} || ',"arch":' ||
      ${text(`split_part(p.name, '/', 2)`)} || '}'`
    const entry = sql<string>`'{"version":' || ${text('v.version')} || ',"protocols":' ||
      array_to_json(v.protocols)::text || ',"platforms":[' || coalesce((
        SELECT string_agg(${platform}, ',' ORDER BY p.place)
        FROM unnest(v.listed_platforms) WITH ORDINALITY AS p (name, place)), '') || ']}'`
    const present = sql`NOT v.gone_from_origin`
    const counted = db
      .selectFrom('public_provider_versions as v')
      .select([
        sql<number>`count(*)::int`.as('total'),
        sql<number>`(count(*) FILTER (WHERE ${present}))::int`.as('present'),
        sql<Date | null>`min(v.held_from) FILTER (WHERE ${present} AND ${status} = 'held'
          AND NOT ${sql.raw(heldByKey('v'))})`.as('heldFrom'),
        sql<string>`coalesce(string_agg(${entry}, ',' ORDER BY v.sort_key DESC)
          FILTER (WHERE ${present} AND ${status} = 'available'), '')`.as('available'),
      ])
      .where('v.provider_id', '=', providerId)
    const [row] = await rowsOf(this.database.of(ctx), counted)
    const { total = 0, present: isPresent = 0, heldFrom = null, available = '' } = row ?? {}
    return {
      ...{ total, present: isPresent, available: Buffer.from(available) },
      nextRelease: heldFrom && cooldownEnd(heldFrom, cooldown),
      withheld: await this.withheldOf(ctx, providerId, cooldown),
    }
  }

  /** Those that are not available, by status: the newest of each, and how many there are. */
  private async withheldOf(
    ctx: OperationContext,
    providerId: string,
    cooldown: number,
  ): Promise<WithheldVersions[]> {
    const status = statusSql(cooldown, ctx.clock)
    const ranked = db
      .selectFrom('public_provider_versions as v')
      .select(['v.version', 'v.decision', 'v.unverified', 'v.alteration', 'v.new_key as newKey'])
      .select(['v.altered_at as alteredAt', 'v.held_from as heldFrom', 'v.decision_reason as decisionReason'])
      .select([
        status.as('status'),
        sql<number>`row_number() OVER (PARTITION BY ${status} ORDER BY v.sort_key DESC)`.as('place'),
        sql<number>`(count(*) OVER (PARTITION BY ${status}))::int`.as('total'),
      ])
      .where('v.provider_id', '=', providerId)
      .where('v.gone_from_origin', '=', false)
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
