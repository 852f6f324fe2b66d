// @ts-check
// Values of JSON by their nodes, which keep what JavaScript's own values lose: all digits of a number, and what is there twice.
import { isTemplate } from './templates.mjs'

/** @typedef {import('jsonc-parser').Node} Node */

/** @type {Readonly<Record<string, readonly string[]>>} */
const needed = {
  variable: ['type', 'description', 'deprecated', 'default', 'sensitive', 'ephemeral', 'nullable', 'const'],
  output: ['type', 'description', 'deprecated', 'sensitive', 'ephemeral'],
  module: ['source', 'version'],
  provider: ['version', 'alias'],
  resource: ['provider'],
  data: ['provider'],
  ephemeral: ['provider'],
  action: ['provider'],
  list: ['provider'],
  language: ['compatible_with'],
  locals: [],
  check: [],
}

/** Names of blocks of settings, whose keyword is the engine's own name. */
const settings = ['required_providers', 'required_version']

/** @type {WeakMap<Node, Map<string, Node>>} */
const known = new WeakMap()

/** Members by name; of two of a name the later one. */
export function membersOf(/** @type {Node | undefined} */ node) {
  const members = node && known.get(node)
  if (members) return members
  /** @type {Map<string, Node>} */
  const found = new Map()
  if (node?.type !== 'object') return found
  for (const { children: [name, value] = [] } of node.children ?? [])
    if (name && value) found.set(name.value, value)
  known.set(node, found)
  return found
}

/** The bodies of blocks within another, of which there may be one or several. */
export function bodiesIn(/** @type {Node | undefined} */ node) {
  const nodes = node?.type === 'array' ? (node.children ?? []) : node ? [node] : []
  return nodes.filter(({ type }) => type === 'object')
}

/** The name of a block of settings as often as it is there; below it stands another label, but for one. */
function blocksOf(/** @type {string} */ name, /** @type {Node | undefined} */ node) {
  const below = name === 'cloud' ? [node] : bodiesIn(node).flatMap((each) => [...membersOf(each).values()])
  return below.flatMap(bodiesIn).map(() => name)
}

/** The label of each block below a keyword, as often as it is there. */
function labelsIn(/** @type {Node} */ node) {
  return [...membersOf(node)].flatMap(([label, below]) => bodiesIn(below).map(() => label))
}

/** The JSON text of a node of `source`, without blanks, its numbers as they are written. */
function jsonText(/** @type {Node} */ node, /** @type {string} */ source) {
  /** @returns {string} */
  const textOf = (/** @type {Node} */ { type, value, offset, length, children = [] }) => {
    if (type === 'string') return JSON.stringify(value)
    if (type === 'array') return `[${children.map(textOf).join(',')}]`
    if (type === 'object') return `{${children.map(textOf).join(',')}}`
    if (type === 'property') return children.map(textOf).join(':')
    return source.slice(offset, offset + length)
  }
  return textOf(node)
}

/**
 * Text without the escapes of what would else be an expression: in a JSON text they look as they do in any
 * other.
 */
export function unescaped(/** @type {string} */ text) {
  return text.replaceAll('$${', '${').replaceAll('%%{', '%{')
}

/**
 * Values as JSON texts. In the native syntax `constant` computes those that have to be constant.
 * @param {((name: string, node: Node) => string | undefined) | undefined} constant
 */
export function valuesOf(
  /** @type {string} */ keyword,
  /** @type {Node | undefined} */ body,
  /** @type {string} */ source,
  constant,
) {
  /** @type {Record<string, string>} */
  const values = {}
  const members = membersOf(body)
  for (const name of needed[keyword] ?? settings) {
    const node = members.get(name)
    if (!node) continue
    const isComputed = constant && name !== 'type' && (keyword === 'variable' || keyword === 'output')
    const text = isComputed ? constant(name, node) : jsonText(node, source)
    if (text === undefined) continue
    const isExpression = isComputed || (node.type === 'string' && text.startsWith('"${'))
    values[name] = constant && !isExpression ? unescaped(text) : text
  }
  const called = keyword === 'module' ? members.get('source') : undefined
  // Without its escapes, a text can no longer be distinguished from a template.
  if (called) values['isComputed'] = String(called.type === 'string' && isTemplate(called.value))
  const storage = needed[keyword]
    ? []
    : ['backend', 'cloud', 'state_store'].flatMap((name) => blocksOf(name, members.get(name)))
  if (storage.length > 0) values['storage'] = JSON.stringify(storage)
  const told = needed[keyword] ? [] : bodiesIn(members.get('provider_meta')).flatMap(labelsIn)
  if (told.length > 0) values['provider_meta'] = JSON.stringify(told)
  if (keyword === 'locals')
    values['names'] = JSON.stringify([...members.keys()].filter((name) => name !== '//'))
  return values
}
