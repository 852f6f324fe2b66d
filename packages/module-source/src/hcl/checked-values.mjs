// @ts-check
// The arguments of inputs and outputs which the engine demands more of than their syntax.
import { constantOf, sourceText } from './constants.mjs'
import { misfitOf } from './conversions.mjs'
import { Fault } from './faults.mjs'
import { NotConstant } from './names.mjs'
import { TypeFault, typeOf } from './types.mjs'

/** @typedef {import('jsonc-parser').Node} Node */
/** @typedef {import('./outline.mjs').Written} Written */
/** @typedef {import('./conversions.mjs').Type} Type */

/** Arguments that calls of a module have themselves. */
const reserved = new Set([
  ...[
    'source',
    'version',
    'count',
    'for_each',
    'provider',
    'providers',
    'depends_on',
    'lifecycle',
    'locals',
    '_',
  ],
])

/** @param {{ keyword: string, labels: readonly string[], line: number }} block */
export function checkName({ keyword, labels: [name = ''], line }) {
  if (keyword === 'variable' && reserved.has(name))
    throw new Fault(
      `a variable cannot be named ${JSON.stringify(name)}, which means something else in the call of a module: rename it`,
      line,
    )
}

/**
 * The JSON text of a constant argument in the native syntax. What is not computed is a default as it is written, a text
 * that says what is written, or nothing.
 */
export function constantValue(
  /** @type {Node} */ node,
  /** @type {string} */ json,
  /** @type {{ title: string, name: string, line: number, written: string }} */ {
    title,
    name,
    line,
    written,
  },
) {
  const isText = name === 'description' || name === 'deprecated'
  try {
    const value = constantOf(node, json)
    if (value !== undefined) return isText && /^[-\dtf]/.test(value) ? JSON.stringify(value) : value
    if (name === 'default') return sourceText(written)
    return isText ? JSON.stringify(written.trim()) : undefined
  } catch (error) {
    if (!(error instanceof NotConstant)) throw error
    throw new Fault(
      `the ${name} of ${title} must be constant: it cannot call functions or refer to anything`,
      line,
    )
  }
}

/**
 * Throws where the engine would not take what the arguments say.
 * @param {Readonly<Record<string, string>>} values their JSON texts
 * @param {(name: string) => number} lineOf
 */
export function checkValues(
  /** @type {string} */ title,
  values,
  lineOf,
  /** @type {string | undefined} */ type,
) {
  const wanted = type === undefined ? undefined : checkedType(title, type, lineOf('type'))
  for (const name of ['sensitive', 'ephemeral', 'nullable', 'const'])
    if (!/^("?)(true|false)\1$/.test(values[name] ?? 'true'))
      throw new Fault(`${name} of ${title} must be true or false`, lineOf(name))
  for (const name of ['description', 'deprecated'])
    if (/^(?:\[|\{|null$)/.test(values[name] ?? ''))
      throw new Fault(`the ${name} of ${title} must be a text`, lineOf(name))
  if (values['default'] === 'null' && /false/.test(values['nullable'] ?? ''))
    throw new Fault(`the default of ${title} cannot be null, since nullable is false`, lineOf('default'))
  const misfit = wanted && misfitOfDefault(wanted, values['default'])
  if (misfit !== undefined)
    throw new Fault(
      `the default of ${title} does not fit its type: ${misfit}; change the default or the type`,
      lineOf('default'),
    )
}

/** Misfit of a default; what is not computed is no JSON. */
function misfitOfDefault(/** @type {Type} */ type, /** @type {string | undefined} */ written) {
  if (written === undefined) return undefined
  try {
    return misfitOf(type, JSON.parse(written))
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

function checkedType(/** @type {string} */ title, /** @type {string} */ type, /** @type {number} */ line) {
  const wrong = (/** @type {string} */ fault) => new Fault(`the type of ${title} is wrong: ${fault}`, line)
  try {
    return typeOf(type)
  } catch (error) {
    if (error instanceof TypeFault) throw wrong(error.message)
    if (error instanceof NotConstant) throw wrong('the default of optional(…) must be constant')
    throw error
  }
}
