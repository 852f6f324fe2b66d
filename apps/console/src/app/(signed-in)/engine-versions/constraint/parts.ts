export type Fault = { from: number; to: number; message: string }

/** A text in pieces: those that a fault speaks of, and those between them. */
export function partsOf(
  text: string,
  faults: readonly Fault[],
): { from: number; part: string; isWrong: boolean }[] {
  const parts = []
  let at = 0
  for (const { from, to } of [...faults].sort((a, b) => a.from - b.from)) {
    if (from > at) parts.push({ from: at, part: text.slice(at, from), isWrong: false })
    if (to > from) parts.push({ from, part: text.slice(from, to), isWrong: true })
    at = to
  }
  if (at < text.length) parts.push({ from: at, part: text.slice(at), isWrong: false })
  return parts
}
