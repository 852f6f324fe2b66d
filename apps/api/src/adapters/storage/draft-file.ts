import type { FileHandle } from 'node:fs/promises'
import { StorageUnavailable, type Draft, type FilePieces } from '../../kernel/storage.js'
import { guarded } from './files.js'
import { pieceBuffers } from './piece-buffers.js'

/** The end of a draft, which differs between storages; `close` comes after the handle was closed. */
interface DraftEnd {
  settle(key: string): Promise<void>
  close(): Promise<void>
}

/** A draft in a file on a disk, whose handle stays open for its readers when it is settled. */
export class DraftFile implements Draft {
  private written = 0

  constructor(
    private readonly file: FileHandle,
    private readonly end: DraftEnd,
  ) {}

  async write(bytes: Buffer): Promise<void> {
    await guarded(async () => {
      for (let at = 0; at < bytes.length;)
        at += (await this.file.write(bytes, at, bytes.length - at, this.written + at)).bytesWritten
    })
    this.written += bytes.length
  }

  pieces(readable: (beyond: number) => Promise<number>): FilePieces {
    return new DraftPieces(this.file, readable)
  }

  settle(key: string): Promise<void> {
    return this.end.settle(key)
  }

  async close(): Promise<void> {
    await this.file.close()
    await this.end.close()
  }
}

/** Reads pieces into two buffers in turn, up to where the file is written. */
class DraftPieces implements FilePieces {
  private readonly buffers: Buffer[] = []
  private at = 0
  private turn = 0
  private reading: Promise<unknown> | undefined
  private isClosed = false

  constructor(
    private readonly file: FileHandle,
    private readonly readable: (beyond: number) => Promise<number>,
  ) {}

  async next(): Promise<Buffer | undefined> {
    const end = await this.readable(this.at)
    // A client may have left while there was nothing to read.
    if (this.isClosed || end <= this.at) return undefined
    const buffer = (this.buffers[this.turn] ??= pieceBuffers.take())
    this.turn = 1 - this.turn
    const length = Math.min(buffer.length, end - this.at)
    const reading = guarded(() => this.file.read(buffer, 0, length, this.at))
    this.reading = reading
    const { bytesRead } = await reading
    if (bytesRead === 0) throw new StorageUnavailable(new Error('a draft was cut short on disk'))
    this.at += bytesRead
    return buffer.subarray(0, bytesRead)
  }

  async close(): Promise<void> {
    this.isClosed = true
    await this.reading?.catch(() => undefined)
    for (const buffer of this.buffers.splice(0)) pieceBuffers.give(buffer)
  }
}
