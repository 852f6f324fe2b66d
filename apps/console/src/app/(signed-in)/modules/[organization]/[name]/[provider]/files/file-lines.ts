/** A text, or a piece of it in a colour, as the API tells code. */
export type CodeNode = string | { tag: string; kind?: string; children?: readonly CodeNode[] }

/** The lines of coloured code; a piece that spans several is one in each. */
export function linesOf(tree: readonly CodeNode[]): CodeNode[][] {
  const lines: CodeNode[][] = [[]]
  for (const node of tree) {
    const [first = [], ...others] =
      typeof node === 'string'
        ? node.split('\n').map((text): CodeNode[] => (text === '' ? [] : [text]))
        : linesOf(node.children ?? []).map((children) => (children.length > 0 ? [{ ...node, children }] : []))
    lines.at(-1)?.push(...first)
    lines.push(...others)
  }
  return lines
}

/** Returns the lines of a file; a final line break adds no empty one. */
export function fileLines(tree: readonly CodeNode[]): CodeNode[][] {
  const lines = linesOf(tree)
  return lines.length > 1 && lines.at(-1)?.length === 0 ? lines.slice(0, -1) : lines
}

export type LineRange = { from: number; to: number }

/** `#L12`, and `#L12-L20` in either order. */
export function rangeOf(hash: string): LineRange | undefined {
  const [, one, other = one] = /^#L([1-9]\d{0,6})(?:-L([1-9]\d{0,6}))?$/.exec(hash) ?? []
  if (one === undefined) return undefined
  const [from, to] = [Number(one), Number(other)]
  return from <= to ? { from, to } : { from: to, to: from }
}

export const hashOf = ({ from, to }: LineRange): string => (from === to ? `#L${from}` : `#L${from}-L${to}`)

/**
 * Returns the lines that a click on a line number marks: that line, or with Shift all from the marked one on.
 */
export const marked = (line: number, before: LineRange | undefined, shift: boolean): LineRange =>
  shift && before
    ? { from: Math.min(line, before.from), to: Math.max(line, before.from) }
    : { from: line, to: line }
