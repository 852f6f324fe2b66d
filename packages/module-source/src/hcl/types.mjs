// @ts-check
// What the engine takes for a type.
import { NotEvaluated } from './decimals.mjs'
import { Reader } from './expressions.mjs'
import { Tokens } from './tokens.mjs'

/** @typedef {import('./tokens.mjs').Token} Token */

const primitives = new Set(['any', 'bool', 'number', 'string'])
const collections = new Set(['list', 'map', 'set'])

/** Older engines take these in quotes. */
const quotedTypes = new Set(['"list"', '"map"', '"string"'])

/** What is wrong with a type as it is written; undefined where nothing is. */
export function typeFault(/** @type {string} */ written) {
  const tokens = [...new Tokens(written).from(0)].filter(({ kind }) => kind !== 'end')
  const [first] = tokens
  // Older engines take a list or map of anything for one without an argument.
  if (tokens.length === 1 && (first?.text === 'list' || first?.text === 'map')) return undefined
  if (tokens.length === 1 && quotedTypes.has(first?.text ?? '')) return undefined
  if (first?.kind === 'quote') return 'write it without quotes'
  try {
    const reader = new TypeReader(tokens)
    reader.type()
    if (reader.next !== '') throw new TypeFault('it goes on behind its end')
    return undefined
  } catch (error) {
    if (error instanceof TypeFault) return error.message
    throw error
  }
}

class TypeFault extends Error {}

class TypeReader {
  at = 0

  constructor(/** @type {readonly Token[]} */ tokens) {
    this.tokens = tokens
  }

  get next() {
    return this.tokens[this.at]?.text ?? ''
  }

  takes(/** @type {string} */ text) {
    if (this.next !== text) return false
    this.at++
    return true
  }

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
    } else if (collections.has(text)) this.argument(text, 'one type', () => this.type())
    else if (text === 'object') this.argument(text, 'its attributes in braces', () => this.attributes())
    else if (text === 'tuple') this.argument(text, 'a list of types in brackets', () => this.elements())
    else throw new TypeFault(`${JSON.stringify(text)} is no type`)
  }

  argument(/** @type {string} */ name, /** @type {string} */ wanted, /** @type {() => void} */ read) {
    const fault = new TypeFault(`${name}(…) takes ${wanted}`)
    if (!this.takes('(') || this.next === ')') throw fault
    if (name === 'object' && this.next !== '{') throw fault
    if (name === 'tuple' && this.next !== '[') throw fault
    read()
    this.takes(',')
    if (!this.takes(')')) throw fault
  }

  elements() {
    this.takes('[')
    while (!this.takes(']')) {
      this.type()
      this.takes(',')
    }
  }

  attributes() {
    const names = new Set()
    this.takes('{')
    while (!this.takes('}')) {
      const { kind, text = '' } = this.tokens[this.at++] ?? {}
      if (kind !== 'word' || !(this.takes('=') || this.takes(':')))
        throw new TypeFault('the attributes of object({…}) are plain names, each with a type')
      if (names.has(text)) throw new TypeFault(`object({…}) has the attribute ${text} twice`)
      names.add(text)
      if (this.next === 'optional') this.optional()
      else this.type()
      this.takes(',')
    }
  }

  optional() {
    this.at++
    this.argument('optional', 'a type, and a default if there is one', () => {
      this.type()
      if (this.takes(',') && this.next !== ')') this.initial()
    })
  }

  /** Throws `NotConstant`. */
  initial() {
    const reader = new Reader(this.tokens.slice(this.at), [])
    try {
      reader.expression()
    } catch (error) {
      if (!(error instanceof NotEvaluated)) throw error
    }
    for (let depth = 0; this.next !== ''; this.at++) {
      const { kind, text } = this.tokens[this.at] ?? {}
      if (depth === 0 && (text === ')' || text === ',')) return
      if (kind === 'open') depth++
      if (kind === 'close') depth--
    }
  }
}
