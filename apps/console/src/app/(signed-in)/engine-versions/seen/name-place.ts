type Edges = {
  /** The upper edge of an area on each day, in pixels from above. */
  tops: readonly number[]
  bottoms: readonly number[]
}

/** About as wide as a letter is, and as high as a line. */
const letter = 6.5
const line = 16

/** How far down the name of an area stands that ends with it; nowhere if it would lie over another area. */
export function namePlace({ tops, bottoms }: Edges, step: number, name: string): number | undefined {
  const days = Math.ceil((name.length * letter) / step) + 1
  const [from, to] = [Math.max(...tops.slice(-days)), Math.min(...bottoms.slice(-days))]
  return to - from < line ? undefined : (from + to) / 2
}
