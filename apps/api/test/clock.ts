import type { Clock } from '../src/kernel/clock.js'

/** Stands still until the test moves it. */
export class TestClock implements Clock {
  private time = new Date('2026-03-01T12:00:00.000Z').getTime()
  private passed = 0

  now(): Date {
    return new Date(this.time)
  }

  elapsed(): number {
    return this.passed
  }

  /** Moves the time as it passes. */
  move(milliseconds: number): void {
    this.time += milliseconds
    this.passed += milliseconds
  }

  /** Sets the machine's time forward or back: no time has passed. */
  jump(milliseconds: number): void {
    this.time += milliseconds
  }
}
