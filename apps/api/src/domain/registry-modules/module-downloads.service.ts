import { randomUUID } from 'node:crypto'
import type { Actor } from '../../kernel/actor.js'
import type { OperationContext } from '../../kernel/context.js'
import type { ModuleAccessService } from './module-access.service.js'
import type { DownloadsHistory, DownloadsSummary, ModuleDownloads } from './module-download.js'
import type { ModuleDownloadsStore } from './module-downloads.store.js'
import type { Published } from './registry-module-versions.service.js'
import type { ModuleAddress, ModuleWithVersions } from './registry-module.js'

/** How long a download waits to be written, after a failure, and to be shown in lists; in milliseconds. */
const writtenAfter = 250
const triedAgainAfter = 1000
const shownAfter = 30_000

interface Batch {
  readonly number: number
  readonly rows: readonly ModuleDownloads[]
}

/**
 * Counts downloads in memory and writes them in batches, so that a download waits for no statement. While no process
 * is killed each counts once; a kill loses what came in its last moments, and nothing is ever counted twice.
 */
export class ModuleDownloadsService {
  private readonly writer = randomUUID()
  private waiting = new Map<string, ModuleDownloads>()
  private unshown = new Set<string>()
  /** The batch that is being written, or whose outcome is unknown: it is written before any other. */
  private batch: Batch | undefined
  private batches = 0
  private writing: Promise<void> | undefined
  private writeTimer: NodeJS.Timeout | undefined
  private showTimer: NodeJS.Timeout | undefined

  constructor(
    private readonly store: ModuleDownloadsStore,
    private readonly access: ModuleAccessService,
  ) {}

  /** How many rows of counts are in memory alone. */
  get unwritten(): number {
    return this.waiting.size + (this.batch?.rows.length ?? 0)
  }

  count(ctx: OperationContext, { module, version }: Published): void {
    const consumer = consumerOf(ctx.actor)
    const day = ctx.clock.now().toISOString().slice(0, 10)
    const key = [module.id, version.version, day, consumer.credentialId].join(' ')
    const count = (this.waiting.get(key)?.count ?? 0) + 1
    this.waiting.set(key, { moduleId: module.id, version: version.version, day, ...consumer, count })
    this.writeIn(writtenAfter, ctx)
  }

  async summary(
    ctx: OperationContext,
    address: ModuleAddress,
  ): Promise<{ readonly module: ModuleWithVersions; readonly downloads: DownloadsSummary }> {
    const { module } = await this.access.module(ctx, address, 'modules:use')
    return { module, downloads: await this.store.summary(ctx, module.id) }
  }

  /** Of a module that was found before; `days` from 1, today among them. */
  async history(ctx: OperationContext, moduleId: string, days: number): Promise<DownloadsHistory> {
    return this.store.history(ctx, moduleId, days)
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
    await this.writing
    await this.write(ctx)
    await this.show(ctx)
  }

  private async write(ctx: OperationContext): Promise<void> {
    clearTimeout(this.writeTimer)
    this.writeTimer = undefined
    this.writing ??= this.writeBatches(ctx).finally(() => (this.writing = undefined))
    await this.writing
  }

  /** What is counted meanwhile waits for its own time, so that many downloads are not many statements. */
  private async writeBatches(ctx: OperationContext): Promise<void> {
    const isLate = this.batch !== undefined
    try {
      await this.writeBatch(ctx)
      if (isLate) await this.writeBatch(ctx)
      if (this.waiting.size > 0) this.writeIn(writtenAfter, ctx)
    } catch (error) {
      ctx.log.warn({ error: String(error) }, 'downloads could not be written, trying again')
      this.writeIn(triedAgainAfter, ctx)
    }
  }

  private async writeBatch(ctx: OperationContext): Promise<void> {
    const batch = this.nextBatch()
    if (!batch) return
    await this.store.add(ctx, this.writer, batch.number, batch.rows)
    this.batch = undefined
    for (const { moduleId } of batch.rows) this.unshown.add(moduleId)
    this.showTimer ??= setTimeout(() => void this.show(ctx), shownAfter).unref()
  }

  private writeIn(milliseconds: number, ctx: OperationContext): void {
    this.writeTimer ??= setTimeout(() => void this.write(ctx), milliseconds).unref()
  }

  private nextBatch(): Batch | undefined {
    if (!this.batch && this.waiting.size > 0) {
      this.batch = { number: ++this.batches, rows: [...this.waiting.values()] }
      this.waiting = new Map()
    }
    return this.batch
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

function consumerOf(actor: Actor): Pick<ModuleDownloads, 'credentialId' | 'organizationId'> {
  switch (actor.type) {
    case 'user':
      return { credentialId: actor.credential.id, organizationId: '' }
    case 'team':
      return { credentialId: actor.credential.id, organizationId: actor.organizationId }
    case 'organization':
      return { credentialId: actor.credential.id, organizationId: actor.id }
    default:
      return { credentialId: '', organizationId: '' }
  }
}
