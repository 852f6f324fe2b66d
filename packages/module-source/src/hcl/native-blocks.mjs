// @ts-check
// The blocks of a file in the native syntax, with what a module's description needs of them.
import { parseTree } from 'jsonc-parser'
import { checkName, checkValues, constantValue } from './checked-values.mjs'
import { checkCount, checkHead, checkLengths, checkNumbers, Fault } from './faults.mjs'
import { argumentOutside, checkTop } from './init-faults.mjs'
import { faultsOf } from './requirements.mjs'
import { lineWithin, outlineOf } from './outline.mjs'
import { membersOf, valuesOf } from './values.mjs'

/** @typedef {import('jsonc-parser').Node} Node */
/** @typedef {import('./syntax.js').Block} Block */
/** @typedef {import('./outline.mjs').OutlinedBlock} OutlinedBlock */

/** The parser's memory follows what it is given at once. In characters. */
const pieceLength = 64 * 1024

/**
 * @param {string} text
 * @param {(text: string) => Promise<string>} convert to the JSON syntax, throws where the text is wrong
 * @returns {Promise<Block[]>}
 */
export async function nativeBlocks(text, convert) {
  const outline = outlineOf(text)
  const { blocks } = outline
  checkNumbers(outline.numbers)
  checkLengths(outline)
  checkCount(blocks)
  const found = []
  try {
    for (const piece of piecesOf(text, blocks))
      found.push(...blocksIn(await convert(piece.text), piece.blocks, text))
  } catch (error) {
    if (error instanceof Fault || error instanceof RangeError || error instanceof WebAssembly.RuntimeError)
      throw error
    // The parser counts lines from where it begins, and gives ambiguous blocks no line at all.
    const whole = convert(text)
    await whole.catch(() => blocks.forEach(checkHead))
    return blocksIn(await whole, blocks, text)
  }
  return found
}

/** @returns {Generator<{ text: string, blocks: OutlinedBlock[] }>} */
function* piecesOf(/** @type {string} */ text, /** @type {readonly OutlinedBlock[]} */ blocks) {
  let start = 0
  /** @type {OutlinedBlock[]} */
  let pending = []
  for (const block of blocks) {
    if (block.start - start > pieceLength) {
      yield { text: text.slice(start, block.start), blocks: pending }
      start = block.start
      pending = []
    }
    pending.push(block)
  }
  yield { text: text.slice(start), blocks: pending }
}

/** @returns {Block[]} */
function blocksIn(
  /** @type {string} */ json,
  /** @type {readonly OutlinedBlock[]} */ blocks,
  /** @type {string} */ text,
) {
  const root = parseTree(json)
  checkTop(root, blocks, (name) => lineOfTop(text, name))
  const counts = new Map()
  return blocks.map((block) => {
    checkHead(block)
    const { keyword, labels, line } = block
    const path = [keyword, ...labels]
    const key = JSON.stringify(path)
    const index = counts.get(key) ?? 0
    counts.set(key, index + 1)
    const body = path.reduce((node, name) => membersOf(node).get(name), root)?.children?.[index]
    // The converter drops the blocks of a keyword that is an argument too.
    if (!body) throw argumentOutside(keyword, lineOfTop(text, keyword))
    const writtenAs = (/** @type {string} */ name) => {
      const { start = 0, end = 0 } = block.written.get(name) ?? {}
      return text.slice(start, end)
    }
    const values = checkedValues(block, body, json, writtenAs)
    const faults = faultsOf({ ...block, writtenAs }, body, json, true, (path) =>
      lineWithin(text, block, path),
    )
    return { keyword, labels, line, values, ...faults }
  })
}

/** The line of an argument outside of any block. */
function lineOfTop(/** @type {string} */ text, /** @type {string} */ name) {
  const at = text.search(new RegExp(`^[ \\t]*${name}[ \\t]*=`, 'mu'))
  return at === -1 ? undefined : text.slice(0, at).split('\n').length
}

function checkedValues(
  /** @type {OutlinedBlock} */ block,
  /** @type {Node | undefined} */ body,
  /** @type {string} */ json,
  /** @type {(name: string) => string} */ writtenAs,
) {
  const { keyword, labels, line, written } = block
  const title = `${keyword} "${labels[0]}"`
  const lineOf = (/** @type {string} */ name) => written.get(name)?.line ?? line
  checkName(block)
  const values = valuesOf(keyword, body, json, (name, node) =>
    constantValue(node, json, { title, name, line: lineOf(name), written: writtenAs(name) }),
  )
  if (keyword === 'variable' || keyword === 'output')
    checkValues(title, values, lineOf, values['type'] === undefined ? undefined : writtenAs('type'))
  return values
}
