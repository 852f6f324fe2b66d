import { count } from '~/ui/text'

const day = 86_400_000

/** How far a moment is ahead, in days that have begun: `in 20 days`; what is past or within a day reads so. */
export function aheadText(at: Date, now: Date): string {
  const ahead = at.getTime() - now.getTime()
  if (ahead <= 0) return 'now'
  return ahead < day ? 'within a day' : `in ${count(Math.ceil(ahead / day), 'day')}`
}

/** What a date field holds for a moment, and back; days begin at midnight UTC. */
export const dateOf = (at: string): string => at.slice(0, 10)
export const momentOf = (date: string): string => `${date}T00:00:00.000Z`

export const tomorrow = (now: Date): string => dateOf(new Date(now.getTime() + day).toISOString())
