// Colours of code, by a library whose patterns take a time that the length does not predict: foreign text in threads alone.
import bash from 'refractor/bash'
import { refractor } from 'refractor/core'
import hcl from 'refractor/hcl'
import json from 'refractor/json'
import yaml from 'refractor/yaml'

export type CodeKind = 'comment' | 'function' | 'keyword' | 'number' | 'plain' | 'property' | 'string'

/** A text in one colour; one without a colour is no more than the text. */
export type CodePiece =
  | string
  | { readonly tag: 'span'; readonly kind: CodeKind; readonly children: [string] }

type Node = {
  readonly type: string
  readonly value?: string
  readonly properties?: { readonly className?: unknown }
  readonly children?: readonly Node[]
}

type Piece = { kind: CodeKind; text: string }

for (const language of [bash, hcl, json, yaml]) refractor.register(language)
refractor.alias({ hcl: ['tf', 'tfvars'], bash: ['sh', 'shell', 'console'], yaml: ['yml'] })

/** Kinds of code that are coloured; everything else is plain. */
const kinds: Readonly<Record<string, CodeKind>> = {
  comment: 'comment',
  keyword: 'keyword',
  string: 'string',
  heredoc: 'string',
  property: 'property',
  key: 'property',
  number: 'number',
  boolean: 'number',
  function: 'function',
  interpolation: 'plain',
  variable: 'plain',
}

/** Limit of one text in characters, and in tokens. */
const longest = 64 * 1024
const mostTokens = 8000

/** Pattern of a text that begins with a block: it is the engine's language, by whichever name. */
const block = /^\s*[a-z_]+(?: "[^"\n]*")* \{/

/** The text in coloured pieces, which joined are the text; as it is where its language is not known or it is long. */
export function highlighted(text: string, language: string, most = mostTokens): CodePiece[] {
  const known = refractor.registered(language) ? language : block.test(text) ? 'hcl' : undefined
  if (text.length > longest || known === undefined) return [text]
  const pieces = joined([...piecesOf(refractor.highlight(text, known) as Node, 'plain')])
  return pieces.length > most ? [text] : pieces.map(nodeOf)
}

function* piecesOf({ type, value = '', properties, children = [] }: Node, outer: CodeKind): Generator<Piece> {
  if (type === 'text') yield { kind: outer, text: value }
  const names = Array.isArray(properties?.className) ? properties.className.map(String) : []
  const known = names.find((name) => Object.hasOwn(kinds, name))
  for (const child of children) yield* piecesOf(child, known === undefined ? outer : (kinds[known] ?? outer))
}

function joined(pieces: readonly Piece[]): Piece[] {
  const all: Piece[] = []
  for (const piece of pieces) {
    const last = all.at(-1)
    // Blanks have no colour.
    if (last && (last.kind === piece.kind || piece.text.trim() === '')) last.text += piece.text
    else all.push({ ...piece })
  }
  return all
}

const nodeOf = ({ kind, text }: Piece): CodePiece =>
  kind === 'plain' ? text : { tag: 'span', kind, children: [text] }
