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
  /** Hands what was written to the system. */
  flush(): void
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
    this.output.flush()
  }
}

/**
 * Makes an output to an open file. Where its reader is gone, or its disk is full, the next line tries again, and the
 * process goes on.
 */
export function outputTo(fd: number): GatheringOutput {
  const descriptor = new sonic.SonicBoom({
    fd,
    sync: true,
    minLength: piece - 1,
    maxWrite: piece,
    maxLength: kept,
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
