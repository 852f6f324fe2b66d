// @ts-check
// What blocks refer to by addresses: dependencies, providers, and what is moved or removed.
import { addressOf, namesOf, placeAt } from './addresses.mjs'
import { Fault, titleOf } from './faults.mjs'
import { TokenCursor, Tokens } from './tokens.mjs'
import { membersOf } from './values.mjs'

/** @typedef {import('jsonc-parser').Node} Node */
/** @typedef {import('./arguments.mjs').LineOf} LineOf */
/** @typedef {import('./init-faults.mjs').LookedAt} LookedAt */
/** @typedef {import('./syntax.js').BlockFault} BlockFault */

/** Blocks that one configuration of a provider is for. */
const provided = new Set(['resource', 'data', 'ephemeral'])

/** Blocks that may come after others. */
const dependent = new Set([...provided, 'module', 'output'])

/** Names at which nothing stands that can be moved. */
const computedNames = new Set(['var', 'local', 'each', 'self', 'path', 'count'])

const rightNames = 'use small letters, digits, and single hyphens between them'

/**
 * Throws what every engine refuses; returns what some engines take.
 * @param {LookedAt} block
 * @param {Node | undefined} body
 * @param {LineOf} lineOf
 * @returns {BlockFault[]}
 */
export function addressFaults(block, body, lineOf) {
  const { keyword, isArgument = () => true } = block
  const members = membersOf(body)
  const argument = (/** @type {string} */ name) => (isArgument(name) ? members.get(name) : undefined)
  const [dependencies, provider, providers] = ['depends_on', 'provider', 'providers'].map(argument)
  if (dependencies && dependent.has(keyword)) checkDependencies(block, dependencies, lineOf)
  if (keyword === 'moved') checkMoved(block, members, lineOf)
  if (keyword === 'removed') checkRemoved(block, members, lineOf)
  if (provider && provided.has(keyword))
    return configurationFaults(block, 'the provider', provider, () => lineOf(['provider'], provider))
  return providers && keyword === 'module' ? passedFaults(block, providers, lineOf) : []
}

/** Throws where a dependency is no address: nothing else is known before anything is computed. */
function checkDependencies(
  /** @type {LookedAt} */ block,
  /** @type {Node} */ { children = [] },
  /** @type {LineOf} */ lineOf,
) {
  const wrong = children.find(
    (node) => !['null', 'boolean'].includes(node.type) && !addressOf(node, isNative(block)),
  )
  if (wrong)
    throw new Fault(
      `the depends_on of ${titleOf(block)} lists something that is no address: write addresses such as a_b.c alone`,
      lineOf(['depends_on'], wrong),
    )
}

function checkMoved(
  /** @type {LookedAt} */ block,
  /** @type {ReadonlyMap<string, Node>} */ members,
  /** @type {LineOf} */ lineOf,
) {
  const kinds = ['from', 'to'].flatMap((name) => {
    const node = members.get(name)
    if (!node) return []
    const steps = addressOf(node, isNative(block))
    const isComputed = steps?.[0] && 'name' in steps[0] && computedNames.has(steps[0].name)
    const place = isComputed ? undefined : placeAt(steps)
    if (place) return [place.kind === 'module']
    throw noPlace(block, name, lineOf([name], node))
  })
  if (kinds.length === 2 && kinds[0] !== kinds[1])
    throw new Fault(
      `${titleOf(block)} has a module call in one of from and to and a resource in the other: name two of one kind`,
      lineOf(['to'], members.get('to')),
    )
}

function checkRemoved(
  /** @type {LookedAt} */ block,
  /** @type {ReadonlyMap<string, Node>} */ members,
  /** @type {LineOf} */ lineOf,
) {
  const node = members.get('from')
  if (!node) return
  const place = placeAt(addressOf(node, isNative(block)))
  const line = lineOf(['from'], node)
  if (!place || place.kind === 'data') throw noPlace(block, 'from', line)
  if (place.hasKeys)
    throw new Fault(
      `the from of ${titleOf(block)} names a single instance: leave out the key, since all instances are removed together`,
      line,
    )
}

function noPlace(/** @type {LookedAt} */ block, /** @type {string} */ name, /** @type {number} */ line) {
  return new Fault(
    `the ${name} of ${titleOf(block)} is no address of a resource or a module call: write one such as a_b.c or module.a`,
    line,
  )
}

/**
 * Returns what is wrong with the name of a configuration, which may have an alias.
 * @param {LookedAt} block
 * @param {string} what
 * @param {Node} node
 * @param {() => number} line
 * @returns {BlockFault[]}
 */
function configurationFaults(block, what, node, line) {
  if (node.type === 'null') return []
  const title = `${what} of ${titleOf(block)}`
  const names = namesOf(addressOf(node, isNative(block)))
  const [name = ''] = names ?? []
  // One engine has as many configurations of an alias as a collection has elements.
  const isOfSeveral = isNative(block) && /^\$\{\s*[\w-]+\s*\.\s*[\w-]+\s*\[[^]*\]\s*\}$/.test(node.value)
  if (isOfSeveral)
    return [
      {
        line: line(),
        message: `${title} has a key, which only some engines take`,
        kind: 'partly',
      },
    ]
  if (!names || names.length > 2)
    throw new Fault(
      `${title} is no configuration of a provider: write its name, and behind it an alias at most, such as aws.eu`,
      line(),
    )
  if (/[A-Z_]|--|-$/.test(name))
    throw new Fault(`${title} cannot be named ${JSON.stringify(name)}: ${rightNames}`, line())
  return []
}

/**
 * The configurations that a call passes on, each by the name that it has there.
 * @param {LookedAt} block
 * @param {Node} node
 * @param {LineOf} lineOf
 * @returns {BlockFault[]}
 */
function passedFaults(block, node, lineOf) {
  const found = new Set()
  for (const name of block.writtenAs ? keysIn(block.writtenAs('providers')) : keysOf(node)) {
    if (found.has(name))
      throw new Fault(
        `the providers of ${titleOf(block)} have ${JSON.stringify(name.slice(0, 100))} twice: remove one`,
        lineOf(['providers', name], node),
      )
    found.add(name)
  }
  return [...membersOf(node)].flatMap(([name, each]) =>
    name === '//'
      ? []
      : configurationFaults(block, `the provider ${JSON.stringify(name.slice(0, 100))}`, each, () =>
          lineOf(['providers', name], each),
        ),
  )
}

function keysOf(/** @type {Node} */ { children = [] }) {
  return children.map(({ children: [key] = [] }) => String(key?.value))
}

/** Keys of an object as it is written: the parser hands over the last of two members with one name. */
function keysIn(/** @type {string} */ written) {
  const tokens = [...new Tokens(written).from(0)]
  const cursor = new TokenCursor(tokens)
  const keys = []
  let key = ''
  for (let depth = 0, isKey = true; cursor.at < tokens.length; cursor.at++) {
    const { kind = '', text = '' } = tokens[cursor.at] ?? {}
    if (kind === 'open') depth++
    if (kind === 'close') depth--
    if (depth === 1 && (kind === 'open' || kind === 'end' || text === ',')) [key, isKey] = ['', true]
    else if (depth === 1 && isKey && (text === '=' || text === ':')) {
      keys.push(key)
      isKey = false
    } else if (isKey) key += kind === 'quote' ? text.slice(1, -1) : text
  }
  return keys
}

/** Tells the native syntax, in which it is known what was written as an argument. */
function isNative(/** @type {LookedAt} */ { isArgument }) {
  return isArgument !== undefined
}
