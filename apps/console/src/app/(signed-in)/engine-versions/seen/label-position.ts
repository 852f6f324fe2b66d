type Edges = {
  /** The upper edge of an area on each day, in pixels from above. */
  tops: readonly number[]
  bottoms: readonly number[]
}

/** Approximate width of a letter and height of a line, in pixels. */
const letter = 6.5
const line = 16

/**
 * Returns the vertical position of an area's label at its end; undefined if it would overlap another area.
 */
export function labelPosition({ tops, bottoms }: Edges, step: number, name: string): number | undefined {
  const days = Math.ceil((name.length * letter) / step) + 1
  const [from, to] = [Math.max(...tops.slice(-days)), Math.min(...bottoms.slice(-days))]
  return to - from < line ? undefined : (from + to) / 2
}
