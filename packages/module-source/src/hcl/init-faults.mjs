// @ts-check
// What a block says in a way that no engine initializes, though it reads it (contract §19).
import { addressFaults } from './addressed-blocks.mjs'
import { Fault, titleOf } from './faults.mjs'
import { lifecycleFaults } from './lifecycles.mjs'
import { checkData, checkProvisioners } from './provisioners.mjs'
import { bodiesIn, membersOf } from './values.mjs'

/** @typedef {import('jsonc-parser').Node} Node */
/** @typedef {import('./arguments.mjs').LineOf} LineOf */
/** @typedef {import('./syntax.js').BlockFault} BlockFault */

/**
 * A block as it is looked at. `isArgument` tells of what it has whether it was written as an argument; in the JSON syntax
 * nothing says.
 * @typedef {object} LookedAt
 * @property {string} keyword
 * @property {readonly string[]} labels
 * @property {string} json what the nodes of its body are of
 * @property {((name: string) => boolean) | undefined} isArgument
 * @property {((name: string) => string) | undefined} writtenAs the text of an argument, in the native syntax
 */

/** Forms of what is described: what has to be an argument, and what a block. */
const forms = new Map([
  [
    'variable',
    {
      arguments: ['type', 'description', 'default', 'sensitive', 'nullable', 'ephemeral', 'deprecated'],
      blocks: ['validation'],
    },
  ],
  [
    'output',
    {
      arguments: ['description', 'value', 'sensitive', 'ephemeral', 'deprecated', 'depends_on'],
      blocks: ['precondition'],
    },
  ],
  ['module', { arguments: ['source', 'version'], blocks: [] }],
])

const repeated = new Set(['resource', 'data', 'ephemeral'])

/** The blocks that may come after others. */
const dependent = new Set([...repeated, 'module', 'output'])

/** @typedef {{ arguments: readonly string[], blocks: readonly string[] }} Reserved */

/** Names that blocks have no argument or block of, since engines mean something else by them. */
const reserved = new Map(
  /** @type {[string, Reserved][]} */ ([
    ['provider', { arguments: ['count', 'depends_on', 'source'], blocks: ['lifecycle', 'locals'] }],
    ...['resource', 'data', 'ephemeral', 'module'].map((name) => [
      name,
      { arguments: [], blocks: ['locals'] },
    ]),
  ]),
)

/** Types that engines took in quotes when their language was new. */
const quotedTypes = new Set(['string', 'list', 'map'])

/**
 * Throws what every engine refuses; returns what some engines take.
 * @param {LookedAt} block
 * @param {Node | undefined} body
 * @param {LineOf} lineOf
 * @returns {BlockFault[]}
 */
export function initFaults(block, body, lineOf) {
  checkForms(block, body, lineOf)
  checkReferences(block, body, lineOf)
  checkReserved(block, body, lineOf)
  if (repeated.has(block.keyword)) checkRepeated(block, body, lineOf)
  if (block.keyword === 'provider') checkProvider(block, body, lineOf)
  if (block.keyword === 'resource') checkProvisioners(block, body, lineOf)
  if (block.keyword === 'check') checkData(block, body, lineOf)
  if (block.keyword !== 'variable')
    return [...lifecycleFaults(block, body, lineOf), ...addressFaults(block, body, lineOf)]
  checkValidations(block, body, lineOf)
  const node = membersOf(body).get('type')
  const isQuoted = block.isArgument && node?.type === 'string' && quotedTypes.has(node.value)
  const [name = ''] = block.labels
  return [
    ...(isQuoted
      ? [
          {
            line: lineOf(['type'], node),
            message: `${titleOf(block)} has its type in quotes, which no engine since 0.15 takes: write type = ${unquotedType(node.value)}`,
            kind: /** @type {const} */ ('partly'),
          },
        ]
      : []),
    ...(name === 'ignore_nested_deprecations'
      ? [
          {
            line: lineOf([], body),
            message: `${titleOf(block)} cannot be given in the call of a module by engines since 1.15, to which the name means something else: rename it`,
            kind: /** @type {const} */ ('partly'),
          },
        ]
      : []),
  ]
}

/** The types that the quoted words stood for. */
function unquotedType(/** @type {string} */ word) {
  return word === 'string' ? word : `${word}(string)`
}

/** Checks what stands outside of any block, where no engine knows an argument. */
export function checkTop(
  /** @type {Node | undefined} */ root,
  /** @type {readonly { keyword: string }[]} */ blocks,
  /** @type {(name: string) => number | undefined} */ lineOf,
) {
  const keywords = new Set(blocks.map(({ keyword }) => keyword))
  for (const name of membersOf(root).keys())
    if (!keywords.has(name)) throw argumentOutside(name, lineOf(name))
}

export const argumentOutside = (/** @type {string} */ name, /** @type {number | undefined} */ line) =>
  new Fault(
    `${JSON.stringify(name.slice(0, 100))} is an argument outside of any block: put it into one, or remove it`,
    line,
  )

function checkForms(
  /** @type {LookedAt} */ block,
  /** @type {Node | undefined} */ body,
  /** @type {LineOf} */ lineOf,
) {
  const { keyword, isArgument } = block
  const form = forms.get(keyword)
  if (!form || !isArgument) return
  for (const [name, node] of membersOf(body)) {
    if (form.arguments.includes(name) && !isArgument(name))
      throw new Fault(
        `the ${name} of ${titleOf(block)} is a block, where an argument belongs: write ${name} = …`,
        lineOf([name], node),
      )
    if (form.blocks.includes(name) && isArgument(name))
      throw new Fault(
        `the ${name} of ${titleOf(block)} is an argument, where a block belongs: write ${name} { … }`,
        lineOf([name], node),
      )
  }
}

function checkRepeated(
  /** @type {LookedAt} */ block,
  /** @type {Node | undefined} */ body,
  /** @type {LineOf} */ lineOf,
) {
  const members = membersOf(body)
  const { isArgument = () => true } = block
  const each = members.get('for_each')
  if (members.has('count') && each && isArgument('count') && isArgument('for_each'))
    throw new Fault(
      `${titleOf(block)} has both count and for_each: remove one of them`,
      lineOf(['for_each'], each),
    )
  checkIgnored(block, body, lineOf)
  for (const name of ['lifecycle', 'connection', '_']) {
    const node = members.get(name)
    const isBlock = !block.isArgument || !block.isArgument(name)
    if (node && isBlock && bodiesIn(node).length > 1)
      throw new Fault(
        `${titleOf(block)} has more than one ${name} block: make one of them`,
        lineOf([name], bodiesIn(node)[1]),
      )
  }
}

/** Arguments that have to be a list of references, or a map of them, before anything is computed. */
const listed = new Map([
  ['depends_on', { type: 'array', form: '[ … ]' }],
  ['providers', { type: 'object', form: '{ … }' }],
])

function checkReferences(
  /** @type {LookedAt} */ block,
  /** @type {Node | undefined} */ body,
  /** @type {LineOf} */ lineOf,
) {
  const { keyword, isArgument = () => true } = block
  for (const [name, { type, form }] of listed) {
    const node = membersOf(body).get(name)
    const isKnown = name === 'providers' ? keyword === 'module' : dependent.has(keyword)
    if (node && isKnown && isArgument(name) && node.type !== type)
      throw new Fault(
        `the ${name} of ${titleOf(block)} must be written out: ${name} = ${form}`,
        lineOf([name], node),
      )
  }
}

/** Checks the names in `ignore_changes`, which have to be known before anything is computed, too. */
function checkIgnored(
  /** @type {LookedAt} */ block,
  /** @type {Node | undefined} */ body,
  /** @type {LineOf} */ lineOf,
) {
  if (block.isArgument?.('lifecycle')) return
  for (const lifecycle of bodiesIn(membersOf(body).get('lifecycle'))) {
    const node = membersOf(lifecycle).get('ignore_changes')
    if (!node) continue
    const isAll = node.value === '${all}' || (!block.isArgument && node.value === 'all')
    const isList = node.type === 'array' && !node.children?.some(({ value }) => value === '*')
    if (!isAll && !isList)
      throw new Fault(
        `the ignore_changes of ${titleOf(block)} must be a list of attributes, or all without quotes`,
        lineOf(['lifecycle', 'ignore_changes'], node),
      )
  }
}

/** The alias of a configuration is its name. */
function checkProvider(
  /** @type {LookedAt} */ block,
  /** @type {Node | undefined} */ body,
  /** @type {LineOf} */ lineOf,
) {
  const [name = ''] = block.labels
  if (/[A-Z_]|^-|--|-$/.test(name))
    throw new Fault(
      `${titleOf(block)} cannot be named so: use small letters, digits, and single hyphens between them`,
      lineOf([], body),
    )
  const members = membersOf(body)
  const alias = members.get('alias')
  if (alias && !/^[\p{ID_Start}_][\p{ID_Continue}-]*$/u.test(aliasOf(alias) ?? ''))
    throw new Fault(
      `the alias of ${titleOf(block)} is no name: write one in quotes, of letters, digits, "_" and "-"`,
      lineOf(['alias'], alias),
    )
}

function checkReserved(
  /** @type {LookedAt} */ block,
  /** @type {Node | undefined} */ body,
  /** @type {LineOf} */ lineOf,
) {
  const members = membersOf(body)
  for (const [kind, names] of Object.entries(reserved.get(block.keyword) ?? {}))
    for (const name of names) {
      const node = members.get(name)
      const isOfKind = !block.isArgument || block.isArgument(name) === (kind === 'arguments')
      if (node && isOfKind)
        throw new Fault(
          `${titleOf(block)} has ${JSON.stringify(name)}, which means something else to engines: remove it`,
          lineOf([name], node),
        )
    }
}

/** A text in an expression is one as well. */
function aliasOf(/** @type {Node} */ { value }) {
  const [, inner] = /^\$\{"([^"$]*)"\}$/.exec(String(value)) ?? []
  return inner ?? (typeof value === 'string' ? value : undefined)
}

/** A condition has to look at the value that it judges. */
function checkValidations(
  /** @type {LookedAt} */ block,
  /** @type {Node | undefined} */ body,
  /** @type {LineOf} */ lineOf,
) {
  const [name = ''] = block.labels
  const mentioned = new RegExp(`(?<![\\p{ID_Continue}-])${name}(?![\\p{ID_Continue}-])`, 'u')
  for (const validation of bodiesIn(membersOf(body).get('validation'))) {
    const condition = membersOf(validation).get('condition')
    if (!condition) continue
    const { offset, length } = condition
    if (!mentioned.test(block.json.slice(offset, offset + length)))
      throw new Fault(
        `the validation of ${titleOf(block)} does not look at var.${name.slice(0, 100)}, whose value it checks: name it in the condition`,
        lineOf(['validation', 'condition'], condition),
      )
  }
}
