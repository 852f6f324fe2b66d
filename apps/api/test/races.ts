/** Asks that many times at once; each call knows its number. */
export function atOnce<T>(ask: (n: number) => Promise<T>, times = 30): Promise<T[]> {
  return Promise.all(Array.from({ length: times }, (_, n) => ask(n)))
}

/** How often each status came: `{ 201: 1, 422: 29 }`. */
export function tally(answers: readonly { readonly status: number }[]): Record<number, number> {
  const counts: Record<number, number> = {}
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1
  return counts
}
