import { setTimeout as sleep } from 'node:timers/promises'

/** How often each replica is asked whether it is ready, and how long it may take to say so, in milliseconds. */
const askedEvery = 100
const patience = 2000

/** Several processes that serve the same, of which those count that say by their health path that they are ready. */
export class Replicas {
  /** The origins of those that say so. */
  readonly ready = new Set<string>()
  private isClosed = false
  private turn = 0

  constructor(
    readonly origins: readonly string[],
    private readonly healthPath: string,
  ) {
    for (const origin of origins) void this.watch(origin)
  }

  /**
   * The one to be asked first, then the others. Those that are not ready come last: when there is no other, one that
   * is busy or waits for its database can still answer, and one that stops says by refusing that it is gone.
   */
  inTurn(): string[] {
    const { length } = this.origins
    const first = this.turn++
    const inTurn = this.origins.map((_, index) => this.origins[(first + index) % length] ?? '')
    return inTurn.sort((a, b) => Number(this.ready.has(b)) - Number(this.ready.has(a)))
  }

  get areAllReady(): boolean {
    return this.ready.size === this.origins.length
  }

  close(): void {
    this.isClosed = true
  }

  private async watch(origin: string): Promise<void> {
    while (!this.isClosed) {
      const isReady = await isHealthy(origin + this.healthPath)
      if (isReady === true) this.ready.add(origin)
      if (isReady === false) this.ready.delete(origin)
      await sleep(askedEvery)
    }
  }
}

/** Undefined where it does not say: it may be busy. */
async function isHealthy(url: string): Promise<boolean | undefined> {
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(patience) })
    await answer.arrayBuffer()
    return answer.ok
  } catch (error) {
    return (error as Error).name === 'TimeoutError' ? undefined : false
  }
}
