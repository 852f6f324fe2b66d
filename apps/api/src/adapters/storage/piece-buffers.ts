/**
 * The size of a piece that is read at once, in bytes: large enough that reading it costs little compared with
 * sending it, and that a file of about 1 MiB has two pieces, not a third one of a few bytes that takes as long to read.
 */
const pieceSize = 576 * 1024

/** The size for clients who come when further pieces of the full size would hold too much memory. */
const smallSize = 64 * 1024

/**
 * The pieces that may be in use: not quite 20 MiB. They stay when they are not: memory that is taken for each file again
 * has to be cleared for each, and collected.
 */
const mostUsed = 35

/** The memory that files on a disk are read into while they are sent; it is bounded however many clients there are. */
export class PieceBuffers {
  private readonly unused: Buffer[] = []
  private used = 0

  take(): Buffer {
    if (this.used >= mostUsed) return Buffer.allocUnsafeSlow(smallSize)
    this.used++
    return this.unused.pop() ?? Buffer.allocUnsafeSlow(pieceSize)
  }

  /** Takes a buffer back, which must be in use no longer. */
  give(buffer: Buffer): void {
    if (buffer.length < pieceSize) return
    this.used--
    this.unused.push(buffer)
  }
}

export const pieceBuffers = new PieceBuffers()
