// @ts-check
import { Tokens } from './tokens.mjs'

/** @typedef {import('jsonc-parser').Node} Node */
/** @typedef {import('./tokens.mjs').Token} Token */

const roots = new Set(['var', 'local', 'data', 'module', 'path', 'each', 'count', 'self'])
const words = new Set(['if', 'else', 'endif', 'for', 'in', 'endfor', 'true', 'false', 'null'])

/** Whether a value calls functions or refers to something, which the engine does not allow in a default. */
export function isComputed(/** @type {Node} */ { type, value, children = [] }) {
  return type === 'string' ? isComputedText(value) : children.some(isComputed)
}

/** @returns {boolean} */
function isComputedText(/** @type {string} */ text) {
  return [...new Tokens(text).templates()].some(
    (tokens) =>
      isReference(tokens) ||
      tokens.some(({ kind, text: part }, index) => {
        if (kind === 'quote') return isComputedText(part)
        const next = tokens[index + 1]?.text
        return kind === 'word' && ((next === '(' && !words.has(part)) || (next === '.' && roots.has(part)))
      }),
  )
}

/** Nothing but a name, or names with dots between. The names of a loop differ in not standing alone. */
function isReference(/** @type {readonly Token[]} */ tokens) {
  const [first] = tokens
  const isName = tokens.slice(0, -1).every(({ kind, text }) => kind === 'word' || text === '.')
  return first?.kind === 'word' && isName && !words.has(first.text)
}
