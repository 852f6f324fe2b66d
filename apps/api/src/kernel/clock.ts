/** A clock that is handed in: the domain never asks the machine itself. */
export interface Clock {
  now(): Date
  /** Returns milliseconds since some moment of the past. Unlike `now` it never jumps when the machine's time is set. */
  elapsed(): number
}

export const systemClock: Clock = { now: () => new Date(), elapsed: () => performance.now() }

export const seconds = (n: number): number => n * 1000
export const minutes = (n: number): number => seconds(n * 60)
export const hours = (n: number): number => minutes(n * 60)
export const days = (n: number): number => hours(n * 24)

export const later = (from: Date, milliseconds: number): Date => new Date(from.getTime() + milliseconds)

/** Tells whether the database can store a moment: in UTC, of the years 1 to 9999. */
export function isStorableMoment(date: Date): boolean {
  const year = date.getUTCFullYear()
  return year >= 1 && year <= 9999
}

/** Reads a moment that comes from outside, a text or milliseconds; null for one that the database cannot store. */
export function storableMoment(value: string | number): Date | null {
  const date = new Date(value)
  return isStorableMoment(date) ? date : null
}

/** Returns the time of a change: always after the one before, so that two changes are never taken for one. */
export function changeTime(clock: Clock, previous: Date): Date {
  return new Date(Math.max(clock.now().getTime(), previous.getTime() + 1))
}
