import { isEngineVersion } from '@engine/shared'
import type { OperationContext } from '../../kernel/context.js'
import { DomainError, isUnavailable } from '../../kernel/errors.js'
import { firstPage } from '../../kernel/page.js'
import type { Transactions } from '../../kernel/transaction.js'
import type { EngineVersion } from './engine-version.js'
import type { EngineVersionsService } from './engine-versions.service.js'
import type { EngineVersionsStore } from './engine-versions.store.js'
import { creationOf, entriesOf, ReleaseFeedError, type ReadReleaseFeed } from './release-feed.js'

/** What a log says of the feed after it was read. */
interface FeedOutcome {
  readonly added: readonly EngineVersion[]
  readonly known: number
  readonly faulty: number
}

/** The makers' list of released versions, named by the configuration (contract §4). */
export class ReleaseFeedService {
  constructor(
    private readonly store: EngineVersionsStore,
    private readonly engineVersions: EngineVersionsService,
    private readonly transactions: Transactions,
    private readonly read: ReadReleaseFeed | undefined,
  ) {}

  /**
   * At each start: adds the versions that are not known, and changes none that is. What cannot be read or taken is a
   * warning in the log, entry by entry; the start goes on.
   */
  async addUnknown(ctx: OperationContext): Promise<FeedOutcome> {
    const added: EngineVersion[] = []
    let known = 0
    const entries = await this.entries(ctx)
    for (const [index, entry] of entries.entries()) {
      const outcome = await this.take(ctx, index, entry)
      if (outcome === 'known') known++
      else if (outcome !== 'faulty') added.push(outcome)
    }
    const outcome = { added, known, faulty: entries.length - known - added.length }
    if (entries.length > 0)
      ctx.log.info({ ...outcome, added: added.length }, 'the feed of engine versions was read')
    return outcome
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

  private async take(
    ctx: OperationContext,
    index: number,
    entry: unknown,
  ): Promise<EngineVersion | 'known' | 'faulty'> {
    const creation = creationOf(entry)
    try {
      return await this.transactions.run(ctx, async (tx) => {
        // Of several processes that start at once, one adds the version and the others find it there.
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
}

const reasonsOf = ({ failure }: DomainError): readonly string[] =>
  failure.kind === 'invalid' ? failure.faults.map(({ message }) => message) : [failure.kind]
