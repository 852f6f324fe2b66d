/** What a file holds: blocks by their keyword, and below that by their labels. Texts are what they stand for. */
export type Body = Readonly<Record<string, unknown>>

export interface Block {
  readonly labels: readonly string[]
  readonly body: Body
}

/**
 * The blocks of one keyword that have so many labels. Both syntaxes lead to the same nesting of objects, with arrays
 * wherever something may come several times.
 */
export function* blocksOf(value: unknown, labels: number): Generator<Block> {
  for (const level of Array.isArray(value) ? value : [value]) {
    if (!isBody(level)) continue
    if (labels === 0) yield { labels: [], body: level }
    else
      for (const [label, below] of Object.entries(level)) {
        if (label === '//') continue
        for (const block of blocksOf(below, labels - 1)) yield { ...block, labels: [label, ...block.labels] }
      }
  }
}

export function isBody(value: unknown): value is Body {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** An expression stands in the JSON as `${…}`: its own text. Any other text is itself, with its escapes undone. */
export function unescaped(text: string): string {
  return text.replace(/\$\$\{/g, '${').replace(/%%\{/g, '%{')
}

/** The text of an expression that stands alone, or a text as it is: `${list(string)}` is `list(string)`. */
export function expressionText(value: unknown): string {
  if (typeof value !== 'string') return value === undefined || value === null ? '' : JSON.stringify(value)
  return /^\$\{([\s\S]*)\}$/.exec(value)?.[1]?.trim() ?? unescaped(value)
}

/** With the escapes of all its texts undone. */
export function unescapedDeep(value: unknown): unknown {
  if (typeof value === 'string') return unescaped(value)
  if (Array.isArray(value)) return value.map(unescapedDeep)
  if (!isBody(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, below]) => [unescaped(key), unescapedDeep(below)]),
  )
}

/** Without what the database cannot keep as text: halves of characters, and NUL. */
export function storable(text: string): string {
  return Buffer.from(text.replaceAll('\u0000', '\ufffd')).toString()
}
