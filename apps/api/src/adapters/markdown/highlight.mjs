// @ts-check
// Colours of code, by a library whose patterns take a time that the length does not predict: only in threads.
import bash from 'refractor/bash'
import { refractor } from 'refractor/core'
import hcl from 'refractor/hcl'
import json from 'refractor/json'
import yaml from 'refractor/yaml'

/** @typedef {import('../../domain/registry-modules/readme-tree.js').ReadmeNode} ReadmeNode */
/** @typedef {import('../../domain/registry-modules/readme-tree.js').CodeKind} CodeKind */
/** @typedef {{ type: string, value?: string, properties?: { className?: unknown }, children?: Node[] }} Node */

for (const language of [bash, hcl, json, yaml]) refractor.register(language)
refractor.alias({ hcl: ['tf', 'tfvars'], bash: ['sh', 'shell', 'console'], yaml: ['yml'] })

/** @type {Readonly<Record<string, CodeKind>>} What is told apart; everything else is plain. */
const kinds = {
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

/** In characters of one text, and in tokens. */
const longest = 64 * 1024
const mostTokens = 8000

/** What begins with a block is the engine's language, by whichever name. */
const block = /^\s*[a-z_]+(?: "[^"\n]*")* \{/

/** The text in coloured pieces, which joined are the text; as it is where its language is not known or it is long. */
export function highlighted(/** @type {string} */ text, /** @type {string} */ language, most = mostTokens) {
  const known = refractor.registered(language) ? language : block.test(text) ? 'hcl' : undefined
  if (text.length > longest || known === undefined) return [text]
  const root = /** @type {Node} */ (refractor.highlight(text, known))
  const pieces = joined([...piecesOf(root, 'plain')])
  return pieces.length > most ? [text] : pieces.map(nodeOf)
}

/** @returns {Generator<{ kind: CodeKind, text: string }>} */
function* piecesOf(
  /** @type {Node} */ { type, value = '', properties, children = [] },
  /** @type {CodeKind} */ outer,
) {
  if (type === 'text') yield { kind: outer, text: value }
  const names = Array.isArray(properties?.className) ? properties.className.map(String) : []
  const known = names.find((name) => Object.hasOwn(kinds, name))
  for (const child of children) yield* piecesOf(child, known === undefined ? outer : (kinds[known] ?? outer))
}

function joined(/** @type {{ kind: CodeKind, text: string }[]} */ pieces) {
  /** @type {{ kind: CodeKind, text: string }[]} */
  const all = []
  for (const piece of pieces) {
    const last = all.at(-1)
    // Blanks have no colour.
    if (last && (last.kind === piece.kind || piece.text.trim() === '')) last.text += piece.text
    else all.push({ ...piece })
  }
  return all
}

/** @returns {ReadmeNode} */
function nodeOf(/** @type {{ kind: CodeKind, text: string }} */ { kind, text }) {
  return kind === 'plain' ? text : { tag: 'span', kind, children: [text] }
}
