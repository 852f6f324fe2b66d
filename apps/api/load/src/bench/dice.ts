/** The same throws for the same seed, so that every filling of a size is the same one. */
export class Dice {
  constructor(private state: number) {}

  /** Returns a number from 0 up to, not including, 1. */
  next(): number {
    this.state = (this.state + 0x6d2b79f5) | 0
    let mixed = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }

  /** A whole number, both ends included. */
  between(least: number, most: number): number {
    return least + Math.floor(this.next() * (most - least + 1))
  }

  pick<Thing>(things: readonly Thing[]): Thing {
    return thingAt(things, this.next() * things.length)
  }

  /** The first things far more often than the last, as words are used and modules are downloaded. */
  prefer<Thing>(things: readonly Thing[]): Thing {
    return thingAt(things, things.length ** this.next() - 1)
  }

  many<Thing>(count: number, make: () => Thing): Thing[] {
    return Array.from({ length: count }, make)
  }

  /** `count` letters and digits. */
  letters(count: number, alphabet = 'abcdefghijklmnopqrstuvwxyz0123456789'): string {
    return this.many(count, () => this.pick([...alphabet])).join('')
  }
}

function thingAt<Thing>(things: readonly Thing[], place: number): Thing {
  const thing = things[Math.floor(place)]
  if (thing === undefined) throw new Error('nothing to pick from')
  return thing
}
