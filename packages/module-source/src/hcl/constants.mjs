// @ts-check
// What the constant arguments of a block say. The parser hands over its own form of the JSON syntax, in which a text is
// a template; the engine computes it without any name, and so does this.
import { NotEvaluated } from './decimals.mjs'
import { readTemplate } from './expressions.mjs'
import { Names, NotConstant } from './names.mjs'
import { jsonOf, textOf } from './operations.mjs'
import { isTemplate } from './templates.mjs'
import { unescaped } from './values.mjs'

/** @typedef {import('jsonc-parser').Node} Node */

/**
 * The JSON text of a node of `json`, numbers with all their digits; undefined of what is constant and not computed here,
 * such as a number without end. Throws `NotConstant`.
 */
export function constantOf(/** @type {Node} */ node, /** @type {string} */ json) {
  const compute = readNode(node, json)
  try {
    return compute(new Names())
  } catch (error) {
    if (error instanceof NotEvaluated) return undefined
    throw error
  }
}

/**
 * Reads all of it before any of it is computed: a reference must not hide behind what is not computed.
 * @returns {(names: Names) => string}
 */
function readNode(
  /** @type {Node} */ { type, value, offset, length, children = [] },
  /** @type {string} */ json,
) {
  if (type === 'array') {
    const items = children.map((child) => readNode(child, json))
    return (names) => `[${items.map((item) => item(names)).join(',')}]`
  }
  if (type === 'object') return readMembers(children, json)
  if (type !== 'string') return () => json.slice(offset, offset + length)
  const compute = readText(value)
  return (names) => jsonOf(compute(names))
}

/** Keys are computed too, and then in another order. */
function readMembers(/** @type {readonly Node[]} */ members, /** @type {string} */ json) {
  const read = members.map(({ children: [key, value] = [] }) => ({
    isComputed: isTemplate(key?.value),
    key: readText(key?.value),
    value: value ? readNode(value, json) : () => 'null',
  }))
  return (/** @type {Names} */ names) => {
    const found = new Map(read.map(({ key, value }) => [textOf(key(names)), value(names)]))
    if (found.size < read.length) throw new NotEvaluated()
    const inOrder = read.some(({ isComputed }) => isComputed)
      ? [...found].sort(([one], [other]) => Buffer.compare(Buffer.from(one), Buffer.from(other)))
      : [...found]
    return `{${inOrder.map(([key, value]) => `${JSON.stringify(key)}:${value}`).join(',')}}`
  }
}

/** @returns {import('./names.mjs').Compute} */
function readText(/** @type {string} */ text) {
  if (!isTemplate(text)) return () => unescaped(text)
  try {
    return readTemplate(text)
  } catch (error) {
    if (error instanceof NotConstant || error instanceof RangeError) throw error
    return () => {
      throw new NotEvaluated()
    }
  }
}

/** Text that shows a constant that is not computed: as it is written, in a form that no JSON text has. */
export function sourceText(/** @type {string} */ written) {
  const text = written.trim()
  try {
    JSON.parse(text)
    return `(${text})`
  } catch {
    return text
  }
}
