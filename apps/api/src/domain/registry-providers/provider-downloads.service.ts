import { seconds } from '../../kernel/clock.js'
import type { OperationContext } from '../../kernel/context.js'
import { CounterBuffer } from '../../kernel/counter-buffer.js'
import { consumerOf, type DownloadsOfConsumer } from '../registry-modules/module-download.js'
import type { ProviderDownloads, ProviderDownloadsStore } from './provider-downloads.store.js'
import type { PublishedVersionOfProvider } from './published-providers.service.js'

const writtenAfter = seconds(1)

/** Counts downloads of private providers, in batches (contract §16). */
export class ProviderDownloadsService {
  private readonly buffer: CounterBuffer<ProviderDownloads>

  constructor(private readonly store: ProviderDownloadsStore) {
    this.buffer = new CounterBuffer({
      what: 'downloads of providers',
      writtenAfter,
      add: (ctx, writer, batch, rows) => store.add(ctx, writer, batch, rows),
    })
  }

  /** Number of rows of counts that are in memory alone. */
  get unwritten(): number {
    return this.buffer.unwritten
  }

  count(ctx: OperationContext, { provider, version }: PublishedVersionOfProvider): void {
    const day = ctx.clock.now().toISOString().slice(0, 10)
    const row = { providerId: provider.id, version: version.version, day, ...consumerOf(ctx.actor) }
    const key = Object.values(row).join(' ')
    this.buffer.set(ctx, key, { ...row, count: (this.buffer.get(key)?.count ?? 0) + 1 })
  }

  /** Reads the downloads of providers that the caller has looked up, by id and by version; versions that are deleted too. */
  async ofVersions(
    ctx: OperationContext,
    providerIds: readonly string[],
  ): Promise<ReadonlyMap<string, ReadonlyMap<string, number>>> {
    return this.store.ofVersions(ctx, providerIds)
  }

  /** Reads all downloads of a provider that the caller has looked up. */
  async total(ctx: OperationContext, providerId: string): Promise<number> {
    const counts =
      (await this.store.ofVersions(ctx, [providerId])).get(providerId) ?? new Map<string, number>()
    return [...counts.values()].reduce((sum, count) => sum + count, 0)
  }

  /** Reads who downloaded a provider that the caller has looked up; `days` from 1, including today. */
  async consumers(
    ctx: OperationContext,
    providerId: string,
    days: number,
  ): Promise<readonly DownloadsOfConsumer[]> {
    return this.store.consumers(ctx, providerId, days)
  }

  /** Writes what is left. */
  async stop(ctx: OperationContext): Promise<void> {
    await this.buffer.stop(ctx)
  }
}
