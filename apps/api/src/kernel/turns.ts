/** Lets so many through at once; the others wait, first come first served. */
export class Turns {
  private running = 0
  private readonly waiting: (() => void)[] = []

  constructor(private readonly most: number) {}

  async take<T>(work: () => Promise<T>): Promise<T> {
    if (this.running < this.most) this.running++
    // Whoever ends hands its turn on.
    else await new Promise<void>((turn) => this.waiting.push(turn))
    try {
      return await work()
    } finally {
      const next = this.waiting.shift()
      if (next) next()
      else this.running--
    }
  }
}
