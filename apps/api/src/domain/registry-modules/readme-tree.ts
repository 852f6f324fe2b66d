/**
 * A README as pages show it: texts, and elements of a closed set with few attributes. Its author can put nothing else
 * into a page.
 */
export type ReadmeNode = string | ReadmeElement

export interface ReadmeElement {
  readonly tag: ReadmeTag
  /** Of a link alone: `http:`, `https:` or `mailto:`. */
  readonly href?: string
  /** Of a list that does not begin with 1. */
  readonly start?: number
  /** Of a cell. */
  readonly align?: 'left' | 'center' | 'right'
  readonly children?: readonly ReadmeNode[]
}

export type ReadmeTag =
  | 'a'
  | 'blockquote'
  | 'br'
  | 'code'
  | 'del'
  | 'em'
  | 'h1'
  | 'h2'
  | 'h3'
  | 'h4'
  | 'h5'
  | 'h6'
  | 'hr'
  | 'li'
  | 'ol'
  | 'p'
  | 'pre'
  | 'strong'
  | 'sup'
  | 'table'
  | 'tbody'
  | 'td'
  | 'th'
  | 'thead'
  | 'tr'
  | 'ul'

/** Why a README is shown as it is written. */
export type ReadmeRefusal = 'too-large' | 'too-complex'

/** The JSON text of the tree, or why there is none. */
export type RenderedReadme =
  { readonly tree: string; readonly refusal: null } | { readonly tree: null; readonly refusal: ReadmeRefusal }

/**
 * Renders Markdown off the server's own thread, bounded in time, memory and what comes of it; `took` is how long its
 * thread was busy with it, in milliseconds. Throws `unavailable` when too many wait already.
 */
export type RenderReadme = (markdown: string) => Promise<RenderedReadme & { readonly took: number }>
