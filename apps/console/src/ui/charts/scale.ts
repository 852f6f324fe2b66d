/** The number at the top of an axis: even, at least this much, and easy to read. */
export function niceMaximum(value: number): number {
  if (value <= 2) return 2
  const power = 10 ** Math.floor(Math.log10(value))
  const step = [1, 2, 3, 4, 6, 8, 10].find((each) => each * power >= value) ?? 10
  const nice = step * power
  return nice % 2 === 0 ? nice : nice + 1
}
