import { setImmediate } from 'node:timers/promises'

/** A queue of answers that keep the event loop busy: one at a time, with room for every other request in between. */
class LargeAnswers {
  private last: Promise<unknown> = Promise.resolve()

  /** Waits for an iteration of the event loop without other such work. */
  wait(): Promise<unknown> {
    this.last = this.last.then(() => setImmediate())
    return this.last
  }
}

export const largeAnswers = new LargeAnswers()
