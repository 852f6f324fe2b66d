import type { Clock } from './clock.js'
import { noSpace } from './errors.js'
import type { GaugeReading } from './metrics.js'

/** The time for which a reading of the free bytes counts, in milliseconds. */
const readingLasts = 1000

/** The part of the reserve that is left alone even by what a run has to leave behind. */
const untouchable = 1 / 4

/**
 * The last free bytes of the disk with the files, which the database on it needs to go on. Uploads are refused
 * while less is free; reading, deleting and small writes are not.
 */
export class StorageReserve {
  private free = Infinity
  private readAt = -Infinity
  private reading: Promise<void> | undefined
  private refused = 0

  constructor(
    /** Reads how many bytes are free. */
    private readonly read: () => Promise<number>,
    /** The reserve in bytes; 0 is none. */
    readonly bytes: number,
    private readonly clock: Clock,
  ) {}

  /** Requires room for a file, before any of it is taken; also for its bytes, where they are known. Throws `no-space`. */
  async require(isOfRun = false, size = 0): Promise<void> {
    await this.look()
    this.check(isOfRun, size)
  }

  /** Requires the same between two pieces of a file, by what was read within the last second or so. */
  check(isOfRun = false, size = 0): void {
    // No request waits for a disk that does not answer: writes to it fail by themselves.
    void this.look().catch(() => undefined)
    if (this.free - size >= this.bytes * (isOfRun ? untouchable : 1)) return
    this.refused += 1
    throw noSpace()
  }

  /** True while files are refused. */
  async isReached(): Promise<boolean> {
    await this.look()
    return this.free < this.bytes
  }

  /** Reads the numbers for metrics and for administrators who make room; an unreadable disk has none. */
  async figures(): Promise<GaugeReading & { readonly reserve: number; readonly refused: number }> {
    await this.look().catch(() => undefined)
    const known = Number.isFinite(this.free) ? { free: this.free } : {}
    return { ...known, reserve: this.bytes, refused: this.refused }
  }

  /** Asks the disk, at most once a second for all that want to know. */
  private look(): Promise<void> {
    if (this.bytes === 0) return Promise.resolve()
    const now = this.clock.elapsed()
    if (this.reading && now - this.readAt < readingLasts) return this.reading
    this.readAt = now
    this.reading = this.read().then((free) => void (this.free = free))
    return this.reading
  }
}
