import { sql } from 'kysely'
import { days, later } from '../../kernel/clock.js'
import type { OperationContext } from '../../kernel/context.js'
import { pagedByParent, rangeOf, type Page, type Paged } from '../../kernel/page.js'
import { any, count, db, idsAs, rowsOf } from '../sql.js'
import type { StoreDatabase } from '../store.js'
import {
  fullAddress,
  type FirstRequest,
  type OrganizationsUsing,
  type UserOfVersion,
} from './public-provider.js'

/** Downloads of a version by one token on one day. */
export interface CountedUse {
  readonly versionId: string
  readonly credentialId: string
  /** The organization of the token; empty for a person's. */
  readonly organizationId: string
  /** `2026-03-01`, in UTC. */
  readonly day: string
  readonly count: number
}

/** Requests of an organization on one day for a provider that it may not use. */
export interface CountedRequest {
  readonly providerId: string
  readonly organizationId: string
  readonly day: string
  readonly count: number
  readonly lastAt: Date
}

const recentDays = 30

const mostNamed = 20

export class PublicProviderUsesStore {
  constructor(private readonly database: StoreDatabase) {}

  /** Adds a batch of a writer, unless it was written before. */
  async addUses(
    ctx: OperationContext,
    writer: string,
    batch: number,
    rows: readonly CountedUse[],
  ): Promise<void> {
    const of = <Key extends keyof CountedUse>(key: Key) => rows.map((row) => row[key])
    await this.database.of(ctx).$executeRaw`
      WITH batch AS (
        INSERT INTO module_download_writers AS w (id, batch, at) VALUES (${writer}, ${batch}, ${ctx.clock.now()})
        ON CONFLICT (id) DO UPDATE SET batch = EXCLUDED.batch, at = EXCLUDED.at WHERE w.batch < EXCLUDED.batch
        RETURNING id
      )
      INSERT INTO public_provider_uses AS u (version_id, credential_id, organization_id, day, count)
      SELECT r.* FROM unnest(
        ${of('versionId')}::text[], ${of('credentialId')}::text[], ${of('organizationId')}::text[],
        ${of('day')}::date[], ${of('count')}::int[]
      ) AS r (version_id, credential_id, organization_id, day, count)
      WHERE EXISTS (SELECT FROM batch) AND EXISTS (SELECT FROM public_provider_versions v WHERE v.id = r.version_id)
      ORDER BY r.version_id, r.credential_id, r.organization_id, r.day
      ON CONFLICT (version_id, credential_id, organization_id, day)
      DO UPDATE SET count = u.count + EXCLUDED.count`
  }

  /** Adds a batch of requests likewise. Returns those that are the first of their day. */
  async addRequests(
    ctx: OperationContext,
    writer: string,
    batch: number,
    rows: readonly CountedRequest[],
  ): Promise<readonly FirstRequest[]> {
    const of = <Key extends keyof CountedRequest>(key: Key) => rows.map((row) => row[key])
    const database = this.database.of(ctx)
    const isNew = await database.$executeRaw`
      INSERT INTO module_download_writers AS w (id, batch, at) VALUES (${writer}, ${batch}, ${ctx.clock.now()})
      ON CONFLICT (id) DO UPDATE SET batch = EXCLUDED.batch, at = EXCLUDED.at WHERE w.batch < EXCLUDED.batch`
    if (!isNew) return []
    const refused = sql<{ provider_id: string; organization_id: string }>`unnest(
      ${of('providerId')}::text[], ${of('organizationId')}::text[], ${of('day')}::date[],
      ${of('count')}::int[], ${of('lastAt')}::timestamptz[]
    )`.as<'r'>(sql`r (provider_id, organization_id, day, count, last_at)`)
    const first = db
      .with('added', (creator) =>
        creator
          .insertInto('public_provider_refusals')
          .columns(['provider_id', 'organization_id', 'day', 'count', 'last_at'])
          .expression(
            db
              .selectFrom(refused)
              .innerJoin('public_providers as p', 'p.id', 'r.provider_id')
              .innerJoin('organizations as o', 'o.id', 'r.organization_id')
              .selectAll('r')
              .orderBy(sql`r.provider_id, r.organization_id, r.day`),
          )
          .onConflict((conflict) =>
            conflict.columns(['provider_id', 'organization_id', 'day']).doUpdateSet({
              count: sql`public_provider_refusals.count + EXCLUDED.count`,
              last_at: sql`greatest(public_provider_refusals.last_at, EXCLUDED.last_at)`,
            }),
          )
          .returning(['provider_id', 'organization_id', sql<boolean>`(xmax = 0)`.as('is_first')]),
      )
      .selectFrom('added as a')
      .innerJoin('organizations as o', 'o.id', 'a.organization_id')
      .innerJoin('public_providers as p', 'p.id', 'a.provider_id')
      .select(['a.provider_id as providerId', 'a.organization_id as organizationId'])
      .select(['o.name as organization', 'p.origin', 'p.namespace', 'p.name'])
      .where('a.is_first', '=', true)
      .orderBy(sql`a.provider_id, a.organization_id`)
    const added = await rowsOf(database, first)
    return added.map(({ providerId, organizationId, organization, ...address }) => ({
      ...{ providerId, organizationId, organization },
      provider: fullAddress(address),
    }))
  }

  /** Lists the users that downloaded versions of each of these providers in 30 days, most downloads first. */
  async listUsers(
    ctx: OperationContext,
    providerIds: readonly string[],
    page: Page,
  ): Promise<ReadonlyMap<string, Paged<UserOfVersion>>> {
    const database = this.database.of(ctx)
    const { skip, take } = rangeOf(page)
    const since = later(ctx.clock.now(), -days(recentDays)).toISOString().slice(0, 10)
    const wanted = db.selectFrom(idsAs(providerIds, 'wanted'))
    const users = db
      .selectFrom('public_provider_uses as u')
      .innerJoin('public_provider_versions as v', 'v.id', 'u.version_id')
      .leftJoin('organizations as o', 'o.id', 'u.organization_id')
      .select(['v.version', 'o.name as organization'])
      .select([
        sql<string | null>`nullif(u.organization_id, '')`.as('organizationId'),
        sql<number>`count(DISTINCT u.credential_id)::int`.as('tokens'),
        sql<number>`sum(u.count)::int`.as('downloads'),
        sql<string>`to_char(max(u.day), 'YYYY-MM-DD')`.as('lastDay'),
      ])
      .whereRef('v.provider_id', '=', sql.ref('wanted.id'))
      .where(sql<boolean>`u.day > ${since}::date`)
      .groupBy(['v.version', 'v.sort_key', 'u.organization_id', 'o.name'])
    const mostFirst = sql`sum(u.count) DESC, v.sort_key DESC, o.name NULLS LAST, u.organization_id`
    const ofPage = users
      .select(sql<bigint>`row_number() OVER (ORDER BY ${mostFirst})`.as('place'))
      .orderBy('place')
      .limit(take)
      .offset(skip)
    const counted = db.selectFrom(users.as('each')).select(count.as('total'))
    const [totals, found] = await Promise.all([
      rowsOf(database, wanted.crossJoinLateral(counted.as('counted')).select(['wanted.id', 'counted.total'])),
      rowsOf(
        database,
        wanted
          .crossJoinLateral(ofPage.as('user'))
          .selectAll('user')
          .select('wanted.id as providerId')
          .orderBy('user.place'),
      ),
    ])
    return pagedByParent(page, totals, ({ id, total }) => [
      found.flatMap(({ providerId, place: _, ...user }) => (providerId === id ? [user] : [])),
      total,
    ])
  }

  /** Finds the organizations that downloaded each of these versions in 30 days, by the id of the version. */
  async organizationsOf(
    ctx: OperationContext,
    versionIds: readonly string[],
  ): Promise<ReadonlyMap<string, OrganizationsUsing>> {
    const since = later(ctx.clock.now(), -days(recentDays)).toISOString().slice(0, 10)
    const found = db
      .selectFrom('public_provider_uses as u')
      .innerJoin('organizations as o', 'o.id', 'u.organization_id')
      .select([
        'u.version_id as id',
        sql<string[]>`(array_agg(DISTINCT o.name ORDER BY o.name))[1:${mostNamed}]`.as('names'),
        sql<number>`count(DISTINCT o.id)::int`.as('total'),
      ])
      .where('u.version_id', '=', any(versionIds))
      .where(sql<boolean>`u.day > ${since}::date`)
      .groupBy('u.version_id')
    return new Map((await rowsOf(this.database.of(ctx), found)).map(({ id, ...using }) => [id, using]))
  }

  /** Removes counts that are older than this number of days. */
  async removeOlder(ctx: OperationContext, stored: number): Promise<void> {
    const day = {
      lt: new Date(
        later(ctx.clock.now(), -days(stored - 1))
          .toISOString()
          .slice(0, 10),
      ),
    }
    const database = this.database.of(ctx)
    await database.publicProviderUse.deleteMany({ where: { day } })
    await database.publicProviderRefusal.deleteMany({ where: { day } })
  }
}
