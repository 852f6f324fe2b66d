import { count } from '~/ui/plural'

const lifetimes = [
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
  { value: '365', label: '1 year' },
  { value: '730', label: '2 years' },
] as const

export type Lifetime = (typeof lifetimes)[number]['value'] | 'longest' | 'day'

const secondsADay = 24 * 60 * 60

/** `30 days`, `12 hours`. */
export function lifetimeInWords(seconds: number): string {
  if (seconds >= 2 * secondsADay) return count(Math.floor(seconds / secondsADay), 'day')
  return seconds >= 3600
    ? count(Math.floor(seconds / 3600), 'hour')
    : count(Math.max(1, Math.floor(seconds / 60)), 'minute')
}

/**
 * The choices for how long a token works, by the longest life that the platform allows; `day` asks for a date. The first
 * choice is the last of those before it.
 */
export function lifetimesWithin(maximum: number | null): readonly { value: Lifetime; label: string }[] {
  const day = { value: 'day', label: 'Until a day of your choice' } as const
  if (maximum === null) return [...lifetimes, day]
  const longest = { value: 'longest', label: `${lifetimeInWords(maximum)}, the longest allowed` } as const
  return [...lifetimes.filter(({ value }) => Number(value) * secondsADay < maximum), longest, day]
}

/**
 * When a token with this choice expires: so many days from now, or at the end of the chosen day in the
 * reader's zone. Undefined while no day is chosen, and for the longest life: the platform says when that ends.
 */
export function expiryOf(lifetime: Lifetime, day: string | null, now: Date): Date | undefined {
  if (lifetime === 'longest') return undefined
  if (lifetime !== 'day') return new Date(now.getTime() + Number(lifetime) * 24 * 60 * 60 * 1000)
  const end = new Date(`${day}T23:59:59`)
  return Number.isNaN(end.getTime()) ? undefined : end
}
