import type { WriteStream } from 'node:tty'
import { inWords } from './words.js'

/** Screen that shows the progress: a terminal, or the log of a CI system. */
export type Screen = Pick<WriteStream, 'write'> & Partial<Pick<WriteStream, 'isTTY' | 'columns'>>

const longestBar = 40
/** Interval in milliseconds in which the bar moves. */
const interval = 100

/** A bar with the sent bytes on a terminal; otherwise a plain line for each quarter of the way. */
export class Progress {
  private shown = -1
  private drawnAt = 0
  private isDrawn = false

  constructor(
    private readonly screen: Screen,
    private readonly now: () => number = Date.now,
  ) {}

  /** Prints a separate line, which the bar makes room for. */
  line(text: string): void {
    this.clear()
    this.screen.write(`${text}\n`)
  }

  warn(text: string): void {
    this.line(`Warning: ${text}`)
  }

  sent(sent: number, size: number): void {
    if (this.screen.isTTY) this.draw(sent, size)
    else this.report(sent, size)
  }

  /** Takes the bar away. */
  clear(): void {
    if (this.isDrawn) this.screen.write('\r\u001b[2K')
    this.isDrawn = false
  }

  private draw(sent: number, size: number): void {
    if (this.isDrawn && sent < size && this.now() - this.drawnAt < interval) return
    this.drawnAt = this.now()
    const text = ` ${percent(sent, size)}%  ${inWords(sent)} of ${inWords(size)}${sent >= size ? ', being read' : ''}`
    const width = Math.max(0, Math.min(longestBar, (this.screen.columns ?? 80) - text.length - 12))
    const full = Math.round((width * sent) / Math.max(1, size))
    this.clear()
    this.screen.write(`Uploading ${'█'.repeat(full)}${'░'.repeat(width - full)}${text}`)
    this.isDrawn = true
  }

  private report(sent: number, size: number): void {
    const quarter = Math.floor(percent(sent, size) / 25)
    // A second try begins at nothing again.
    if (sent === 0) this.shown = -1
    if (quarter <= this.shown) return
    this.shown = quarter
    this.line(`Uploading: ${quarter * 25}% of ${inWords(size)}`)
  }
}

function percent(sent: number, size: number): number {
  return Math.floor((100 * sent) / Math.max(1, size))
}
