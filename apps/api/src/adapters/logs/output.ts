import { symbols, type DestinationStream } from 'pino'
import sonic from 'sonic-boom'

/** Time limit of a line that waits for others, in milliseconds. */
const longestWait = 50

/** Limit of the bytes in one piece, unless a line alone has more: a pipe accepts this number as one. */
const mostAtOnce = 4096

/** Limit of the characters that wait. Writes in a row wake the reader once, single ones each time. */
const mostWaiting = 64 * 1024

/** Limit of the bytes in memory while nothing can be written. */
const mostBuffered = 1024 * 1024

/** Level of a warning in the library's numbers. */
const warning = 40

interface WholeLines {
  /** Writes lines of at most 4096 bytes together, or one that is longer. */
  write(lines: string): unknown
  /** Hands what was written to the system. */
  flush(): void
}

/**
 * Many lines of requests are written at once, since a call of the system costs more than all else about a line. What
 * tells of trouble, and whatever is there when the process ends, is written without waiting. Lines stay in their order,
 * and whole also where other processes write to the same place.
 */
export class GatheringOutput implements DestinationStream {
  /** Flag that makes the library pass the level of each line before the line. */
  readonly [symbols.needsMetadataGsym] = true
  lastLevel = 0
  private timer: NodeJS.Timeout | undefined
  private waiting: string[] = []
  /** The lines of the last piece so far, and their bytes: the library would count all of them again with each line. */
  private piece = ''
  private bytes = 0
  private length = 0

  constructor(private readonly output: WholeLines) {}

  write(line: string): void {
    this.add(line)
    if (this.lastLevel >= warning || this.length > mostWaiting) this.flush()
    else this.timer ??= setTimeout(() => this.flush(), longestWait).unref()
  }

  /** A line that waits for nothing. */
  writeNow(line: string): void {
    this.add(line)
    this.flush()
  }

  private add(line: string): void {
    const bytes = Buffer.byteLength(line)
    this.length += line.length
    if (this.bytes > 0 && this.bytes + bytes > mostAtOnce) this.endPiece()
    this.piece += line
    this.bytes += bytes
  }

  private endPiece(): void {
    if (this.bytes > 0) this.waiting.push(this.piece)
    this.piece = ''
    this.bytes = 0
  }

  flush(): void {
    clearTimeout(this.timer)
    this.timer = undefined
    this.endPiece()
    const pieces = this.waiting
    this.waiting = []
    this.length = 0
    for (const piece of pieces) this.output.write(piece)
    this.output.flush()
  }
}

/**
 * Makes an output to an open file. If its reader has left, or its disk is full, the next line tries again, and the
 * process goes on.
 */
export function outputTo(fd: number): GatheringOutput {
  const descriptor = new sonic.SonicBoom({
    fd,
    sync: true,
    minLength: mostAtOnce - 1,
    maxWrite: mostAtOnce,
    maxLength: mostBuffered,
  })
  let hasFailed = false
  descriptor.on('error', () => (hasFailed = true))
  const flush = (): void => {
    // Not always its `flushSync`, which waits until the disk has the lines (sonic-boom 4.2.1, whatever its option `fsync`
    // says): with the log in a file, all requests would wait for the disk twenty times a second. But what could not be
    // written before is written by that alone.
    if (!hasFailed) return descriptor.flush()
    try {
      hasFailed = false
      descriptor.flushSync()
    } catch {
      hasFailed = true
    }
  }
  return new GatheringOutput({ write: (line) => descriptor.write(line), flush })
}

/** Standard output of this process. */
export const standardOutput = outputTo(1)
process.once('exit', () => standardOutput.flush())
