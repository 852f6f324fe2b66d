// @ts-check
// What blocks say of versions and providers, which the engine reads before anything else.
import { shapeFaults } from './arguments.mjs'
import { isConstraint, isProviderConstraint } from './constraints.mjs'
import { constantOf } from './constants.mjs'
import { Fault, labelCounts } from './faults.mjs'
import { NotConstant } from './names.mjs'
import { isTemplate } from './templates.mjs'
import { bodiesIn, membersOf } from './values.mjs'

/** @typedef {import('jsonc-parser').Node} Node */
/** @typedef {import('./arguments.mjs').LineOf} LineOf */

/**
 * A block as it is checked; `json` is what the nodes of its body are of.
 * @typedef {object} CheckedBlock
 * @property {string} keyword
 * @property {string} title
 * @property {boolean} isSettings
 * @property {string} json
 * @property {boolean} isNative
 * @property {LineOf} lineOf
 */

const attributes = ['source', 'version', 'configuration_aliases']

/**
 * What is wrong with a block in files of most kinds. Throws what is wrong in any.
 * @param {{ keyword: string, labels: readonly string[] }} block
 * @param {Node | undefined} body
 * @param {string} json
 * @param {boolean} isNative
 * @param {LineOf} lineOf
 */
export function faultsOf({ keyword, labels }, body, json, isNative, lineOf) {
  const members = membersOf(body)
  // Their keyword is the engine's own name.
  const isSettings =
    labels.length === 0 &&
    !labelCounts.has(keyword) &&
    (members.has('required_providers') || members.has('required_version'))
  const title = isSettings ? `the block ${keyword}` : `${keyword} ${JSON.stringify(labels[0])}`
  const block = { keyword, title, isSettings, json, isNative, lineOf }
  checkRequirements(block, members)
  const faults = shapeFaults(block, body, lineOf)
  return faults.length > 0 ? { faults } : {}
}

function checkRequirements(
  /** @type {CheckedBlock} */ block,
  /** @type {ReadonlyMap<string, Node>} */ members,
) {
  const { keyword, title, isSettings } = block
  if (keyword === 'module' || keyword === 'provider') {
    const isRight = keyword === 'module' ? isConstraint : isProviderConstraint
    checkConstraint(block, `the version of ${title}`, ['version'], members.get('version'), isRight)
  }
  if (!isSettings) return
  checkConstraint(
    block,
    'required_version',
    ['required_version'],
    members.get('required_version'),
    isConstraint,
  )
  for (const each of bodiesIn(members.get('required_providers')))
    for (const [name, node] of membersOf(each)) if (name !== '//') checkProvider(block, name, node)
}

function checkProvider(
  /** @type {CheckedBlock} */ block,
  /** @type {string} */ name,
  /** @type {Node} */ node,
) {
  const { lineOf } = block
  const path = ['required_providers', name]
  const title = `the required provider ${JSON.stringify(name)}`
  if (name !== name.toLowerCase() || /_|^-|--|-$/.test(name))
    throw new Fault(
      `${title} has a name that no provider can have: use small letters, digits and single hyphens within`,
      lineOf(path, node),
    )
  if (node.type !== 'object') {
    if (node.type === 'array' || valueOf(block, title, path, node)?.value === null)
      throw new Fault(`${title} must be an object with source and version`, lineOf(path, node))
    checkConstraint(block, `the version of ${title}`, path, node, isProviderConstraint)
    return
  }
  const members = membersOf(node)
  for (const [key, value] of members)
    if (!attributes.includes(key) && !isTemplate(key))
      throw new Fault(
        `${title} cannot have ${JSON.stringify(key)}, only ${attributes.join(', ')}: remove it`,
        lineOf([...path, key], value),
      )
  checkText(block, title, [...path, 'source'], members.get('source'))
  checkText(block, title, [...path, 'version'], members.get('version'))
  checkConstraint(
    block,
    `the version of ${title}`,
    [...path, 'version'],
    members.get('version'),
    isProviderConstraint,
  )
}

function checkText(
  /** @type {CheckedBlock} */ block,
  /** @type {string} */ title,
  /** @type {readonly string[]} */ path,
  /** @type {Node | undefined} */ node,
) {
  const found = node && valueOf(block, title, path, node)
  if (found && typeof found.value !== 'string')
    throw new Fault(`the ${path.at(-1)} of ${title} must be a text`, block.lineOf(path, node))
}

/**
 * @param {CheckedBlock} block
 * @param {string} title
 * @param {readonly string[]} path
 * @param {Node | undefined} node
 * @param {(text: string) => boolean} isRight
 */
function checkConstraint(block, title, path, node, isRight) {
  const value = node && valueOf(block, title, path, node)?.value
  if (value === undefined || value === null) return
  if (typeof value === 'object' || !isRight(String(value)))
    throw new Fault(
      `${title} is no constraint on versions: ${JSON.stringify(value).slice(0, 100)}; write one such as ">= 1.2.0, < 2.0.0"`,
      block.lineOf(path, node),
    )
}

/**
 * The value of a constant; undefined of one that is not computed. Some engines compute the version of a module call.
 * @returns {{ value: unknown } | undefined}
 */
function valueOf(
  /** @type {CheckedBlock} */ { keyword, json, isNative, lineOf },
  /** @type {string} */ title,
  /** @type {readonly string[]} */ path,
  /** @type {Node} */ node,
) {
  const { offset, length } = node
  try {
    if (!isNative && keyword === 'module' && isTemplate(json.slice(offset, offset + length))) return undefined
    const text = isNative ? constantOf(node, json) : json.slice(offset, offset + length)
    return text === undefined ? undefined : { value: JSON.parse(text) }
  } catch (error) {
    if (!(error instanceof NotConstant)) throw error
    if (keyword === 'module') return undefined
    throw new Fault(
      `${path.length > 1 ? title : path[0]} must be constant: it cannot call functions or refer to anything`,
      lineOf(path, node),
    )
  }
}
