/** What is selected after all from one to another of these were set; in the order of the list. */
export function withRange(
  all: readonly string[],
  before: readonly string[],
  from: string,
  to: string,
  isSelected: boolean,
): string[] {
  const [start, end] = [all.indexOf(from), all.indexOf(to)].sort((a, b) => a - b)
  // What the range begins with may be out of sight by now.
  const range = new Set(start === undefined || start < 0 ? [to] : all.slice(start, (end ?? start) + 1))
  return all.filter((id) => (range.has(id) ? isSelected : before.includes(id)))
}
