export type Figure = { now: number; before: number }

/** How a figure changed against the 30 days before. */
export function changeText({ now, before }: Figure): string {
  const difference = now - before
  if (difference === 0) return 'no change in 30 days'
  return `${difference > 0 ? '+' : '−'}${Math.abs(difference).toLocaleString('en')} in 30 days`
}
