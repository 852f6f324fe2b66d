// @ts-check
// Where the blocks of a source file begin: the parser, which knows the whole language, does not say.
import { Tokens } from './tokens.mjs'

/** @typedef {import('./tokens.mjs').Token} Token */

/**
 * @typedef {object} OutlinedBlock
 * @property {string} keyword
 * @property {string[]} labels
 * @property {number} start in the text
 * @property {number} line
 * @property {Map<string, Written>} written its arguments, by name
 * @property {number} tokens that came before it
 */

/** @typedef {{ line: number, start: number, end: number }} Written where an argument is, and where its value is */

/** Limit of a head: no keyword has this number of labels. */
const longestHead = 8

/** The blocks at the top of a file in order. Of a text that is wrong it says something, and never fails. */
export function outlineOf(/** @type {string} */ text) {
  const lineAt = lineCounter(text)
  const all = new Tokens(text)
  /** @type {OutlinedBlock[]} */
  const blocks = []
  const numbers = []
  /** @type {Token[]} */
  let head = []
  /** @type {Written | undefined} */
  let argument
  let depth = 0
  for (const token of all.from(0)) {
    const { kind, start } = token
    if (kind === 'number') numbers.push({ text: token.text, line: lineAt(start) })
    if (depth === 0 && token.text === '{' && head[0]?.kind === 'word' && head.every(isOfHead))
      blocks.push({
        keyword: head[0].text,
        labels: head.slice(1).map(labelOf),
        start: head[0].start,
        line: lineAt(head[0].start),
        written: new Map(),
        tokens: all.count,
      })
    const isEnd = depth === 1 && (kind === 'end' || kind === 'close')
    if (isEnd) argument = undefined
    else if (argument) argument.end = start + token.text.length
    else if (depth === 1 && token.text === '=' && head.length === 1 && head[0]?.kind === 'word') {
      argument = { line: lineAt(head[0].start), start: start + 1, end: start + 1 }
      blocks.at(-1)?.written.set(head[0].text, argument)
    }
    if (kind === 'open') depth++
    if (kind === 'close') depth--
    if (kind === 'end' || kind === 'open') head = []
    else if (depth <= 1 && head.length < longestHead) head.push(token)
  }
  return { blocks, numbers, tokens: all.count }
}

/**
 * The line of what stands by these names within a block, each within the one before, or of as many of them as there are.
 * @param {string} text
 * @param {OutlinedBlock} block
 * @param {readonly string[]} path
 */
export function lineWithin(text, { start, line }, path) {
  /** @type {Token | undefined} */
  let name
  let at = start
  let [depth, found] = [0, 0]
  for (const token of new Tokens(text).from(start)) {
    const isName = token.kind === 'open' || token.text === '=' || token.text === ':'
    if (isName && name && depth > 0 && found >= depth - 1) {
      const isNext = labelOf(name) === path[depth - 1]
      if (isNext) at = name.start
      found = isNext ? depth : depth - 1
    }
    if (found === path.length) break
    if (token.kind === 'open') depth++
    if (token.kind === 'close' && --depth === 0) break
    const isEnd =
      token.kind === 'end' || token.kind === 'open' || token.kind === 'close' || token.text === ','
    if (isEnd || isName) name = undefined
    else name ??= token
  }
  return line + (text.slice(start, at).split('\n').length - 1)
}

function isOfHead(/** @type {Token} */ { kind }) {
  return kind === 'word' || kind === 'quote'
}

function labelOf(/** @type {Token} */ { kind, text }) {
  if (kind === 'word') return text
  try {
    return String(JSON.parse(text))
  } catch {
    return text.slice(1, -1)
  }
}

/** Lines are counted on from the last offset that was asked for, or from the start for one before it. */
export function lineCounter(/** @type {string} */ text) {
  let line = 1
  let counted = 0
  return (/** @type {number} */ offset) => {
    if (offset < counted) [line, counted] = [1, 0]
    for (let at = text.indexOf('\n', counted); at >= 0 && at < offset; at = text.indexOf('\n', at + 1)) line++
    counted = offset
    return line
  }
}
