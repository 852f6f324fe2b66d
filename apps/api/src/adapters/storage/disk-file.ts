import type { Stats } from 'node:fs'
import type { FileHandle } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { FileChanged, type ByteRange, type FilePieces, type OpenFile } from '../../kernel/storage.js'
import { guarded } from './files.js'
import { pieceBuffers } from './piece-buffers.js'

/** An open file on a disk; its handle is closed with its stream or its pieces. */
export class DiskFile implements OpenFile {
  private ofStream: Readable | undefined
  private ofPieces: FilePieces | undefined

  constructor(
    private readonly file: FileHandle,
    private readonly found: Stats,
    private readonly range: ByteRange | undefined,
  ) {}

  get size(): number {
    return this.found.size
  }

  get stream(): Readable {
    return (this.ofStream ??= this.file.createReadStream({ ...this.range }))
  }

  get pieces(): FilePieces {
    return (this.ofPieces ??= new DiskPieces(this.file, this.found, this.range))
  }
}

/** Reads pieces into two buffers in turn: while one is sent, the next is read. */
class DiskPieces implements FilePieces {
  private readonly buffers: Buffer[] = []
  private readonly end: number
  private at: number
  private turn = 0
  private reading: Promise<void> | undefined

  constructor(
    private readonly file: FileHandle,
    private readonly found: Stats,
    range: ByteRange | undefined,
  ) {
    this.at = range?.start ?? 0
    this.end = Math.min((range?.end ?? Infinity) + 1, found.size)
  }

  async next(): Promise<Buffer | undefined> {
    if (this.at >= this.end) return undefined
    const buffer = (this.buffers[this.turn] ??= pieceBuffers.take())
    this.turn = 1 - this.turn
    const length = Math.min(buffer.length, this.end - this.at)
    this.reading = guarded(() => this.fill(buffer, length))
    await this.reading
    this.at += length
    return buffer.subarray(0, length)
  }

  async close(): Promise<void> {
    await this.reading?.catch(() => undefined)
    for (const buffer of this.buffers.splice(0)) pieceBuffers.give(buffer)
    await this.file.close()
  }

  /** Looks at the file after it was read: what was written to it before then may be in the piece. */
  private async fill(buffer: Buffer, length: number): Promise<void> {
    for (let filled = 0; filled < length;) {
      const { bytesRead } = await this.file.read(buffer, filled, length - filled, this.at + filled)
      if (bytesRead === 0) throw new FileChanged()
      filled += bytesRead
    }
    const { nlink, size, mtimeMs } = await this.file.stat()
    if (nlink === 0 || size !== this.found.size || mtimeMs !== this.found.mtimeMs) throw new FileChanged()
  }
}
