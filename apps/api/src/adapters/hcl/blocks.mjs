// @ts-check
// The blocks of one file of either syntax, with what a module's description needs of them.
import { parse, parseTree, printParseErrorCode } from 'jsonc-parser'
import { lineCounter, outlineOf } from './outline.mjs'
import { isComputed, jsonText, membersOf, unescaped } from './values.mjs'

/** @typedef {import('jsonc-parser').Node} Node */
/** @typedef {import('./syntax.js').Block} Block */
/** @typedef {import('./outline.mjs').OutlinedBlock} OutlinedBlock */

/** What is wrong with a file, and where. */
export class Fault extends Error {
  constructor(/** @type {string} */ message, /** @type {number | undefined} */ line) {
    super(message)
    this.line = line
  }
}

/** How many labels the blocks have that this looks at; those of all others are not counted. */
const labelCounts = new Map([
  ['variable', 1],
  ['output', 1],
  ['module', 1],
  ['provider', 1],
  ['resource', 2],
  ['data', 2],
])
const needed = ['type', 'description', 'default', 'sensitive', 'source', 'version', 'required_providers']

/** All digits that the exponents of a file may stand for: `1e400` are 401. */
const mostDigits = 100_000

/** More tokens in one block are nothing that anybody reads, and much memory to parse. */
const mostTokens = 100_000

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
  const found = []
  try {
    for (const piece of piecesOf(text, blocks))
      found.push(...blocksIn(await convert(piece.text), piece.blocks))
  } catch (error) {
    if (error instanceof Fault || error instanceof RangeError || error instanceof WebAssembly.RuntimeError)
      throw error
    // The parser counts lines from where it begins, and what it cannot tell apart it does not place at all.
    const whole = convert(text)
    await whole.catch(() => blocks.forEach(checkHead))
    return blocksIn(await whole, blocks)
  }
  return found
}

/** @returns {Generator<{ text: string, blocks: OutlinedBlock[] }>} */
function* piecesOf(/** @type {string} */ text, /** @type {readonly OutlinedBlock[]} */ blocks) {
  let start = 0
  /** @type {OutlinedBlock[]} */
  let held = []
  for (const block of blocks) {
    if (block.start - start > pieceLength) {
      yield { text: text.slice(start, block.start), blocks: held }
      start = block.start
      held = []
    }
    held.push(block)
  }
  yield { text: text.slice(start), blocks: held }
}

/** @returns {Block[]} */
function blocksIn(/** @type {string} */ source, /** @type {readonly OutlinedBlock[]} */ blocks) {
  const root = parseTree(source)
  const counts = new Map()
  return blocks.map((block) => {
    checkHead(block)
    const { keyword, labels, line, lines } = block
    const path = [keyword, ...labels]
    const key = JSON.stringify(path)
    const index = counts.get(key) ?? 0
    counts.set(key, index + 1)
    const body = path.reduce((node, name) => membersOf(node).get(name), root)?.children?.[index]
    const initial = membersOf(body).get('default')
    if (keyword === 'variable' && initial && isComputed(initial))
      throw new Fault(
        `The default of variable "${labels[0]}" must be constant; it cannot call functions or refer to anything.`,
        lines.get('default') ?? line,
      )
    return { keyword, labels, line, values: valuesOf(keyword, body, source, true) }
  })
}

/**
 * @param {string} source
 * @returns {Block[]}
 */
export function jsonBlocks(source) {
  checkJson(source)
  const lineAt = lineCounter(source)
  const root = parseTree(source)
  const files = root?.type === 'array' ? (root.children ?? []) : [root]
  /** @type {Block[]} */
  const blocks = []
  for (const file of files) {
    if (file?.type !== 'object') throw new Fault('the file must hold an object', lineAt(file?.offset ?? 0))
    for (const { children: [name, value] = [] } of file.children ?? []) {
      const keyword = String(name?.value)
      for (const { labels, line, body } of value ? labelled(keyword, value, lineAt) : []) {
        checkHead({ keyword, labels, line })
        blocks.push({ keyword, labels, line, values: valuesOf(keyword, body, source, false) })
      }
    }
  }
  return blocks
}

/**
 * Below a keyword its blocks stand by their labels, with arrays wherever something may come several times.
 * @returns {Generator<{ labels: string[], line: number, body: Node }>}
 */
function* labelled(
  /** @type {string} */ keyword,
  /** @type {Node} */ value,
  /** @type {(offset: number) => number} */ lineAt,
  /** @type {string[]} */ labels = [],
) {
  const { type, parent, offset, children = [] } = value
  const isMissing = labels.length < (labelCounts.get(keyword) ?? 0)
  const line = lineAt(parent?.type === 'property' ? parent.offset : offset)
  if (type === 'array') for (const each of children) yield* labelled(keyword, each, lineAt, labels)
  else if (type === 'object' && !isMissing) yield { labels, line, body: value }
  else if (type === 'object') {
    for (const { children: [label, below] = [] } of children)
      if (below && label?.value !== '//') yield* labelled(keyword, below, lineAt, [...labels, label?.value])
  } else if (type !== 'null' && labelCounts.has(keyword))
    throw new Fault(`${[keyword, ...labels].join('.')} must be an object.`, line)
}

/** As JSON texts. */
function valuesOf(
  /** @type {string} */ keyword,
  /** @type {Node | undefined} */ body,
  /** @type {string} */ source,
  /** @type {boolean} */ isNative,
) {
  /** @type {Record<string, string>} */
  const values = {}
  if (keyword === 'resource' || keyword === 'data') return values
  const members = membersOf(body)
  for (const name of needed) {
    const node = members.get(name)
    if (!node) continue
    const text = jsonText(node, source)
    const isExpression = node.type === 'string' && name !== 'default' && text.startsWith('"${')
    values[name] = isNative && !isExpression ? unescaped(text) : text
  }
  return values
}

/** @param {{ keyword: string, labels: readonly string[], line: number }} block */
function checkHead({ keyword, labels, line }) {
  const count = labelCounts.get(keyword)
  if (count === undefined) return
  if (labels.length !== count)
    throw new Fault(
      `A ${keyword} block has ${count === 1 ? 'one label' : `${count} labels`}, this one has ${labels.length || 'none'}.`,
      line,
    )
  const wrong = labels.find((label) => !/^[\p{ID_Start}_][\p{ID_Continue}-]*$/u.test(label))
  if (wrong !== undefined)
    throw new Fault(
      `${JSON.stringify(wrong)} is no name; names are letters, digits, "_" and "-", and no digit comes first.`,
      line,
    )
}

/** A few characters could else stand for more digits than there is memory. */
function checkNumbers(/** @type {readonly { text: string, line: number }[]} */ numbers) {
  let digits = 0
  for (const { text, line } of numbers) {
    digits += Number(/[eE][+-]?(\d+)$/.exec(text)?.[1] ?? 0)
    if (digits > mostDigits) throw new Fault('The exponents of the numbers are too large.', line)
  }
}

function checkLengths(/** @type {ReturnType<typeof outlineOf>} */ { blocks, tokens }) {
  for (const [index, block] of blocks.entries())
    if ((blocks[index + 1]?.tokens ?? tokens) - block.tokens > mostTokens)
      throw new Fault('The block is too long.', block.line)
}

function checkJson(/** @type {string} */ source) {
  try {
    JSON.parse(source)
  } catch {
    /** @type {import('jsonc-parser').ParseError[]} */
    const errors = []
    parse(source, errors, { disallowComments: true, allowTrailingComma: false })
    const [first] = errors
    const fault = first ? printParseErrorCode(first.error).replace(/(?<=.)([A-Z])/g, ' $1') : 'Invalid'
    const line = lineCounter(source)(first?.offset ?? source.length)
    throw new Fault(`the JSON is wrong: ${fault.toLowerCase()}`, line)
  }
}
