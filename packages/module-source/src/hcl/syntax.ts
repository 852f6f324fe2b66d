import { templateOf } from './templates.mjs'

/** A block at the top of a source file, of either syntax. */
export interface Block {
  readonly keyword: string
  readonly labels: readonly string[]
  readonly line: number
  /** The JSON texts of those of its arguments that matter here. Texts are what they stand for. */
  readonly values: Readonly<Record<string, string>>
  readonly faults?: readonly BlockFault[]
}

/** A fault of a block, or a possible one. */
export interface BlockFault {
  readonly line: number
  readonly message: string
  /**
   * Kinds of faults: something is missing, which an override file leaves to the others; no engine so far knows it; or some
   * engines accept it and others do not.
   */
  readonly kind: 'missing' | 'inner' | 'unknown' | 'partly'
}

/** One parsed file. */
export interface ParsedFile {
  readonly path: string
  /** True if it changes what the other files of its folder declare. */
  readonly isOverride: boolean
  /** True if it only asks what exists. */
  readonly isQuery?: boolean
  readonly blocks: readonly Block[]
}

type Body = Readonly<Record<string, unknown>>

export function isBody(value: unknown): value is Body {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/**
 * The text of an expression that stands alone, or a text as it is: `${list(string)}` is `list(string)`. Whether the
 * file has line ends of another system makes no difference.
 */
export function expressionText(value: unknown): string {
  if (typeof value !== 'string') return value === undefined || value === null ? '' : JSON.stringify(value)
  return storable(standsAlone(value) ? value.slice(2, -1).trim() : value).replaceAll('\r\n', '\n')
}

/** Tells whether a text is one interpolation: another may begin within it, or behind its end. */
function standsAlone(text: string): boolean {
  if (!text.startsWith('${') || !text.endsWith('}')) return false
  return !text.includes('${', 2) || templateOf(text).pieces.length === 1
}

/** Text without what the database cannot store: halves of characters, and NUL. */
export function storable(text: string): string {
  // Hardly any text has one, and looking is cheaper than writing it again.
  if (!text.includes('\u0000') && !/[\ud800-\udfff]/.test(text)) return text
  return Buffer.from(text.replaceAll('\u0000', '\ufffd')).toString()
}

export function valueOf({ values }: Pick<Block, 'values'>, name: string): unknown {
  const text = values[name]
  return text === undefined ? undefined : JSON.parse(text)
}

export function textOf(block: Block, name: string): string {
  const value = valueOf(block, name)
  return typeof value === 'string' ? storable(value) : ''
}

/** Tells whether the source of a call is only known when the module is called. */
export function isComputed({ values }: Block): boolean {
  return values['isComputed'] === 'true'
}
