import { sql } from 'kysely'
import type { OperationContext } from '../../kernel/context.js'
import type { DownloadsOfConsumer } from '../registry-modules/module-download.js'
import { db, rowsOf } from '../sql.js'
import type { StoreDatabase } from '../store.js'

/** Downloads of one version on one day by one consumer. */
export interface ProviderDownloads {
  readonly providerId: string
  readonly version: string
  /** `2026-03-01`, in UTC. */
  readonly day: string
  /** The token that was used. */
  readonly credentialId: string
  /** The organization that the token is one of; empty for a person's own. */
  readonly organizationId: string
  readonly count: number
}

export class ProviderDownloadsStore {
  constructor(private readonly database: StoreDatabase) {}

  /** Adds a batch of a writer, unless it was written before. Downloads of deleted providers are left out. */
  async add(
    ctx: OperationContext,
    writer: string,
    batch: number,
    rows: readonly ProviderDownloads[],
  ): Promise<void> {
    const of = <Key extends keyof ProviderDownloads>(key: Key) => rows.map((row) => row[key])
    await this.database.of(ctx).$executeRaw`
      WITH batch AS (
        INSERT INTO module_download_writers AS w (id, batch, at) VALUES (${writer}, ${batch}, ${ctx.clock.now()})
        ON CONFLICT (id) DO UPDATE SET batch = EXCLUDED.batch, at = EXCLUDED.at WHERE w.batch < EXCLUDED.batch
        RETURNING id
      ), counted AS (
        SELECT r.* FROM unnest(
          ${of('providerId')}::text[], ${of('version')}::text[], ${of('day')}::date[],
          ${of('credentialId')}::text[], ${of('organizationId')}::text[], ${of('count')}::int[]
        ) AS r (provider_id, version, day, credential_id, organization_id, count)
        WHERE EXISTS (SELECT FROM batch) AND EXISTS (SELECT FROM registry_providers p WHERE p.id = r.provider_id)
      ), totals AS (
        INSERT INTO provider_version_downloads AS t (provider_id, version, count)
        SELECT provider_id, version, sum(count) FROM counted GROUP BY provider_id, version
        ORDER BY provider_id, version
        ON CONFLICT (provider_id, version) DO UPDATE SET count = t.count + EXCLUDED.count
      )
      INSERT INTO provider_downloads AS d (provider_id, version, day, credential_id, organization_id, count)
      SELECT * FROM counted ORDER BY provider_id, day, version, credential_id, organization_id
      ON CONFLICT (provider_id, day, version, credential_id, organization_id)
      DO UPDATE SET count = d.count + EXCLUDED.count`
  }

  /** Reads all downloads of each version of these providers, by the ids of the providers. */
  async ofVersions(
    ctx: OperationContext,
    providerIds: readonly string[],
  ): Promise<ReadonlyMap<string, ReadonlyMap<string, number>>> {
    const where = { providerId: { in: [...providerIds] } }
    const rows = await this.database.of(ctx).providerVersionDownloads.findMany({ where })
    return new Map(
      providerIds.map((id) => [
        id,
        new Map(
          rows.filter(({ providerId }) => providerId === id).map(({ version, count }) => [version, count]),
        ),
      ]),
    )
  }

  /** Reads the consumers of a number of days, including today; the one with the most downloads first. */
  async consumers(ctx: OperationContext, providerId: string, days: number): Promise<DownloadsOfConsumer[]> {
    const today = ctx.clock.now().toISOString().slice(0, 10)
    const consumers = db
      .selectFrom('provider_downloads as d')
      .leftJoin('organizations as o', 'o.id', 'd.organization_id')
      .select(sql<string | null>`nullif(d.organization_id, '')`.as('organizationId'))
      .select(['o.name as organizationName', sql<number>`sum(d.count)::int`.as('count')])
      .where('d.provider_id', '=', providerId)
      .where(sql<boolean>`d.day > ${today}::date - ${days}::int`)
      .groupBy(['d.organization_id', 'o.name'])
      .orderBy(sql`count DESC, o.name, d.organization_id`)
    return rowsOf(this.database.of(ctx), consumers)
  }
}
