/** As the API has stored it: texts, and elements of a closed set with few attributes. */
export type Node = string | Element

export type Element = {
  tag: string
  href?: string
  path?: string
  anchor?: string
  id?: string
  alt?: string
  kind?: string
  start?: number
  align?: string
  children?: readonly Node[]
}

export type Heading = { id: string; text: string; level: number }

const mostHeadings = 100
/** What is nested deeper is no matter of an overview. */
const lowest = 3

/** What a README is divided into, but for the title that it begins with. */
export function contentsOf(tree: readonly Node[]): Heading[] {
  const headings = tree.flatMap((node, index): Heading[] => {
    if (typeof node === 'string') return []
    const level = Number(/^h([1-6])$/.exec(node.tag)?.[1] ?? Infinity)
    const isTitle = index === 0 && level === 1
    if (level > lowest || isTitle || typeof node.id !== 'string') return []
    return [{ id: node.id, text: textOf(node.children), level }]
  })
  const highest = Math.min(...headings.map(({ level }) => level))
  return headings.slice(0, mostHeadings).map((each) => ({ ...each, level: each.level - highest + 1 }))
}

/** Without its elements. */
export const textOf = (nodes: readonly Node[] = []): string =>
  nodes.map((node) => (typeof node === 'string' ? node : textOf(node.children))).join('')
