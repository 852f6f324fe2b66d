import { unavailable } from '../../kernel/errors.js'

export interface FairQueueLimits {
  /** How many works run at once. */
  readonly running: number
  /** How many more of one network may wait. */
  readonly waiting: number
  /** How many may wait in all. */
  readonly waitingInAll: number
}

interface Waiting {
  begin(): void
  refuse(error: Error): void
}

/**
 * A fair queue: works wait by network, and networks take turns, so that one that floods keeps itself waiting and no other
 * for longer than one work. Throws `unavailable` for what is too much: of a network, and of the longest line where there
 * is no room for a shorter one.
 */
export class FairQueue {
  private running = 0
  private waiting = 0
  /** In the order in which they are served; none is empty. */
  private readonly lines = new Map<string, Waiting[]>()

  constructor(private readonly limits: FairQueueLimits) {}

  async run<Result>(network: string, work: () => Promise<Result>): Promise<Result> {
    // Work that ends hands its slot on.
    if (this.running < this.limits.running) this.running++
    else await this.wait(network)
    try {
      return await work()
    } finally {
      this.advance()
    }
  }

  private wait(network: string): Promise<void> {
    const line = this.lines.get(network) ?? []
    if (line.length >= this.limits.waiting) throw tooMany()
    if (this.waiting >= this.limits.waitingInAll) this.makeRoom(line.length + 1)
    this.lines.set(network, line)
    this.waiting++
    return new Promise((begin, refuse) => line.push({ begin, refuse }))
  }

  /** Refuses the last of the longest line, if that is longer than the line of the new one. */
  private makeRoom(length: number): void {
    const longest = [...this.lines.values()].reduce<Waiting[]>(
      (one, other) => (other.length > one.length ? other : one),
      [],
    )
    if (longest.length <= length) throw tooMany()
    this.waiting--
    longest.pop()?.refuse(tooMany())
  }

  private advance(): void {
    const [first] = this.lines
    if (!first) {
      this.running--
      return
    }
    const [network, line] = first
    const next = line.shift()
    // A network that was served goes behind all others.
    this.lines.delete(network)
    if (line.length > 0) this.lines.set(network, line)
    this.waiting--
    next?.begin()
  }
}

const tooMany = (): Error => unavailable('Too many sign-ins at the moment, please try again')
