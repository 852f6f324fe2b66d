import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import { seconds } from '../../kernel/clock.js'
import { DomainError } from '../../kernel/errors.js'
import { OutboundError } from '../../kernel/outbound.js'
import { PublicRegistryError } from '../../kernel/public-registry.js'
import type { Draft, FilePieces } from '../../kernel/storage.js'

/** The bytes at the end that are withheld until the digest is known: without them no client takes the file for whole. */
const withheld = 1

/** The time for which a file goes on arriving that no client reads. */
const unreadFor = seconds(30)

/** Tells whether a digest is the one that a file must have. */
export type IsRight = (sha256: string) => boolean | Promise<boolean>

/** The error for bytes that are not those of the digest. */
export class WrongBytes extends PublicRegistryError {
  constructor(readonly sha256: string) {
    super('failed', 'The origin sent another file than the one that was first seen')
    this.name = 'WrongBytes'
  }
}

export const tooLarge = (limit: number): PublicRegistryError =>
  new PublicRegistryError('failed', `The file at the origin is larger than ${limit} bytes`)

/** Returns the error for those who read the file. */
function worded(error: unknown, limit: number): unknown {
  if (error instanceof DomainError || error instanceof PublicRegistryError) return error
  if (error instanceof OutboundError && error.fault === 'too-large') return tooLarge(limit)
  return new PublicRegistryError('failed', 'The origin cannot send the file', { cause: error })
}

/**
 * A file that comes from its origin and is read at the same time, by any number of clients and each at its own pace. Its
 * last bytes are sent once the digest is right; wrong ones end each reading by an error.
 */
export class ArrivingFile {
  private written = 0
  private isProven = false
  private failure: { readonly error: unknown } | undefined
  private readonly waiting = new Set<() => void>()
  private readers = 0
  private isDone = false
  private leaving: NodeJS.Timeout | undefined

  constructor(
    private readonly draft: Draft,
    private readonly body: Readable,
    /** The size that the origin announces; undefined where it does not. */
    readonly announced: number | undefined,
    /** The key that it is stored under at its end. */
    readonly storageKey: string,
    /** The limit of its size, in bytes. */
    private readonly limit: number,
  ) {
    this.endUnread()
  }

  /** The size in bytes, once it has arrived. */
  get size(): number {
    return this.written
  }

  /** Reads it from its beginning; to be closed in the end. */
  pieces(): FilePieces {
    this.readers++
    clearTimeout(this.leaving)
    const pieces = this.draft.pieces((beyond) => this.readable(beyond))
    let isClosed = false
    return {
      next: () => pieces.next(),
      close: async () => {
        await pieces.close()
        if (isClosed) return
        isClosed = true
        this.readers--
        this.endUnread()
        await this.closeDraft()
      },
    }
  }

  /** Receives all of it, and returns its digest. Throws `WrongBytes`, and what the stream or the storage throw. */
  async receive(isRight: IsRight): Promise<string> {
    try {
      const hash = createHash('sha256')
      for await (const chunk of this.body as AsyncIterable<Buffer>) {
        await this.draft.write(chunk)
        hash.update(chunk)
        this.written += chunk.length
        this.wake()
      }
      if (this.announced !== undefined && this.written !== this.announced)
        throw new Error(`the origin sent ${this.written} bytes of ${this.announced}`)
      const digest = hash.digest('hex')
      if (!(await isRight(digest))) throw new WrongBytes(digest)
      this.isProven = true
      return digest
    } catch (error) {
      this.failure = { error: worded(error, this.limit) }
      this.body.destroy()
      throw error
    } finally {
      clearTimeout(this.leaving)
      this.wake()
    }
  }

  /** Stores it, once it has arrived. */
  settle(): Promise<void> {
    return this.draft.settle(this.storageKey)
  }

  /** Ends it, after it was stored or has failed; who reads it still may go on. */
  async done(): Promise<void> {
    this.isDone = true
    await this.closeDraft()
  }

  private async closeDraft(): Promise<void> {
    if (this.isDone && this.readers === 0) await this.draft.close()
  }

  /** Waits until more bytes than these may be read; the same number at the end. */
  private async readable(beyond: number): Promise<number> {
    for (;;) {
      if (this.failure) throw this.failure.error
      if (this.isProven) return this.written
      const sure = this.written - withheld
      if (sure > beyond) return sure
      await new Promise<void>((resolve) => this.waiting.add(resolve))
    }
  }

  private wake(): void {
    const waiting = [...this.waiting]
    this.waiting.clear()
    for (const resolve of waiting) resolve()
  }

  private endUnread(): void {
    if (this.readers > 0 || this.isProven) return
    this.leaving = setTimeout(
      () => this.body.destroy(new Error('no client reads the file any longer')),
      unreadFor,
    )
    this.leaving.unref()
  }
}
