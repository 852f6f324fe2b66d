import { sql, type RawBuilder } from 'kysely'
import type { OperationContext } from '../../kernel/context.js'
import { db, rowsOf } from '../sql.js'
import type { StoreDatabase } from '../store.js'
import type { EnginePolicy, EnginePolicyPreview, KnownVersion } from './engine-policy.js'
import { recent } from './engine-sightings.store.js'

/** Facts that a verdict depends on. */
export interface PolicyFacts {
  /** Null for the site's own. */
  readonly policy: EnginePolicy | null
  readonly known: KnownVersion | undefined
  /** The newest that is enabled, and neither deprecated nor beta. */
  readonly instead: string | undefined
}

const instead = db
  .selectFrom('engine_versions as n')
  .select('n.version')
  .where(sql<boolean>`n.enabled AND NOT n.beta AND NOT n.deprecated AND position('-' IN n.version) = 0`)
  .orderBy('n.sort_key', 'desc')
  .limit(1)

export class EnginePolicyStore {
  constructor(private readonly database: StoreDatabase) {}

  /** Reads them in one statement; undefined where the organization was deleted. */
  async facts(
    ctx: OperationContext,
    organizationId: string,
    version: string,
  ): Promise<PolicyFacts | undefined> {
    const facts = db
      .selectFrom('organizations as o')
      .leftJoin('engine_versions as v', (join) => join.on('v.version', '=', version))
      .select(['o.engine_policy as policy', 'v.enabled', 'v.deprecated'])
      .select(['v.deprecated_reason as deprecatedReason', instead.as('instead')])
      .where('o.id', '=', organizationId)
    const [row] = await rowsOf(this.database.of(ctx), facts)
    if (!row) return undefined
    const { policy, enabled, deprecated, deprecatedReason } = row
    const known =
      enabled === null || deprecated === null ? undefined : { enabled, deprecated, deprecatedReason }
    return { policy, known, instead: row.instead ?? undefined }
  }

  /** Counts in one organization by its name, or in all that follow the site's policy. */
  async preview(
    ctx: OperationContext,
    organization: string | undefined,
  ): Promise<Omit<EnginePolicyPreview, 'sitePolicy'> | undefined> {
    const isMeant: RawBuilder<boolean> =
      organization === undefined
        ? sql`o.engine_policy IS NULL`
        : sql`o.name_key = ${organization.toLowerCase()}`
    const falls = sql`s.engine = 'engine' AND s.version <> '' AND NOT coalesce(v.enabled AND NOT v.deprecated, FALSE)`
    const counted = db
      .selectFrom('engine_sightings as s')
      .innerJoin('organizations as o', 'o.id', 's.organization_id')
      .leftJoin('engine_versions as v', 'v.version', 's.version')
      .select([
        sql<number>`(count(DISTINCT s.credential_id) FILTER (WHERE ${falls}))::int`.as('tokens'),
        sql<number>`(count(DISTINCT s.organization_id) FILTER (WHERE ${falls}))::int`.as('organizations'),
        sql<number>`(count(DISTINCT s.version) FILTER (WHERE ${falls}))::int`.as('versions'),
        sql<number>`coalesce(sum(s.refused), 0)::int`.as('refused'),
      ])
      .where(isMeant)
      .where(recent(ctx))
    return (await rowsOf(this.database.of(ctx), counted))[0]
  }
}
