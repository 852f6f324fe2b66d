/** The number at the top of an axis: even, at least this much, and easy to read. */
export function niceMaximum(value: number): number {
  if (value <= 2) return 2
  const power = 10 ** Math.floor(Math.log10(value))
  const step = [1, 2, 3, 4, 6, 8, 10].find((each) => each * power >= value) ?? 10
  const nice = step * power
  return nice % 2 === 0 ? nice : nice + 1
}

/**
 * Number at the top of an axis where bars are cut, so that the few days with far more than all others leave these visible;
 * undefined where none is. At most a tenth of the days are cut.
 */
export function cutOf(counts: readonly number[]): number | undefined {
  const sorted = counts.filter((each) => each > 0).toSorted((one, other) => one - other)
  const usual = sorted.at(-1 - Math.max(1, Math.floor(sorted.length / 10))) ?? 0
  return usual > 0 && (sorted.at(-1) ?? 0) > usual * 5 ? niceMaximum(usual) : undefined
}
