// @ts-check
// What blocks say of versions and providers, which the engine reads before anything else.
import { shapeFaults } from './arguments.mjs'
import { isConstraint, isProviderConstraint } from './constraints.mjs'
import { constantOf } from './constants.mjs'
import { Fault, labelCounts, titleOf } from './faults.mjs'
import { initFaults } from './init-faults.mjs'
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

const edition = 'TF2021'

const attributes = ['source', 'version', 'configuration_aliases']

/**
 * Finds the faults of a block that files of most kinds may have. Throws for what no file may have.
 * @param {{ keyword: string, labels: readonly string[], written?: ReadonlyMap<string, unknown>, writtenAs?: (name: string) => string }} block
 * @param {Node | undefined} body
 * @param {string} json
 * @param {boolean} isNative
 * @param {LineOf} lineOf
 */
export function faultsOf({ keyword, labels, written, writtenAs }, body, json, isNative, lineOf) {
  const members = membersOf(body)
  // Their keyword is the engine's own name: another unknown one is told apart where the names of engines are known.
  const mayBeSettings =
    labels.length === 0 && !labelCounts.has(keyword) && !['language', '//'].includes(keyword)
  const isSettings = mayBeSettings && (members.has('required_providers') || members.has('required_version'))
  const title = titleOf({ keyword, labels })
  const block = { keyword, title, isSettings, json, isNative, lineOf }
  checkRequirements(block, members)
  const isArgument = isNative && written ? (/** @type {string} */ name) => written.has(name) : undefined
  const faults = [
    ...initFaults({ keyword, labels, json, isArgument, writtenAs }, body, lineOf),
    ...shapeFaults({ ...block, isSettings: mayBeSettings }, body, lineOf),
    ...(mayBeSettings ? languageFaults(block, members.get('language')) : []),
  ]
  return faults.length > 0 ? { faults } : {}
}

/**
 * Engines so far have one edition of their language, which settings may name.
 * @param {CheckedBlock} block
 * @param {Node | undefined} node
 * @returns {import('./syntax.js').BlockFault[]}
 */
function languageFaults({ title, isNative, lineOf }, node) {
  if (!node) return []
  const text = typeof node.value === 'string' ? node.value : ''
  const word = isNative ? /^\$\{\s*([\w-]+)\s*\}$/.exec(text)?.[1] : text
  if (word === edition) return []
  const line = lineOf(['language'], node)
  return word
    ? [
        {
          ...{ line, kind: 'unknown' },
          message: `the language of ${title} is ${JSON.stringify(word.slice(0, 100))}, which engines refuse, unless a newer one knows it`,
        },
      ]
    : [{ line, kind: 'inner', message: `the language of ${title} must be a word without quotes: ${edition}` }]
}

/** A name for a message: what is wrong with a block is said once for each of its arguments. */
const quoted = (/** @type {string | undefined} */ name = '') => JSON.stringify(name.slice(0, 100))

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
  const path = ['required_providers', name]
  const title = `the required provider ${quoted(name)}`
  if (/[A-Z]/.test(name) || !isProviderName(name))
    throw new Fault(
      `${title} cannot be named so: use small letters, digits, and single hyphens between them`,
      block.lineOf(path, node),
    )
  if (node.type === 'object') {
    checkSource(block, title, path, membersOf(node))
    return
  }
  if (node.type === 'array' || valueOf(block, title, path, node)?.value === null)
    throw new Fault(`${title} must be an object with source and version`, block.lineOf(path, node))
  checkConstraint(block, `the version of ${title}`, path, node, isProviderConstraint)
}

function checkSource(
  /** @type {CheckedBlock} */ block,
  /** @type {string} */ title,
  /** @type {readonly string[]} */ path,
  /** @type {ReadonlyMap<string, Node>} */ members,
) {
  const { lineOf } = block
  for (const [key, node] of members)
    if (!attributes.includes(key) && !isTemplate(key))
      throw new Fault(
        `${title} cannot have ${JSON.stringify(key)}, only ${attributes.join(', ')}: remove it`,
        lineOf([...path, key], node),
      )
  const [source, version, aliases] = attributes.map((name) => members.get(name))
  const address = textOf(block, title, [...path, 'source'], source)
  if (address !== undefined && !isProviderSource(address))
    throw new Fault(
      `the source of ${title} is no address of a provider: ${JSON.stringify(address).slice(0, 100)}; write it as host/namespace/name`,
      lineOf([...path, 'source'], source),
    )
  textOf(block, title, [...path, 'version'], version)
  checkConstraint(block, `the version of ${title}`, [...path, 'version'], version, isProviderConstraint)
  checkAliases(block, title, path, aliases)
}

/** The host may be any; it may be missing, and so may the namespace. */
function isProviderSource(/** @type {string} */ address) {
  const parts = address.split('/')
  return parts.length <= 3 && !parts.includes('') && parts.slice(-2).every(isProviderName)
}

function isProviderName(/** @type {string} */ name) {
  return name === '-' || !/[\s._]|^-|--|-$/.test(name)
}

function checkAliases(
  /** @type {CheckedBlock} */ { lineOf },
  /** @type {string} */ title,
  /** @type {readonly string[]} */ path,
  /** @type {Node | undefined} */ node,
) {
  if (!node) return
  const refuse = (/** @type {string} */ what) =>
    new Fault(
      `configuration_aliases of ${title} must ${what}`,
      lineOf([...path, 'configuration_aliases'], node),
    )
  if (node.type !== 'array') throw refuse('be a list')
  const wrong = (node.children ?? [])
    .map(({ value }) => /^(?:\$\{)?([\w-]+)\.[\w-]+\}?$/.exec(String(value)))
    .find((alias) => alias && alias[1] !== path.at(-1))
  if (wrong) throw refuse(`begin with its name: ${path.at(-1)}.…`)
}

/** Throws where it is anything but a text. */
function textOf(
  /** @type {CheckedBlock} */ block,
  /** @type {string} */ title,
  /** @type {readonly string[]} */ path,
  /** @type {Node | undefined} */ node,
) {
  const found = node && valueOf(block, title, path, node)
  if (found && typeof found.value !== 'string')
    throw new Fault(`the ${path.at(-1)} of ${title} must be a text`, block.lineOf(path, node))
  return found && String(found.value)
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
