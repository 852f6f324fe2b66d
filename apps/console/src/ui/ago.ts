const steps = [
  ['second', 60],
  ['minute', 60],
  ['hour', 24],
  ['day', 30],
  ['month', 12],
  ['year', Infinity],
] as const

const format = new Intl.RelativeTimeFormat('en', { numeric: 'auto' })

/** How long before `now` a moment was: `5 minutes ago`, `yesterday`; what is to come reads as just now. */
export function agoText(at: Date, now: Date): string {
  let past = Math.floor((now.getTime() - at.getTime()) / 1000)
  if (past < 60) return 'just now'
  for (const [unit, most] of steps) {
    if (past < most) return format.format(-past, unit)
    past = Math.floor(past / most)
  }
  return ''
}
