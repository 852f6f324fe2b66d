import { hours, minutes } from '../../kernel/clock.js'
import type { OperationContext } from '../../kernel/context.js'
import { isUnavailable, unavailable } from '../../kernel/errors.js'
import { FairQueue } from '../../kernel/fair-queue.js'
import type { MaintenanceTask, ShouldContinue } from '../maintenance/maintenance.js'
import { packageHash } from './package-hashes.js'
import type { TakenFile } from './provider-files.js'
import type { ProviderParts } from './provider-parts.js'
import type { UnhashedPlatform } from './registry-provider-versions.store.js'

/**
 * Limits of concurrent hashing of uploaded zips: two, one of an organization, and the number that may wait.
 */
const queueLimits = { running: 2, runningOfALine: 1, waiting: 200, waitingInAll: 1000 }
/** Time limits in milliseconds: for an upload that waits, and for one zip during maintenance. */
const timeouts = { upload: minutes(1), maintenance: minutes(10) }

/** The number of platforms that are looked for at a time. */
const batchSize = 100

const tooMany = () => unavailable('Too many zips of providers are being read at once')

/**
 * Computes the `h1:…` of each zip once: at its upload, or later where that takes too long, and of what releases before
 * stored. A zip that cannot be read whole has an empty one, so that it is not looked at again.
 */
export class PackageHashesService implements MaintenanceTask {
  readonly name = 'unhashed-provider-zips'
  readonly every = hours(1)

  private readonly queue = new FairQueue({ ...queueLimits, full: tooMany })

  constructor(private readonly parts: Pick<ProviderParts, 'files' | 'versions'>) {}

  /**
   * Hashes a zip that was stored just now; null if maintenance has to do it: no upload fails because of it.
   */
  async ofUpload(
    ctx: OperationContext,
    organizationId: string,
    { storageKey, size }: Pick<TakenFile, 'storageKey' | 'size'>,
  ): Promise<string | null> {
    const signal = AbortSignal.timeout(timeouts.upload)
    try {
      return await this.queue.run(organizationId, () => this.hashOf(storageKey, size, signal))
    } catch (error) {
      ctx.log.warn({ error: String(error), storageKey }, 'the hash of a zip is left to the maintenance')
      return null
    }
  }

  /** The recurring task. What it was at when its process was killed is looked through again. */
  async run(ctx: OperationContext, shouldContinue: ShouldContinue): Promise<void> {
    for (let after = ''; ;) {
      const platforms = await this.parts.versions.findUnhashed(ctx, after, batchSize)
      for (const platform of platforms) {
        if (!(await shouldContinue())) return
        await this.hashPlatform(ctx, platform)
        after = platform.id
      }
      if (platforms.length < batchSize) return
    }
  }

  /**
   * Hashes a zip and stores the result. A file missing from the storage may come back, and is tried again
   * next time.
   */
  private async hashPlatform(ctx: OperationContext, platform: UnhashedPlatform): Promise<void> {
    const { files, versions } = this.parts
    const signal = AbortSignal.timeout(timeouts.maintenance)
    try {
      const binarySize = await files.sizeOf(platform.binaryKey)
      const packageHash = await this.hashOf(platform.binaryKey, binarySize, signal).catch(
        (error: unknown) => {
          if (signal.aborted) return ''
          throw error
        },
      )
      await versions.setPackageHash(ctx, platform, { packageHash, binarySize })
    } catch (error) {
      if (isUnavailable(error)) throw error
      ctx.log.warn(
        { error: String(error), platform: platform.id },
        'a stored zip could not be looked through',
      )
    }
  }

  private async hashOf(storageKey: string, size: number, signal: AbortSignal): Promise<string> {
    const open = (start: number, end: number) => this.parts.files.openRange(storageKey, start, end)
    return (await packageHash(size, open, signal)) ?? ''
  }
}
