import { isEngineVersion } from '@engine/shared'
import { organizationOf } from '../../kernel/actor.js'
import { days, later, seconds } from '../../kernel/clock.js'
import type { OperationContext } from '../../kernel/context.js'
import type { EngineClient } from '../../kernel/engine-client.js'
import type { OrderedPage, Paged } from '../../kernel/page.js'
import { requirePermission } from '../../kernel/permissions.js'
import type { Transactions } from '../../kernel/transaction.js'
import { CounterBuffer } from '../../kernel/counter-buffer.js'
import type { MaintenanceTask } from '../maintenance/maintenance.js'
import {
  keptDays,
  mostVersions,
  runKey,
  type EngineRunner,
  type EngineRunnerFilter,
  type EngineRunnerOrder,
  type EngineSighting,
  type FirstRefusal,
  type RunHistory,
  type RunsOfDay,
  type RunVersion,
  type RunVersionFilter,
  type RunVersionOrder,
  type SeenRecently,
} from './engine-sighting.js'
import type { EngineSightingsStore } from './engine-sightings.store.js'

/** Delay before counts are written: no page has to be exact at once. */
const writtenAfter = seconds(5)

/** Follows up first refusals, in the transaction that writes them. */
export type FollowRefusals = (tx: OperationContext, refusals: readonly FirstRefusal[]) => Promise<void>

/** A sighting whose counts grow until its batch is written. */
type CountedSighting = { -readonly [Name in keyof EngineSighting]: EngineSighting[Name] }

interface Latest {
  /** Days since the epoch. */
  readonly day: number
  readonly client: EngineClient
  readonly row: CountedSighting
}

const isOf = ({ client, row }: Latest, { engine, version }: EngineClient, organizationId: string): boolean =>
  client.engine === engine && client.version === version && row.organizationId === organizationId

/** Engines in use, as registry requests announce them (contract §12): the header can be forged. */
export class EngineSightingsService implements MaintenanceTask {
  readonly name = 'old-engine-sightings'
  readonly every = days(1)
  private readonly buffer: CounterBuffer<CountedSighting>
  /** The versions of each token in the current batch, so that invented ones do not fill the memory. */
  private readonly counted = new Map<string, Set<string>>()
  /** The last announcement of each token in the current batch: it mostly repeats, which then costs next to nothing. */
  private readonly latest = new Map<string, Latest>()

  constructor(
    private readonly store: EngineSightingsStore,
    transactions: Transactions,
    follow: FollowRefusals,
  ) {
    this.buffer = new CounterBuffer({
      what: 'sightings of engines',
      writtenAfter,
      add: (ctx, writer, batch, rows) => {
        // The rows are being written: later counts make new ones.
        this.counted.clear()
        this.latest.clear()
        return transactions.run(ctx, async (tx) => {
          const refusals = await store.add(tx, writer, batch, rows)
          await follow(tx, refusals)
        })
      },
    })
  }

  /** Number of rows that are in memory alone. */
  get unwritten(): number {
    return this.buffer.unwritten
  }

  /** Counts a registry request by a token; `owner` is the organization whose things were asked for. */
  count(ctx: OperationContext, owner: string | undefined): void {
    this.add(ctx, owner, 1, 0)
  }

  /** Counts that this version of the engine was run, as the state that it wrote says: such requests carry none. */
  countRun(
    ctx: OperationContext,
    organizationId: string,
    { engineVersion: version, byFork }: { readonly engineVersion: string | null; readonly byFork: boolean },
  ): void {
    const announced = version !== null && isEngineVersion(version) ? version : ''
    this.add(
      { ...ctx, engine: { engine: byFork ? 'fork' : 'engine', version: announced } },
      organizationId,
      1,
      0,
    )
  }

  /** Counts a request that the engine policy of the organization refused; the request itself is counted apart. */
  countRefused(ctx: OperationContext, owner: string): void {
    this.add(ctx, owner, 0, 1)
  }

  async seenRecently(
    ctx: OperationContext,
    versions: readonly string[],
  ): Promise<ReadonlyMap<string, SeenRecently>> {
    requirePermission(ctx, 'engine-versions:read')
    return this.store.seenRecently(ctx, versions)
  }

  async listVersions(
    ctx: OperationContext,
    filter: RunVersionFilter,
    page: OrderedPage<RunVersionOrder>,
  ): Promise<Paged<RunVersion>> {
    requirePermission(ctx, 'engine-versions:read')
    return this.store.listVersions(ctx, filter, page)
  }

  /** Counts the last days of the versions that were run most, and of all others together. */
  async histories(ctx: OperationContext, length: number, most: number): Promise<readonly RunHistory[]> {
    requirePermission(ctx, 'engine-versions:read')
    const rows = await this.store.countMostRun(ctx, length, most)
    const firsts = rows.filter(({ place }, index) => place !== rows[index - 1]?.place)
    return firsts.map(({ place, engine, version }) => ({
      ...{ engine, version },
      days: everyDay(
        ctx,
        length,
        rows.filter((row) => row.place === place),
      ),
    }))
  }

  /** Counts the last days of each of these versions, by `runKey`. */
  async historiesOf(
    ctx: OperationContext,
    keys: readonly string[],
    length: number,
  ): Promise<ReadonlyMap<string, readonly RunsOfDay[]>> {
    requirePermission(ctx, 'engine-versions:read')
    const versions = keys.map((key) => key.slice(key.indexOf(' ') + 1))
    const rows = await this.store.countRuns(ctx, length, versions)
    const of = (key: string) => rows.filter(({ engine, version }) => runKey(engine, version) === key)
    return new Map(keys.map((key) => [key, everyDay(ctx, length, of(key))]))
  }

  async listRunners(
    ctx: OperationContext,
    filter: EngineRunnerFilter,
    page: OrderedPage<EngineRunnerOrder>,
  ): Promise<Paged<EngineRunner>> {
    requirePermission(ctx, 'engine-versions:read')
    return this.store.listRunners(ctx, filter, page)
  }

  /** Removes sightings that are too old. */
  async run(ctx: OperationContext): Promise<void> {
    await this.store.removeOlder(ctx, keptDays)
  }

  /** Writes the remaining counts. */
  stop(ctx: OperationContext): Promise<void> {
    return this.buffer.stop(ctx)
  }

  private add(ctx: OperationContext, owner: string | undefined, requests: number, refused: number): void {
    const { actor, engine: client } = ctx
    if (!client || !('credential' in actor) || actor.credential.kind !== 'token') return
    const credentialId = actor.credential.id
    const organizationId = organizationOf(actor) ?? owner ?? ''
    const day = Math.floor(ctx.clock.now().getTime() / days(1))
    let latest = this.latest.get(credentialId)
    if (!latest || latest.day !== day || !isOf(latest, client, organizationId)) {
      latest = { day, client, row: this.rowOf(ctx, client, credentialId, organizationId) }
      this.latest.set(credentialId, latest)
    }
    latest.row.requests += requests
    latest.row.refused += refused
  }

  /** Finds or creates the row of the current batch. */
  private rowOf(
    ctx: OperationContext,
    client: EngineClient,
    credentialId: string,
    organizationId: string,
  ): CountedSighting {
    const { engine } = client
    const version = this.isCountedApart(credentialId, `${engine} ${client.version}`) ? client.version : ''
    const day = ctx.clock.now().toISOString().slice(0, 10)
    const key = `${day} ${credentialId} ${engine} ${version} ${organizationId}`
    const row = this.buffer.get(key) ?? {
      ...{ day, engine, version, credentialId, organizationId },
      ...{ requests: 0, refused: 0 },
    }
    this.buffer.set(ctx, key, row)
    return row
  }

  /** Tells whether this version of the token is counted apart. */
  private isCountedApart(credentialId: string, version: string): boolean {
    let versions = this.counted.get(credentialId)
    if (!versions) this.counted.set(credentialId, (versions = new Set()))
    if (versions.has(version)) return true
    if (versions.size >= mostVersions) return false
    versions.add(version)
    return true
  }
}

/** The last days, including today, with their counts. */
function everyDay({ clock }: OperationContext, length: number, counted: readonly RunsOfDay[]): RunsOfDay[] {
  const requests = new Map(counted.map((each) => [each.day, each.requests]))
  return Array.from({ length }, (_, index) => {
    const day = later(clock.now(), -days(length - 1 - index))
      .toISOString()
      .slice(0, 10)
    return { day, requests: requests.get(day) ?? 0 }
  })
}
