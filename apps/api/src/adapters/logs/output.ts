import { symbols, type DestinationStream } from 'pino'
import sonic from 'sonic-boom'

/** How long a line may wait for others, in milliseconds. */
const waits = 50

/** How many bytes are written by one call at most, unless a line alone has more: a pipe takes so many as one piece. */
const piece = 4096

/** How many bytes are kept at most while nothing can be written. */
const kept = 1024 * 1024

/** By the library's own numbers. */
const warning = 40

interface WholeLines {
  write(line: string): unknown
  flushSync(): void
}

/**
 * Many lines of requests are written at once, since a call of the system costs more than all else about a line. What
 * tells of trouble, and whatever is there when the process ends, is written without waiting. Lines stay in their order,
 * and whole also where other processes write to the same place.
 */
export class GatheringOutput implements DestinationStream {
  /** Has the library pass the level of each line, before the line. */
  readonly [symbols.needsMetadataGsym] = true
  lastLevel = 0
  private timer: NodeJS.Timeout | undefined

  constructor(private readonly output: WholeLines) {}

  write(line: string): void {
    this.output.write(line)
    if (this.lastLevel >= warning) this.flush()
    else this.timer ??= setTimeout(() => this.flush(), waits).unref()
  }

  /** A line that waits for nothing. */
  writeNow(line: string): void {
    this.output.write(line)
    this.flush()
  }

  flush(): void {
    clearTimeout(this.timer)
    this.timer = undefined
    try {
      this.output.flushSync()
    } catch {
      // The reader of the log is gone, or its disk is full: the next line tries again, and the process goes on.
    }
  }
}

/** Standard output of this process. Its errors are those of `flush`. */
const descriptor = new sonic.SonicBoom({
  fd: 1,
  sync: true,
  minLength: piece - 1,
  maxWrite: piece,
  maxLength: kept,
})
descriptor.on('error', () => {})

export const standardOutput = new GatheringOutput(descriptor)
process.once('exit', () => standardOutput.flush())
