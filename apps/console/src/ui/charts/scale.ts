/** The number at the top of an axis: even, at least this much, and easy to read. */
export function niceMaximum(value: number): number {
  if (value <= 2) return 2
  const power = 10 ** Math.floor(Math.log10(value))
  const step = [1, 2, 3, 4, 6, 8, 10].find((each) => each * power >= value) ?? 10
  const nice = step * power
  return nice % 2 === 0 ? nice : nice + 1
}

const dayFormat = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' })

/** A day such as `2026-11-03` as charts name it: `3 Nov`. */
export const dayName = (day: string): string => dayFormat.format(new Date(day))
