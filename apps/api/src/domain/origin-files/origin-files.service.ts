import { randomUUID } from 'node:crypto'
import type { Readable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import pLimit from 'p-limit'
import { hours, later, minutes, seconds } from '../../kernel/clock.js'
import { Coalescer } from '../../kernel/coalescer.js'
import { asSystem, type OperationContext } from '../../kernel/context.js'
import { hasNoSpace, isUnavailable } from '../../kernel/errors.js'
import { FairQueue } from '../../kernel/fair-queue.js'
import { isId } from '../../kernel/ids.js'
import { PublicRegistryError, type Requester } from '../../kernel/public-registry.js'
import { removeFiles, type ByteRange, type OpenFile, type Storage } from '../../kernel/storage.js'
import type { StorageReserve } from '../../kernel/storage-reserve.js'
import type { Transactions } from '../../kernel/transaction.js'
import type { MaintenanceTask, ShouldContinue } from '../maintenance/maintenance.js'
import { packageHash } from '../registry-providers/package-hashes.js'
import { ArrivingFile, WrongBytes, type IsRight } from './arriving-file.js'
import type {
  ExpectedFile,
  OriginFile,
  OriginFileAddress,
  OriginFilesUse,
  OriginSource,
  WantedFile,
} from './origin-file.js'
import type { OriginFilesStore } from './origin-files.store.js'
import { PassedFile } from './passed-file.js'

/** Limits of the files that come from origins at once, by organization. */
const turns = { running: 12, runningOfALine: 6, waiting: 200, waitingInAll: 1000 }
/** The intervals at which a lease is renewed, and another process is asked whether it has stored the file. */
const renewedEvery = seconds(5)
const askedEvery = seconds(0.25)
/** The interval at which the last use of a file is written. */
const touchedEvery = hours(1)
const longestHashing = minutes(10)
const batchSize = 100

/** A file on its way: read while it arrives, or passed on where it cannot be stored. */
export type FetchedFile = ArrivingFile | PassedFile

export interface OriginFilesParts {
  readonly rows: OriginFilesStore
  readonly storage: Storage
  readonly reserve: StorageReserve
  readonly transactions: Transactions
  /** The limit of all files, and of one of them, in bytes. */
  readonly limit: number
  readonly fileLimit: number
}

const tooMany = () =>
  new PublicRegistryError('busy', 'Too many files of origins are being fetched: try again in a moment')

/** Makes a key that no other file has. */
const keyFor = ({ ownerId, filename }: OriginFileAddress): string =>
  `origins/${ownerId}/${randomUUID()}.${filename.endsWith('.zip') ? 'zip' : 'archive'}`

/** Tells whether a file is the package of a provider, which has an `h1:` hash. */
const isPackage = ({ ownerId }: OriginFileAddress): boolean => isId('pubver', ownerId)

/** The beginning of a fetch; `no-space` where the disk is full. */
type Begun = OriginFile | ArrivingFile | 'no-space'

/**
 * Files of origins that are stored here: each is fetched once, by one of all processes, and read while it arrives. A row is
 * written once its file is stored whole, and goes before its file does.
 */
export class OriginFilesService implements MaintenanceTask {
  readonly name = 'unhashed-origin-files'
  readonly every = hours(1)
  private readonly arriving = new Map<string, ArrivingFile>()
  private readonly begins = new Coalescer<Begun>()
  private readonly queue = new FairQueue({ ...turns, full: tooMany })
  private readonly hashing = pLimit(1)

  constructor(private readonly parts: OriginFilesParts) {}

  get limit(): number {
    return this.parts.limit
  }

  /** The number of files that come from origins now, and of those that wait for their turn. */
  get load(): { readonly running: number; readonly waiting: number } {
    return this.queue.load
  }

  async use(ctx: OperationContext): Promise<OriginFilesUse> {
    return this.parts.rows.use(ctx)
  }

  /** Finds a stored file with this digest, or with any where none is known. */
  async find(ctx: OperationContext, { sha256, ...address }: WantedFile): Promise<OriginFile | undefined> {
    const file = await this.parts.rows.find(ctx, address)
    return sha256 === undefined || file?.sha256 === sha256 ? file : undefined
  }

  /** Finds a stored file, whatever its digest is. */
  async findAny(ctx: OperationContext, address: OriginFileAddress): Promise<OriginFile | undefined> {
    return this.parts.rows.find(ctx, address)
  }

  /** Stores a file that is uploaded; no row knows of it before `add`. Throws `TooLarge`, and `no-space`. */
  async take(
    stream: Readable,
    address: OriginFileAddress,
    limit: number,
  ): Promise<{ readonly storageKey: string; readonly sha256: string; readonly size: number }> {
    const storageKey = keyFor(address)
    return { storageKey, ...(await this.parts.storage.put(storageKey, stream, { limit })) }
  }

  async discard(ctx: OperationContext, storageKey: string): Promise<void> {
    await removeFiles(ctx, this.parts.storage, [storageKey])
  }

  async markImported(ctx: OperationContext, file: OriginFile): Promise<void> {
    if (!file.imported) await this.parts.rows.markImported(ctx, file)
  }

  async open({ storageKey }: Pick<OriginFile, 'storageKey'>, range?: ByteRange): Promise<OpenFile> {
    const opened = await this.parts.storage.open(storageKey, range)
    if (!opened) throw new Error(`the stored file ${storageKey} is missing`)
    return opened
  }

  /** Returns where clients fetch a file themselves; undefined where they get it from here. */
  async addressOf({ storageKey }: OriginFile): Promise<string | undefined> {
    return this.parts.storage.addressOf(storageKey)
  }

  /** Records the use of a file, at most once an hour: the least recently used make room. */
  async touch(ctx: OperationContext, address: OriginFileAddress & Pick<OriginFile, 'usedAt'>): Promise<void> {
    if (later(address.usedAt, touchedEvery) <= ctx.clock.now()) await this.parts.rows.touch(ctx, address)
  }

  /**
   * Fetches a file that is not stored: the first caller's request asks the origin, all others read what arrives. Callers in
   * another process wait until it is stored. Throws `PublicRegistryError`.
   */
  async fetchFile(
    ctx: OperationContext,
    file: WantedFile,
    source: OriginSource,
    requester: Requester,
  ): Promise<OriginFile | FetchedFile> {
    const key = `${file.ownerId} ${file.filename} ${file.sha256 ?? ''}`
    const arriving = this.arriving.get(key)
    if (arriving) return arriving
    const begun = await this.begins.run(key, requester.signal, (signal) =>
      this.begin(ctx, key, file, source, { ...requester, signal }),
    )
    return begun === 'no-space' ? this.pass(file, source, requester) : begun
  }

  /** Adds a file whose bytes are in the storage, in a transaction; false where there is no room for it. */
  async add(
    tx: OperationContext,
    file: Omit<OriginFile, 'storedAt' | 'usedAt' | 'packageHash'>,
  ): Promise<boolean> {
    const { rows, limit, storage } = this.parts
    await rows.lock(tx)
    const former = await rows.find(tx, file)
    const { bytes } = await rows.use(tx)
    const needed = bytes + file.size - (former?.size ?? 0) - limit
    // Imported files are the only ones that may go beyond the limit.
    const removed = (await rows.makeRoom(tx, needed)) ?? (file.imported ? [] : undefined)
    if (!removed) return false
    const now = tx.clock.now()
    await rows.remove(tx, file)
    await rows.add(tx, { ...file, packageHash: isPackage(file) ? null : '', storedAt: now, usedAt: now })
    const keys = [...removed, ...(former && !removed.includes(former.storageKey) ? [former.storageKey] : [])]
    tx.afterCommit?.(() => void removeFiles(tx, storage, keys))
    return true
  }

  /** Removes the files of these owners, in the transaction that removes them. */
  async removeOf(tx: OperationContext, ownerIds: readonly string[]): Promise<void> {
    const keys = await this.parts.rows.removeOf(tx, ownerIds)
    tx.afterCommit?.(() => void removeFiles(tx, this.parts.storage, keys))
  }

  /** Computes the `h1:` hash of a file in the background. */
  hashInBackground(ctx: OperationContext, address: OriginFileAddress): void {
    void this.hashing(async () => {
      const file = await this.parts.rows.find(ctx, address)
      if (file?.packageHash === null) await this.hash(ctx, file)
    }).catch((error: unknown) =>
      ctx.log.warn({ error: String(error) }, 'the hash of a file is left to the maintenance'),
    )
  }

  /** The recurring task: hashes what a killed process left. */
  async run(ctx: OperationContext, shouldContinue: ShouldContinue): Promise<void> {
    for (let after = ''; ;) {
      const files = await this.parts.rows.findUnhashed(ctx, after, batchSize)
      for (const file of files) {
        if (!(await shouldContinue())) return
        await this.hash(ctx, file).catch((error: unknown) => {
          if (isUnavailable(error)) throw error
          ctx.log.warn(
            { error: String(error), storageKey: file.storageKey },
            'a stored file could not be looked through',
          )
        })
        after = file.storageKey
      }
      if (files.length < batchSize) return
    }
  }

  private async hash(ctx: OperationContext, file: OriginFile): Promise<void> {
    const signal = AbortSignal.timeout(longestHashing)
    const open = async (start: number, end: number) => (await this.open(file, { start, end: end - 1 })).stream
    const hash = await packageHash(file.size, open, signal).catch((error: unknown) => {
      if (signal.aborted) return undefined
      throw error
    })
    await this.parts.rows.setPackageHash(ctx, file, hash ?? '')
  }

  /** Takes the lease, or waits until another process has stored the file; then a turn, and the beginning of the answer. */
  private async begin(
    ctx: OperationContext,
    key: string,
    file: WantedFile,
    source: OriginSource,
    { line, signal }: Requester & { readonly signal: AbortSignal },
  ): Promise<Begun> {
    const { signal: _, ...goingOn } = asSystem(ctx, 'the store of origins')
    const fetchId = randomUUID()
    const stored = await this.leaseOrStored(goingOn, file, fetchId, signal)
    if (stored) return stored
    const renewing = setInterval(() => {
      this.parts.rows.takeLease(goingOn, file, fetchId).catch(() => undefined)
    }, renewedEvery)
    const end = async (): Promise<void> => {
      clearInterval(renewing)
      await this.parts.rows.endLease(goingOn, fetchId, file).catch(() => undefined)
    }
    return new Promise<Begun>((resolve, reject) => {
      const transfer = () => this.transfer(goingOn, key, file, source, signal, resolve)
      this.queue.run(line, transfer, signal).then(end, async (error: unknown) => {
        await end()
        reject(error as Error)
      })
    })
  }

  private async leaseOrStored(
    ctx: OperationContext,
    file: WantedFile,
    fetchId: string,
    signal: AbortSignal,
  ): Promise<OriginFile | undefined> {
    for (;;) {
      const hasLease = await this.parts.rows.takeLease(ctx, file, fetchId)
      // Looked for after the lease: the process that had it before may have stored the file.
      const stored = await this.find(ctx, file)
      if (stored && hasLease) await this.parts.rows.endLease(ctx, fetchId, file)
      if (stored) return stored
      if (hasLease) return undefined
      await pause(askedEvery, undefined, { signal })
    }
  }

  /** Receives the file; `begun` is called as soon as it can be read. What fails later ends its readings. */
  private async transfer(
    ctx: OperationContext,
    key: string,
    file: WantedFile,
    source: OriginSource,
    signal: AbortSignal,
    begun: (result: Begun) => void,
  ): Promise<void> {
    const { storage, reserve } = this.parts
    // A full disk is known before the origin is asked.
    if (await reserve.isReached()) return begun('no-space')
    const { body, size } = await source.open(signal)
    try {
      await reserve.require(false, size)
      const draft = await storage.draft()
      const arriving = new ArrivingFile(draft, body, size, keyFor(file), this.parts.fileLimit)
      this.arriving.set(key, arriving)
      begun(arriving)
      await this.receive(ctx, file, source, arriving).finally(() => this.arriving.delete(key))
    } catch (error) {
      body.destroy()
      if (!hasNoSpace(error)) throw error
      begun('no-space')
    }
  }

  private async receive(
    ctx: OperationContext,
    file: WantedFile,
    source: OriginSource,
    arriving: ArrivingFile,
  ): Promise<void> {
    try {
      const sha256 = await arriving.receive(checkOf(file, source))
      await this.store(ctx, { ...file, sha256 }, arriving)
    } catch (error) {
      ctx.log.warn({ error: String(error), ...file }, 'a file of an origin could not be stored')
      if (error instanceof WrongBytes) await source.mismatched(error.sha256)
    } finally {
      await arriving.done()
    }
  }

  private async store(ctx: OperationContext, file: ExpectedFile, arriving: ArrivingFile): Promise<void> {
    const { transactions } = this.parts
    const { storageKey, size } = arriving
    await arriving.settle()
    const stored = { ...file, storageKey, size, imported: false }
    const isAdded = await transactions
      .run(ctx, (tx) => this.add(tx, stored))
      .catch(async (error: unknown) => {
        await removeFiles(ctx, this.parts.storage, [storageKey])
        throw error
      })
    if (isAdded) return isPackage(file) ? this.hashInBackground(ctx, file) : undefined
    ctx.log.warn(
      { size, ...file },
      'a file of an origin was not stored: imported and changed files leave too little of PROVIDER_STORE_LIMIT',
    )
    await removeFiles(ctx, this.parts.storage, [storageKey])
  }

  /** Passes a file on to one client, where the disk is full. */
  private pass(file: WantedFile, source: OriginSource, { line, signal }: Requester): Promise<PassedFile> {
    const ending = signal ?? new AbortController().signal
    return new Promise((resolve, reject) => {
      const work = async (): Promise<void> => {
        const passed = new PassedFile(await source.open(ending), checkOf(file, source))
        resolve(passed)
        const wrong = await passed.ended
        if (wrong !== undefined) await source.mismatched(wrong)
      }
      this.queue.run(line, work, signal).catch(reject)
    })
  }
}

/** Makes the check of a digest: of a file without one, the first that comes counts; the source knows which one is first now. */
const checkOf =
  ({ sha256 }: WantedFile, source: OriginSource): IsRight =>
  async (digest) =>
    digest === ((await source.firstSeen?.(digest)) ?? sha256 ?? digest)
