import { setImmediate } from 'node:timers/promises'

/** Cuts a list into slices of `size` items; between two of them other requests have their turn. */
export async function* slicesOf<T>(items: readonly T[], size: number): AsyncGenerator<readonly T[]> {
  for (let at = 0; at < items.length; at += size) {
    if (at > 0) await setImmediate()
    yield items.slice(at, at + size)
  }
}

/** Slices over several lists, of a number of items in all: after each, other requests have their turn. */
export class Slices {
  private turn: Promise<unknown> | undefined
  private count = 0

  constructor(private readonly size: number) {}

  cut<T>(items: readonly T[]): readonly (T | Promise<T>)[] {
    return items.map((item) => {
      if (++this.count % this.size === 0) this.turn = Promise.resolve(this.turn).then(() => setImmediate())
      return this.turn ? this.turn.then(() => item) : item
    })
  }
}
