// @ts-check
// The blocks of a file in the JSON syntax, with what a module's description needs of them.
import { parse, parseTree, printParseErrorCode } from 'jsonc-parser'
import { checkName, checkValues } from './checked-values.mjs'
import { checkCount, checkHead, Fault, labelCounts } from './faults.mjs'
import { lineCounter } from './outline.mjs'
import { faultsOf } from './requirements.mjs'
import { membersOf, valuesOf } from './values.mjs'

/** @typedef {import('jsonc-parser').Node} Node */
/** @typedef {import('./syntax.js').Block} Block */

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
        const block = { keyword, labels, line, values: valuesOf(keyword, body, source, undefined) }
        checkBlock(block, body, lineAt)
        const faults = faultsOf(block, body, source, false, (_path, node) =>
          lineAt(node?.offset ?? body.offset),
        )
        blocks.push({ ...block, ...faults })
        checkCount(blocks)
      }
    }
  }
  return blocks
}

function checkBlock(
  /** @type {Block} */ block,
  /** @type {Node} */ body,
  /** @type {(offset: number) => number} */ lineAt,
) {
  const { keyword, labels, line, values } = block
  checkName(block)
  checkTwice(block, body, lineAt)
  if (keyword !== 'variable' && keyword !== 'output') return
  const lineOf = (/** @type {string} */ name) => {
    const { offset } = membersOf(body).get(name) ?? {}
    return offset === undefined ? line : lineAt(offset)
  }
  const type = values['type']
  const written = type === undefined ? undefined : JSON.parse(type)
  checkValues(`${keyword} "${labels[0]}"`, values, lineOf, typeof written === 'string' ? written : type)
}

function checkTwice(
  /** @type {Block} */ { keyword, labels },
  /** @type {Node} */ { children = [] },
  /** @type {(offset: number) => number} */ lineAt,
) {
  if (keyword !== 'variable' && keyword !== 'output' && keyword !== 'module') return
  const found = new Set(['//'])
  for (const { offset, children: [name] = [] } of children) {
    if (name?.value !== '//' && found.has(name?.value))
      throw new Fault(`${keyword} "${labels[0]}" has ${JSON.stringify(name?.value)} twice`, lineAt(offset))
    found.add(name?.value)
  }
}

/**
 * Finds the blocks of a keyword: they stand below it by their labels, with arrays wherever something may come
 * several times.
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
  } else if ((type !== 'null' || (isMissing && parent?.type === 'property')) && labelCounts.has(keyword))
    throw new Fault(`${[keyword, ...labels].join('.')} must be an object`, line)
}

function checkJson(/** @type {string} */ source) {
  if (source.startsWith('\ufeff'))
    throw new Fault(
      'the file begins with a byte order mark, which the engine does not take in JSON: save it as UTF-8 without one',
      1,
    )
  try {
    JSON.parse(source)
  } catch {
    /** @type {import('jsonc-parser').ParseError[]} */
    const errors = []
    parse(source, errors, { disallowComments: true, allowTrailingComma: false })
    const [first] = errors
    const code = first ? printParseErrorCode(first.error).replace('UnexpectedEnd', 'MissingEnd') : 'Invalid'
    const fault = code.replace(/(?<=.)([A-Z])/g, ' $1')
    const line = lineCounter(source)(first?.offset ?? source.length)
    throw new Fault(`the JSON is wrong: ${fault.toLowerCase()}`, line)
  }
}
