import { createHash, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { pipeline, Readable } from 'node:stream'
import { createGunzip, createGzip } from 'node:zlib'
import type { OperationContext } from '../../kernel/context.js'
import { SealFault, unopened, type FileSealer } from '../../kernel/signing.js'
import { removeFiles, TooLarge, type Storage } from '../../kernel/storage.js'
import type { StateBytes, StateFileKind } from './state.js'

export interface TakenState {
  readonly storageKey: string
  readonly md5: string
  /** The size of the state itself, in bytes. */
  readonly size: number
}

/** The files of states, compressed and sealed piece by piece; a file exists before its row does. */
export class StateFiles {
  constructor(
    private readonly storage: Storage,
    private readonly sealer: FileSealer,
    /** The largest size of one state, in bytes. */
    readonly limit: number,
  ) {}

  /** Stores a stream; throws `TooLarge`. The rest of a refused stream stays unread. */
  async take(
    versionId: string,
    kind: StateFileKind,
    stream: Readable,
    announcedSize = 0,
  ): Promise<TakenState> {
    if (announcedSize > this.limit) throw new TooLarge(this.limit)
    const storageKey = `states/${versionId}/${randomUUID()}.${kind}`
    const hash = createHash('md5')
    let size = 0
    const { limit } = this
    async function* counted(): AsyncGenerator<Buffer> {
      for await (const chunk of stream.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
        size += chunk.length
        if (size > limit) throw new TooLarge(limit)
        hash.update(chunk)
        yield chunk
      }
    }
    const sealed = pipeline(Readable.from(counted()), createGzip(), this.sealer.seal(storageKey), ignore)
    // Every state is written under a lock, which is refused while files are.
    await this.storage.put(storageKey, sealed, { isOfRun: true })
    return { storageKey, md5: hash.digest('hex'), size }
  }

  /** Opens stored bytes, once the first of them are unsealed: `unavailable` where no key opens them. */
  async open(storageKey: string): Promise<Readable> {
    const found = await this.storage.open(storageKey)
    if (!found) throw new Error(`the stored file ${storageKey} is missing`)
    const bytes = pipeline(found.stream, this.sealer.open(storageKey), createGunzip(), ignore)
    await once(bytes, 'readable').catch((error: unknown) => {
      throw error instanceof SealFault ? unopened('The state', error) : error
    })
    return bytes
  }

  /** Returns the bytes of a state for a thread that reads them as a whole. */
  bytesOf({ storageKey, size }: Pick<TakenState, 'storageKey' | 'size'>): StateBytes {
    return { size, open: () => this.open(storageKey) }
  }

  /** Stores a copy of a state with `replacement` in place of the bytes from `from` to `to`. */
  async copy(
    versionId: string,
    storageKey: string,
    { from, to }: { readonly from: number; readonly to: number },
    replacement: string,
  ): Promise<TakenState> {
    const chunks = (await this.open(storageKey)) as AsyncIterable<Buffer>
    return this.take(
      versionId,
      'state',
      Readable.from(replaced(chunks, { from, to }, Buffer.from(replacement))),
    )
  }

  /** Opens a part of a state: bytes before `from` are skipped, and at `to` it ends. */
  async openPart(storageKey: string, from: number, to: number): Promise<Readable> {
    return Readable.from(partOf((await this.open(storageKey)) as AsyncIterable<Buffer>, from, to))
  }

  /** Reads parts of a state, in their order, which together fit into memory. */
  async readParts(
    storageKey: string,
    parts: readonly { readonly from: number; readonly to: number }[],
  ): Promise<readonly Buffer[]> {
    const pieces = parts.map((): Buffer[] => [])
    let at = parts[0]?.from ?? 0
    let index = 0
    const stream = await this.openPart(storageKey, at, parts.at(-1)?.to ?? 0)
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      for (let part = parts[index]; part; part = parts[++index]) {
        pieces[index]?.push(chunk.subarray(Math.max(part.from - at, 0), Math.max(part.to - at, 0)))
        if (part.to > at + chunk.length) break
      }
      at += chunk.length
    }
    return pieces.map((each) => Buffer.concat(each))
  }

  async remove(ctx: OperationContext, storageKeys: readonly (string | null)[]): Promise<void> {
    await removeFiles(
      ctx,
      this.storage,
      storageKeys.flatMap((key) => key ?? []),
    )
  }
}

async function* replaced(
  chunks: AsyncIterable<Buffer>,
  { from, to }: { readonly from: number; readonly to: number },
  replacement: Buffer,
): AsyncGenerator<Buffer> {
  let at = 0
  for await (const chunk of chunks) {
    const end = at + chunk.length
    if (at < from) yield chunk.subarray(0, from - at)
    if (from >= at && from < end) yield replacement
    if (end > to) yield chunk.subarray(Math.max(to - at, 0))
    at = end
  }
}

async function* partOf(chunks: AsyncIterable<Buffer>, from: number, to: number): AsyncGenerator<Buffer> {
  let at = 0
  for await (const chunk of chunks) {
    const part = chunk.subarray(Math.max(from - at, 0), Math.max(to - at, 0))
    if (part.length > 0) yield part
    at += chunk.length
    if (at >= to) return
  }
}

/** Ignores a failure: the reader of the last stream of a pipeline receives it. */
const ignore = (): void => undefined
