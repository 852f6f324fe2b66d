import type { OperationContext } from '../../kernel/context.js'
import { CounterBuffer } from '../../kernel/counter-buffer.js'
import type { ModuleAccessService } from './module-access.service.js'
import {
  consumerOf,
  type DownloadsHistory,
  type DownloadsSummary,
  type ModuleDownloads,
} from './module-download.js'
import type { ModuleDownloadsStore } from './module-downloads.store.js'
import type { Published } from './registry-module-versions.service.js'
import type { ModuleAddress, Module } from './registry-module.js'

/** Delay in milliseconds before a download is written and shown in lists. */
const writtenAfter = 250
const shownAfter = 30_000

/** Counts downloads, in batches, and takes them over into what lists show. */
export class ModuleDownloadsService {
  private readonly buffer: CounterBuffer<ModuleDownloads>
  private unshown = new Set<string>()
  private showTimer: NodeJS.Timeout | undefined

  constructor(
    private readonly store: ModuleDownloadsStore,
    private readonly access: ModuleAccessService,
  ) {
    this.buffer = new CounterBuffer({
      what: 'downloads',
      writtenAfter,
      add: (ctx, writer, batch, rows) => store.add(ctx, writer, batch, rows),
      written: (ctx, rows) => this.showLater(ctx, rows),
    })
  }

  /** Number of rows of counts that are in memory alone. */
  get unwritten(): number {
    return this.buffer.unwritten
  }

  count(ctx: OperationContext, { module, version }: Published): void {
    const consumer = consumerOf(ctx.actor)
    const lastAt = ctx.clock.now()
    const day = lastAt.toISOString().slice(0, 10)
    const key = [module.id, version.version, day, consumer.credentialId].join(' ')
    const count = (this.buffer.get(key)?.count ?? 0) + 1
    const download = { moduleId: module.id, version: version.version, day, ...consumer, count, lastAt }
    this.buffer.set(ctx, key, download)
  }

  async summary(
    ctx: OperationContext,
    address: ModuleAddress,
  ): Promise<{ readonly module: Module; readonly downloads: DownloadsSummary }> {
    const { module } = await this.access.module(ctx, address, 'modules:use')
    return { module, downloads: await this.store.summary(ctx, module.id) }
  }

  /** Reads the downloads of a module that the caller has looked up; `days` from 1, including today. */
  async history(ctx: OperationContext, moduleId: string, days: number): Promise<DownloadsHistory> {
    return this.store.history(ctx, moduleId, days)
  }

  /** Reads the downloads of each day of modules that the caller has looked up, by id; today last. */
  async daily(
    ctx: OperationContext,
    moduleIds: readonly string[],
    days: number,
  ): Promise<ReadonlyMap<string, readonly number[]>> {
    return this.store.daily(ctx, moduleIds, days)
  }

  /** Reads the downloads of versions that the caller has looked up, by id; one without any is left out. */
  async ofVersions(
    ctx: OperationContext,
    versionIds: readonly string[],
  ): Promise<ReadonlyMap<string, number>> {
    return this.store.ofVersions(ctx, versionIds)
  }

  /** Brings into lists what processes wrote that were killed before they showed it. */
  async start(ctx: OperationContext): Promise<void> {
    try {
      await this.store.forgetWriters(ctx)
      await this.store.refreshListings(ctx, await this.store.recent(ctx))
    } catch (error) {
      ctx.log.warn({ error: String(error) }, 'the downloads of modules could not be taken over into lists')
    }
  }

  /** Writes and shows what is left. */
  async stop(ctx: OperationContext): Promise<void> {
    await this.buffer.stop(ctx)
    await this.show(ctx)
  }

  private showLater(ctx: OperationContext, rows: readonly ModuleDownloads[]): void {
    for (const { moduleId } of rows) this.unshown.add(moduleId)
    this.showTimer ??= setTimeout(() => void this.show(ctx), shownAfter).unref()
  }

  private async show(ctx: OperationContext): Promise<void> {
    clearTimeout(this.showTimer)
    this.showTimer = undefined
    const ids = [...this.unshown]
    this.unshown = new Set()
    try {
      if (ids.length > 0) await this.store.refreshListings(ctx, ids)
    } catch (error) {
      for (const id of ids) this.unshown.add(id)
      ctx.log.warn({ error: String(error) }, 'the downloads of modules could not be taken over into lists')
      this.showTimer ??= setTimeout(() => void this.show(ctx), shownAfter).unref()
    }
  }
}
