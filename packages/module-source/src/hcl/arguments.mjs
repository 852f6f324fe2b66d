// @ts-check
// The arguments and blocks that the engine knows, where it takes no others, and those that it demands.
import { Fault } from './faults.mjs'
import { bodiesIn, membersOf } from './values.mjs'

/** @typedef {import('jsonc-parser').Node} Node */
/** @typedef {import('./syntax.js').BlockFault} BlockFault */
/** @typedef {(path: readonly string[], node: Node | undefined) => number} LineOf the line of what stands by these names */

/**
 * Arguments that a block may and must have, and its nested blocks.
 * @typedef {object} Shape
 * @property {readonly string[]} [may] any where it is missing
 * @property {readonly string[]} [must]
 * @property {Readonly<Record<string, Shape>>} [blocks]
 * @property {readonly string[]} [some] what some engines take
 */

/** @type {Shape} */
const check = { may: [], must: ['condition', 'error_message'] }

/** @type {Shape} */
const repeated = {
  blocks: {
    lifecycle: {
      may: ['create_before_destroy', 'prevent_destroy', 'ignore_changes', 'replace_triggered_by'],
      some: ['enabled', 'action_trigger', 'destroy'],
      blocks: { precondition: check, postcondition: check },
    },
  },
}

/**
 * Shapes of every release of the engines, so that no engine is kept from what only some of them accept.
 * @type {Readonly<Record<string, Shape>>}
 */
const shapes = {
  variable: {
    may: ['type', 'description', 'default', 'sensitive', 'nullable', 'ephemeral', 'deprecated', 'const'],
    blocks: { validation: check },
  },
  output: {
    may: ['description', 'type', 'sensitive', 'ephemeral', 'deprecated', 'depends_on'],
    must: ['value'],
    blocks: { precondition: check },
  },
  module: { must: ['source'], some: ['lifecycle'] },
  resource: repeated,
  data: repeated,
  ephemeral: repeated,
  provider: { some: ['for_each'] },
  moved: { may: [], must: ['from', 'to'] },
  removed: { must: ['from'] },
  import: { must: ['to'] },
  check: { must: ['assert'], blocks: { assert: check } },
}

/** @type {Shape} */
const settings = {
  may: [
    ...['required_version', 'required_providers', 'language', 'backend', 'cloud'],
    ...['state_store', 'provider_meta', 'encryption'],
  ],
  some: ['experiments'],
}

/**
 * Finds missing and superfluous arguments of a block. Throws for what no file may say.
 * @param {{ keyword: string, title: string, isSettings: boolean }} block
 * @param {Node | undefined} body
 * @param {LineOf} lineOf
 * @returns {BlockFault[]}
 */
export function shapeFaults({ keyword, title, isSettings }, body, lineOf) {
  const shape = isSettings ? settings : shapes[keyword]
  const members = membersOf(body)
  if (keyword === 'module' && members.has('count') && members.has('for_each'))
    throw new Fault(
      `${title} has both count and for_each: remove one of them`,
      lineOf(['for_each'], members.get('for_each')),
    )
  if (!shape) return []
  // The first of each kind is enough, and to find a line takes time.
  const found = new Map()
  for (const fault of faultsIn(shape, title, body, []))
    if (!found.has(fault.kind)) found.set(fault.kind, fault)
  return [...found.values()].map(({ path, node, ...fault }) => ({ line: lineOf(path, node), ...fault }))
}

/**
 * @param {Shape} shape
 * @param {string} title
 * @param {Node | undefined} body
 * @param {readonly string[]} path
 * @returns {Generator<Omit<BlockFault, 'line'> & { path: readonly string[], node: Node | undefined }>}
 */
function* faultsIn({ may, must = [], some = [], blocks = {} }, title, body, path) {
  const members = membersOf(body)
  for (const name of must)
    if (!members.has(name))
      yield {
        ...{ path, node: body },
        message: `${title} has no ${name}: add ${name} ${blocks[name] ? '{ … }' : '= …'}`,
        // A block within another is not overridden in parts.
        kind: path.length === 0 ? 'missing' : 'inner',
      }
  for (const [name, node] of members) {
    const inner = blocks[name]
    if (inner)
      for (const each of bodiesIn(node))
        yield* faultsIn(inner, `the ${name} of ${title}`, each, [...path, name])
    else if (some.includes(name))
      yield {
        ...{ path: [...path, name], node },
        message: `${title} has ${JSON.stringify(name)}, which only some engines take`,
        kind: 'partly',
      }
    else if (may && !may.includes(name) && !must.includes(name) && name !== '//')
      yield {
        ...{ path: [...path, name], node },
        message: `${title} has ${JSON.stringify(name)}, which engines refuse, unless a newer one knows it`,
        kind: 'unknown',
      }
  }
}
