/** A name in a picture of names and lines. */
export type MapNode = {
  key: string
  text: string
  /** Stands back behind the name, such as a version. */
  note?: string
  /** Tooltip, if it says more than the text. */
  title?: string
  href?: string
  /** True for the subject of the map. */
  isMain?: boolean
  /** True for a disabled one. */
  isDark?: boolean
}

/** Line from a node in a column to one in the next; its tone is that of the legend. */
export type MapLine = { column: number; from: string; to: string; tone: 1 | 2 | 3; isDark?: boolean }

/** Heights in pixels: of a node, and of a node with the gap below it. */
export const nodeHeight = 28
export const rowHeight = 36

/** Returns the positions of nodes: from left to right in percent of the width, downwards in pixels. */
export function placesOf(columns: readonly { nodes: readonly { key: string }[] }[], rows: number) {
  const most = Math.max(rows, ...columns.map(({ nodes }) => nodes.length))
  const width = columns.length > 2 ? 28 : 36
  const places = columns.map(
    ({ nodes }) =>
      // The shorter columns stand in the middle of the longest.
      new Map(
        nodes.map(({ key }, index) => [key, ((most - nodes.length) / 2 + index + 0.5) * rowHeight] as const),
      ),
  )
  return {
    height: most * rowHeight,
    width,
    leftOf: (column: number) => (columns.length < 2 ? 0 : (column * (100 - width)) / (columns.length - 1)),
    /** The middle of a name. */
    middleOf: (column: number, key: string) => places[column]?.get(key) ?? 0,
  }
}
