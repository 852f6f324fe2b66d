import { count } from '~/ui/text'

const day = 86_400_000

/**
 * Returns the distance to a future moment in started days, such as `in 20 days`; a moment in the past or
 * within a day has its own words.
 */
export function aheadText(at: Date, now: Date): string {
  const ahead = at.getTime() - now.getTime()
  if (ahead <= 0) return 'now'
  return ahead < day ? 'within a day' : `in ${count(Math.ceil(ahead / day), 'day')}`
}

/** Returns the value of a date field for a moment; days begin at midnight UTC. */
export const dateOf = (at: string): string => at.slice(0, 10)
export const momentOf = (date: string): string => `${date}T00:00:00.000Z`

/** The beginning of the day that is a number of days ahead. */
export const dayAhead = (now: Date, days: number): string =>
  momentOf(dateOf(new Date(now.getTime() + days * day).toISOString()))

export const tomorrow = (now: Date): string => dateOf(dayAhead(now, 1))
