// @ts-check
// Settings in `lifecycle` blocks, and the conditions that blocks check.
import { constantOf } from './constants.mjs'
import { Fault, titleOf } from './faults.mjs'
import { NotConstant } from './names.mjs'
import { bodiesIn, membersOf } from './values.mjs'

/** @typedef {import('jsonc-parser').Node} Node */
/** @typedef {import('./arguments.mjs').LineOf} LineOf */
/** @typedef {import('./init-faults.mjs').LookedAt} LookedAt */
/** @typedef {import('./syntax.js').BlockFault} BlockFault */

/** Arguments that only managed resources have, since nothing else is replaced or destroyed. */
const ofManaged = ['create_before_destroy', 'prevent_destroy', 'ignore_changes', 'replace_triggered_by']

const ofLifecycle = [
  ['lifecycle', 'precondition'],
  ['lifecycle', 'postcondition'],
]

/**
 * The blocks with conditions of each keyword, by the names that lead to them.
 * @type {Readonly<Record<string, readonly (readonly string[])[]>>}
 */
const checked = {
  resource: ofLifecycle,
  data: ofLifecycle,
  ephemeral: ofLifecycle,
  output: [['precondition']],
  check: [['assert']],
}

/**
 * Throws what every engine refuses; returns what some engines take.
 * @param {LookedAt} block
 * @param {Node | undefined} body
 * @param {LineOf} lineOf
 * @returns {BlockFault[]}
 */
export function lifecycleFaults(block, body, lineOf) {
  const { keyword, isArgument } = block
  for (const path of checked[keyword] ?? []) checkConditions(block, path, body, lineOf)
  if (!['resource', 'data', 'ephemeral'].includes(keyword) || isArgument?.('lifecycle')) return []
  return bodiesIn(membersOf(body).get('lifecycle')).flatMap((lifecycle) =>
    [...membersOf(lifecycle)].flatMap(([name, node]) => argumentFaults(block, name, node, lineOf)),
  )
}

/**
 * @param {LookedAt} block
 * @param {string} name
 * @param {Node} node
 * @param {LineOf} lineOf
 * @returns {BlockFault[]}
 */
function argumentFaults(block, name, node, lineOf) {
  const line = () => lineOf(['lifecycle', name], node)
  const title = `the lifecycle of ${titleOf(block)}`
  if (block.keyword !== 'resource') {
    if (!ofManaged.includes(name)) return []
    throw new Fault(`${title} has ${JSON.stringify(name)}, which only resources can have: remove it`, line())
  }
  if (name !== 'create_before_destroy' && name !== 'prevent_destroy') return []
  const value = constantIn(node, block.json)
  if (value === null && name === 'prevent_destroy')
    return [
      {
        line: line(),
        message: `${title} computes prevent_destroy, which only some engines take: write true or false`,
        kind: 'partly',
      },
    ]
  if (value === null || !/^("?)(true|false)\1$/.test(value ?? 'true'))
    throw new Fault(`${name} in ${title} must be true or false, and nothing that is computed`, line())
  return []
}

/** A condition that refers to nothing is always met, or never. */
function checkConditions(
  /** @type {LookedAt} */ block,
  /** @type {readonly string[]} */ path,
  /** @type {Node | undefined} */ body,
  /** @type {LineOf} */ lineOf,
) {
  let bodies = body ? [body] : []
  for (const name of path) bodies = bodies.flatMap((each) => bodiesIn(membersOf(each).get(name)))
  const condition = bodies
    .flatMap((each) => membersOf(each).get('condition') ?? [])
    .find((node) => typeof constantIn(node, block.json) === 'string')
  if (!condition) return
  const title = [...path].reverse().map((name) => `the ${name} of`)
  throw new Fault(
    `the condition of ${title.join(' ')} ${titleOf(block)} refers to nothing, so that it checks nothing: name what it is about`,
    lineOf([...path, 'condition'], condition),
  )
}

/** The JSON text of a constant; undefined of one that is not computed here, and null of what is no constant. */
function constantIn(/** @type {Node} */ node, /** @type {string} */ json) {
  try {
    return constantOf(node, json)
  } catch (error) {
    if (error instanceof NotConstant) return null
    throw error
  }
}
