// @ts-check
// The calls of an example as those outside of its archive write them.
import { Tokens } from './tokens.mjs'

/** @typedef {import('./tokens.mjs').Token} Token */

/**
 * @typedef {object} Published
 * @property {string} folder in which the text lies, such as `examples/complete`
 * @property {string} source the address of the module in the registry
 * @property {string} version
 */

/**
 * The text with the relative source of each module call replaced by the address that it has in the registry, and its
 * version below it. What leads out of the archive stays, as do sources of other kinds.
 */
export function withRegistrySources(/** @type {string} */ text, /** @type {Published} */ published) {
  let written = ''
  let done = 0
  for (const { name, value } of sourcesIn(text)) {
    const place = placeOf(JSON.parse(value.text), published.folder)
    if (place === undefined) continue
    const lineStart = text.lastIndexOf('\n', name.start) + 1
    const indent = /^[ \t]*/.exec(text.slice(lineStart, name.start))?.[0] ?? ''
    const between = text.slice(name.start + name.text.length, value.start)
    const blanks = between.length - between.trimStart().length
    // `version` is one letter longer, and what is aligned stays so.
    const width = Math.max(blanks, 2)
    const source = `${published.source}${place === '' ? '' : `//${place}`}`
    written += text.slice(done, name.start + name.text.length)
    written += `${' '.repeat(width)}= ${JSON.stringify(source)}\n${indent}version${' '.repeat(width - 1)}= ${JSON.stringify(published.version)}`
    done = value.start + value.text.length
  }
  return written + text.slice(done)
}

/**
 * The `source` of each block `module` that is a plain text.
 * @returns {Generator<{ name: Token, value: Token }, void>}
 */
function* sourcesIn(/** @type {string} */ text) {
  let depth = 0
  let isCall = false
  /** @type {Token[]} What the line holds so far. */
  let line = []
  for (const token of new Tokens(text).from(0)) {
    if (depth === 0 && token.text === '{')
      isCall = line.length === 2 && line[0]?.text === 'module' && line[1]?.kind === 'quote'
    if (token.kind === 'open') depth++
    if (token.kind === 'close') depth--
    const [name, equals] = line
    const isValue =
      depth === 1 && isCall && line.length === 2 && name?.text === 'source' && equals?.text === '='
    if (isValue && token.kind === 'quote' && /^"\.{1,2}(\/[\w ./-]*)?"$/.test(token.text))
      yield { name, value: token }
    if (token.kind === 'end' || token.kind === 'open' || token.kind === 'close') line = []
    else line.push(token)
  }
}

/** Undefined above the root. */
function placeOf(/** @type {string} */ source, /** @type {string} */ folder) {
  const parts = folder.split('/').filter(Boolean)
  for (const part of source.split('/')) {
    if (part === '..' && parts.pop() === undefined) return undefined
    if (part !== '..' && part !== '.' && part !== '') parts.push(part)
  }
  return parts.join('/')
}
