/** The choices for how long a token works; `day` asks for a date. */
export const lifetimes = [
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
  { value: '365', label: '1 year' },
  { value: '730', label: '2 years' },
  { value: 'day', label: 'Until a day of your choice' },
] as const

export type Lifetime = (typeof lifetimes)[number]['value']

/**
 * When a token with this choice expires: so many days from now, or at the end of the chosen day in the
 * reader's zone. Undefined while no day is chosen.
 */
export function expiryOf(lifetime: Lifetime, day: string | null, now: Date): Date | undefined {
  if (lifetime !== 'day') return new Date(now.getTime() + Number(lifetime) * 24 * 60 * 60 * 1000)
  const end = new Date(`${day}T23:59:59`)
  return Number.isNaN(end.getTime()) ? undefined : end
}
