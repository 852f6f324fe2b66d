import type { Clock } from '../src/kernel/clock.js'

/** Stands still until the test moves it. */
export class TestClock implements Clock {
  private time = new Date('2026-03-01T12:00:00.000Z').getTime()

  now(): Date {
    return new Date(this.time)
  }

  move(milliseconds: number): void {
    this.time += milliseconds
  }
}
