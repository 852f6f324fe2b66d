// @ts-check
// What the engine takes for a type.
import { misfitOf } from './conversions.mjs'
import { NotEvaluated } from './decimals.mjs'
import { Reader } from './expressions.mjs'
import { Names } from './names.mjs'
import { jsonOf } from './operations.mjs'
import { TokenCursor, Tokens } from './tokens.mjs'

/** @typedef {import('./conversions.mjs').Type} Type */
/** @typedef {import('./conversions.mjs').Attribute} Attribute */

const primitives = new Set(['any', 'bool', 'number', 'string'])
const collections = new Set(['list', 'map', 'set'])

/** @type {Type} */
const any = { kind: 'any' }

/**
 * Older engines take a list or map of anything for one without an argument, and some in quotes.
 * @type {ReadonlyMap<string, Type>}
 */
const olderTypes = new Map([
  ['list', { kind: 'list', of: any }],
  ['map', { kind: 'map', of: any }],
  ['"list"', { kind: 'list', of: any }],
  ['"map"', { kind: 'map', of: any }],
  ['"string"', { kind: 'string' }],
])

/** A fault of a type. */
export class TypeFault extends Error {}

/** The type that is written. Throws `TypeFault`, or `NotConstant` for the default of an attribute. */
export function typeOf(/** @type {string} */ written) {
  return typeIn(written, TypeReader)
}

/** The type that was found to be right before. The defaults of its attributes, which may take long, are passed over. */
export function structureOf(/** @type {string} */ written) {
  return typeIn(written, StructureReader)
}

function typeIn(/** @type {string} */ written, /** @type {typeof TypeReader} */ Reading) {
  const tokens = [...new Tokens(written).from(0)].filter(({ kind }) => kind !== 'end')
  const [first] = tokens
  const older = tokens.length === 1 ? olderTypes.get(first?.text ?? '') : undefined
  if (older) return older
  if (first?.kind === 'quote') throw new TypeFault('write it without quotes')
  const reader = new Reading(tokens)
  const type = reader.type()
  if (reader.next !== '') throw new TypeFault('it goes on behind its end')
  return type
}

class TypeReader extends TokenCursor {
  /** @returns {Type} */
  type() {
    const { kind, text = '' } = this.tokens[this.at++] ?? {}
    const isCall = this.next === '('
    if (kind !== 'word')
      throw new TypeFault(
        'a type is any, bool, number, string, list(…), map(…), set(…), object({…}) or tuple([…])',
      )
    if (text === 'optional') throw new TypeFault('optional(…) is for the attributes of an object alone')
    if (primitives.has(text)) {
      if (isCall) throw new TypeFault(`${text} takes no arguments`)
      return { kind: text }
    }
    if (collections.has(text)) return { kind: text, of: this.argument(text, 'one type', () => this.type()) }
    if (text === 'object')
      return {
        kind: text,
        attributes: this.argument(text, 'its attributes in braces', () => this.attributes()),
      }
    if (text === 'tuple')
      return {
        kind: text,
        elements: this.argument(text, 'a list of types in brackets', () => this.elements()),
      }
    throw new TypeFault(`${JSON.stringify(text)} is no type`)
  }

  /**
   * @template T
   * @param {string} name
   * @param {string} wanted
   * @param {() => T} read
   */
  argument(name, wanted, read) {
    const fault = new TypeFault(`${name}(…) takes ${wanted}`)
    if (!this.takes('(') || this.next === ')') throw fault
    if (name === 'object' && this.next !== '{') throw fault
    if (name === 'tuple' && this.next !== '[') throw fault
    const found = read()
    this.takes(',')
    if (!this.takes(')')) throw fault
    return found
  }

  elements() {
    /** @type {Type[]} */
    const found = []
    this.takes('[')
    while (!this.takes(']')) {
      found.push(this.type())
      this.takes(',')
    }
    return found
  }

  attributes() {
    /** @type {Map<string, Attribute>} */
    const found = new Map()
    this.takes('{')
    while (!this.takes('}')) {
      const { kind, text = '' } = this.tokens[this.at++] ?? {}
      if (kind !== 'word' || !(this.takes('=') || this.takes(':')))
        throw new TypeFault('the attributes of object({…}) are plain names, each with a type')
      if (found.has(text)) throw new TypeFault(`object({…}) has the attribute ${text} twice`)
      const isOptional = this.next === 'optional'
      found.set(text, { type: isOptional ? this.optional(text) : this.type(), isOptional })
      this.takes(',')
    }
    return found
  }

  optional(/** @type {string} */ name) {
    this.at++
    return this.argument('optional', 'a type, and a default if there is one', () => {
      const type = this.type()
      if (this.takes(',') && this.next !== ')') this.initial(name, type)
      return type
    })
  }

  /** Throws `NotConstant`. */
  initial(/** @type {string} */ name, /** @type {Type} */ type) {
    const reader = new Reader(this.tokens.slice(this.at), [])
    try {
      const compute = reader.expression()
      const misfit = misfitOf(type, JSON.parse(jsonOf(compute(new Names()))))
      if (misfit !== undefined)
        throw new TypeFault(`the default of the optional attribute ${name} does not fit its type: ${misfit}`)
    } catch (error) {
      if (!(error instanceof NotEvaluated)) throw error
    }
    this.pass()
  }

  /** Goes on to what closes the argument, or comes behind it. */
  pass() {
    for (let depth = 0; this.next !== ''; this.at++) {
      const { kind, text } = this.tokens[this.at] ?? {}
      if (depth === 0 && (text === ')' || text === ',')) return
      if (kind === 'open') depth++
      if (kind === 'close') depth--
    }
  }
}

class StructureReader extends TypeReader {
  /** @override */
  initial() {
    this.pass()
  }
}
