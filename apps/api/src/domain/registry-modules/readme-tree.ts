import type { CodeKind } from '@engine/shared/highlight'

/** A README as pages show it: its author can put nothing into a page but texts and elements of a closed set. */
export type ReadmeNode = string | ReadmeElement

export interface ReadmeElement {
  readonly tag: ReadmeTag
  /** Target of a link to outside: `http:`, `https:` or `mailto:`. */
  readonly href?: string
  /** Path of a file or folder of the archive that a link leads to, or of a picture in it. */
  readonly path?: string
  /** The `id` of a heading or a footnote of the same README that a link leads to. */
  readonly anchor?: string
  /** Identifier of a heading, unique in its README, or of a footnote and what refers to it. */
  readonly id?: string
  /** Alternative text of a picture. */
  readonly alt?: string
  /** Kind of a piece of code, or of a quotation that is a callout. */
  readonly kind?: CodeKind | CalloutKind
  /** First number of a list that does not begin with 1. */
  readonly start?: number
  /** Alignment of a cell. */
  readonly align?: 'left' | 'center' | 'right'
  readonly children?: readonly ReadmeNode[]
}

export type CalloutKind = 'note' | 'tip' | 'important' | 'warning' | 'caution'

export type ReadmeTag =
  | 'a'
  | 'blockquote'
  | 'br'
  | 'code'
  | 'del'
  | 'details'
  | 'em'
  | 'h1'
  | 'h2'
  | 'h3'
  | 'h4'
  | 'h5'
  | 'h6'
  | 'hr'
  | 'img'
  | 'li'
  | 'ol'
  | 'p'
  | 'pre'
  | 'span'
  | 'strong'
  | 'summary'
  | 'sup'
  | 'table'
  | 'tbody'
  | 'td'
  | 'th'
  | 'thead'
  | 'tr'
  | 'ul'

/** Reasons to show a README as it is written. */
export const readmeRefusals = ['too-large', 'too-complex'] as const

export type ReadmeRefusal = (typeof readmeRefusals)[number]

/** The JSON text of the tree, or why there is none. */
export type RenderedReadme =
  | { readonly tree: string; readonly refusal: null }
  | { readonly tree: null; readonly refusal: ReadmeRefusal }

/**
 * Renders the Markdown of a folder of an archive off the server's own thread, bounded in time, memory and what comes of it; `took` is how long its
 * thread was busy with it, in milliseconds. Organizations take turns. Throws `unavailable` when too many wait already.
 */
export type RenderReadme = (
  organizationId: string,
  markdown: string,
  folder: string,
) => Promise<RenderedReadme & { readonly took: number }>

export interface CodeToColor {
  readonly text: string
  /** `hcl`, say; of another that is not known nothing is coloured. */
  readonly language: string
  /** Place of sources whose relative calls are written as others write them. */
  readonly published?: { readonly folder: string; readonly source: string; readonly version: string }
}

/**
 * The JSON text of a `ReadmeNode[]`, whose texts joined are the code; bounded like READMEs: what takes too long is not
 * coloured. Throws `unavailable` when too many wait already.
 */
export type ColorCode = (organizationId: string, code: CodeToColor) => Promise<string>
