/** Takes bytes out of chunks in the portions that the reader wants, holding no more than one chunk. */
export class ByteReader {
  private chunk: Buffer = Buffer.alloc(0)

  constructor(private readonly chunks: AsyncIterator<Buffer>) {}

  /** A copy of the next bytes: fewer than asked for only at the end. */
  async take(length: number): Promise<Buffer> {
    const taken = Buffer.alloc(length)
    let filled = 0
    while (filled < length && (await this.fill())) {
      const copied = this.chunk.copy(taken, filled)
      this.chunk = this.chunk.subarray(copied)
      filled += copied
    }
    return taken.subarray(0, filled)
  }

  /** The next bytes as they come, without a copy: fewer than asked for only at the end. */
  async *pieces(length: number): AsyncGenerator<Buffer, void> {
    for (let left = length; left > 0 && (await this.fill());) {
      const piece = this.chunk.subarray(0, left)
      this.chunk = this.chunk.subarray(piece.length)
      left -= piece.length
      yield piece
    }
  }

  /** Passes over bytes and returns how many there were: fewer than asked for only at the end. */
  async skip(length: number): Promise<number> {
    let skipped = 0
    while (skipped < length && (await this.fill())) {
      const step = Math.min(this.chunk.length, length - skipped)
      this.chunk = this.chunk.subarray(step)
      skipped += step
    }
    return skipped
  }

  private async fill(): Promise<boolean> {
    while (this.chunk.length === 0) {
      const { done, value } = await this.chunks.next()
      if (done) return false
      this.chunk = value
    }
    return true
  }
}
