import { isEngineVersion } from '@engine/shared'
import { hours } from '../../kernel/clock.js'
import type { OperationContext } from '../../kernel/context.js'
import {
  DomainError,
  faults,
  invalid,
  isUnavailable,
  notFound,
  stale,
  unavailable,
} from '../../kernel/errors.js'
import { firstPage } from '../../kernel/page.js'
import { requirePermission } from '../../kernel/permissions.js'
import type { Transactions } from '../../kernel/transaction.js'
import type { MaintenanceTask } from '../maintenance/maintenance.js'
import type { EngineVersion, EngineVersionCreation } from './engine-version.js'
import type { EngineVersionsService } from './engine-versions.service.js'
import type { EngineVersionsStore } from './engine-versions.store.js'
import type { FeedAlarmsStore } from './feed-alarms.store.js'
import {
  differenceOf,
  digestOf,
  type FaultyEntry,
  type FeedComparison,
  type FeedDifference,
} from './feed-difference.js'
import { creationOf, entriesOf, offerOf, ReleaseFeedError, type ReadReleaseFeed } from './release-feed.js'

/** The outcome of reading the feed, for the log. */
interface FeedOutcome {
  readonly added: readonly EngineVersion[]
  readonly known: number
  readonly faulty: number
}

/**
 * The makers' list of released versions, named by the configuration (contract §4). It is compared regularly, so that a
 * changed checksum is reported without a visit to the page; what a comparison finds, a person alone takes over.
 */
export class ReleaseFeedService implements MaintenanceTask {
  readonly name = 'release-feed-comparison'
  readonly every = hours(6)

  constructor(
    private readonly store: EngineVersionsStore,
    private readonly alarms: FeedAlarmsStore,
    private readonly engineVersions: EngineVersionsService,
    private readonly transactions: Transactions,
    private readonly read: ReadReleaseFeed | undefined,
  ) {}

  /** Adds the versions that are not known, at each start; what cannot be read or taken is a warning in the log. */
  async addUnknown(ctx: OperationContext): Promise<FeedOutcome> {
    const added: EngineVersion[] = []
    let known = 0
    const entries = await this.entries(ctx)
    for (const [index, entry] of entries.entries()) {
      const outcome = await this.add(ctx, index, entry)
      if (outcome === 'known') known++
      else if (outcome !== 'faulty') added.push(outcome)
    }
    const outcome = { added, known, faulty: entries.length - known - added.length }
    if (entries.length > 0)
      ctx.log.info({ ...outcome, added: added.length }, 'the feed of engine versions was read')
    return outcome
  }

  async run(ctx: OperationContext): Promise<void> {
    await this.compare(ctx)
  }

  /** Stores the alarms. Undefined where no feed is named; throws `unavailable` where it cannot be read. */
  async compare(ctx: OperationContext): Promise<FeedComparison | undefined> {
    requirePermission(ctx, 'engine-versions:write')
    const entries = this.read && (await readable(this.read))
    return this.transactions.run(ctx, async (tx) => {
      await this.store.lockFeed(tx)
      const comparison = entries && (await this.compareWith(tx, entries))
      await this.alarms.replace(tx, comparison?.differences ?? [])
      return comparison
    })
  }

  /** Adds or changes versions, all or none. Throws `stale` where the comparison of this digest is not that of now. */
  async takeOver(
    ctx: OperationContext,
    { digest, versions }: { readonly digest: string; readonly versions: readonly string[] },
  ): Promise<readonly EngineVersion[]> {
    requirePermission(ctx, 'engine-versions:write')
    if (!this.read) throw notFound({ why: 'no feed of versions is named' })
    if (versions.length === 0) throw invalid(faults.blank('versions'))
    const entries = await readable(this.read)
    return this.transactions.run(ctx, async (tx) => {
      await this.store.lockFeed(tx)
      const now = await this.compareWith(tx, entries)
      if (now.digest !== digest) throw stale()
      const taken: EngineVersion[] = []
      for (const difference of pick(now.differences, versions)) taken.push(await this.take(tx, difference))
      return taken
    })
  }

  private async entries(ctx: OperationContext): Promise<readonly unknown[]> {
    try {
      return this.read ? await entriesOf(this.read) : []
    } catch (error) {
      if (!(error instanceof ReleaseFeedError)) throw error
      ctx.log.warn({ reason: error.message }, 'the feed of engine versions could not be read')
      return []
    }
  }

  private async add(
    ctx: OperationContext,
    index: number,
    entry: unknown,
  ): Promise<EngineVersion | 'known' | 'faulty'> {
    const creation = creationOf(entry)
    try {
      return await this.transactions.run(ctx, async (tx) => {
        // Several processes may start at once: one adds the version, and the others find it.
        await this.store.lockFeed(tx)
        return (await this.isKnown(tx, creation.version)) ? 'known' : this.engineVersions.create(tx, creation)
      })
    } catch (error) {
      if (!(error instanceof DomainError) || isUnavailable(error)) throw error
      const fields = { entry: index, version: creation.version, reasons: reasonsOf(error) }
      ctx.log.warn(fields, 'an entry of the feed of engine versions was left out')
      return 'faulty'
    }
  }

  private async isKnown(tx: OperationContext, version: unknown): Promise<boolean> {
    if (typeof version !== 'string' || !isEngineVersion(version)) return false
    return (await this.store.list(tx, { version }, firstPage)).totalCount > 0
  }

  private take(tx: OperationContext, { known, offer, change }: FeedDifference): Promise<EngineVersion> {
    return known
      ? this.engineVersions.update(tx, known.id, change, known.updatedAt)
      : this.engineVersions.create(tx, offer)
  }

  private async compareWith(ctx: OperationContext, entries: readonly unknown[]): Promise<FeedComparison> {
    const { offers, faulty } = sorted(entries)
    const known = await this.store.findByVersions(ctx, [...offers.keys()])
    const found = [...offers.values()].flatMap((offer) => {
      const difference = differenceOf(offer, known.get(offer.version))
      return difference ? [difference] : []
    })
    const differences = [...found.filter(isAlarming), ...found.filter((each) => !isAlarming(each))]
    return {
      digest: digestOf(differences),
      differences,
      same: offers.size - differences.length,
      faulty,
    }
  }
}

const isAlarming = ({ alarms }: FeedDifference): boolean => alarms.length > 0

async function readable(read: ReadReleaseFeed): Promise<readonly unknown[]> {
  try {
    return await entriesOf(read)
  } catch (error) {
    if (!(error instanceof ReleaseFeedError)) throw error
    throw unavailable(`The feed of engine versions could not be read: ${error.message}`)
  }
}

/** Sorts entries; of two with the same version the first counts, as it does at a start. */
function sorted(entries: readonly unknown[]) {
  const offers = new Map<string, EngineVersionCreation>()
  const faulty: FaultyEntry[] = []
  for (const [index, entry] of entries.entries()) {
    try {
      const offer = offerOf(entry)
      if (!offers.has(offer.version)) offers.set(offer.version, offer)
    } catch (error) {
      if (!(error instanceof DomainError) || error.failure.kind !== 'invalid') throw error
      faulty.push({ index, faults: error.failure.faults })
    }
  }
  return { offers, faulty }
}

function pick(
  differences: readonly FeedDifference[],
  versions: readonly string[],
): readonly FeedDifference[] {
  const found = new Map(differences.map((difference) => [difference.version, difference]))
  const missing = versions.flatMap((version, index) =>
    found.has(version) ? [] : [faults.notIncluded('versions', index)],
  )
  if (missing.length > 0) throw invalid(...missing)
  const wanted = new Set(versions)
  return differences.filter(({ version }) => wanted.has(version))
}

const reasonsOf = ({ failure }: DomainError): readonly string[] =>
  failure.kind === 'invalid' ? failure.faults.map(({ message }) => message) : [failure.kind]
