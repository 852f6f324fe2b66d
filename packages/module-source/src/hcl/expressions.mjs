// @ts-check
// Reads expressions and templates that the parser has found to be right, as what computes them. It knows which names a
// `for` binds: every other name, and every call, is more than a constant.
import { Decimal, NotEvaluated } from './decimals.mjs'
import { looped, NotConstant } from './names.mjs'
import { boolean, chosen, elementOf, negated, operated, textOf } from './operations.mjs'
import { templateOf, unquoted } from './templates.mjs'
import { TokenCursor } from './tokens.mjs'

/** @typedef {import('./tokens.mjs').Token} Token */
/** @typedef {import('./operations.mjs').Value} Value */
/** @typedef {import('./names.mjs').Names} Names */
/** @typedef {import('./names.mjs').Compute} Compute */

const levels = [['||'], ['&&'], ['==', '!='], ['>', '<', '>=', '<='], ['+', '-'], ['*', '/', '%']]
const pairs = new Set(['==', '!=', '>=', '<=', '&&', '||', '=>', '::'])
const literals = new Map([
  ['true', true],
  ['false', false],
  ['null', null],
])

/**
 * Reads a template and returns what computes it. Throws `NotConstant`.
 * @returns {Compute}
 */
export function readTemplate(/** @type {string} */ text, /** @type {readonly string[]} */ scope = []) {
  const { pieces, isTrimmed } = templateOf(text)
  const { compute, next } = readPieces(pieces, 0, scope)
  if (next < pieces.length) throw new NotEvaluated()
  return isTrimmed ? unknown : compute
}

/**
 * Reads pieces up to the directive that ends the one before.
 * @param {readonly (string | Token[])[]} pieces a text, or the tokens of an interpolation; a directive begins with `%`
 * @returns {{ compute: Compute, next: number }}
 */
function readPieces(pieces, /** @type {number} */ start, /** @type {readonly string[]} */ scope) {
  /** @type {Compute[]} */
  const parts = []
  let at = start
  for (; at < pieces.length; at++) {
    const piece = pieces[at] ?? ''
    if (typeof piece === 'string') parts.push(() => piece)
    else if (piece[0]?.text !== '%') parts.push(new Reader(piece, scope).whole())
    else if (/^(else|endif|endfor)$/.test(piece[1]?.text ?? '')) break
    else {
      const directive = readDirective(pieces, at, scope)
      parts.push(directive.compute)
      at = directive.next
    }
  }
  const isWrapped =
    parts.length === 1 && start === 0 && typeof pieces[0] !== 'string' && pieces[0]?.[0]?.text !== '%'
  return { compute: isWrapped && parts[0] ? parts[0] : joined(parts), next: at }
}

/** @returns {Compute} */
function joined(/** @type {readonly Compute[]} */ parts) {
  return (names) => {
    const text = parts.map((part) => textOf(part(names))).join('')
    names.step(1 + text.length / 100)
    return text
  }
}

/**
 * Reads a directive from its first word to its last, which `next` is the place of.
 * @returns {{ compute: Compute, next: number }}
 */
function readDirective(
  /** @type {readonly (string | Token[])[]} */ pieces,
  /** @type {number} */ at,
  /** @type {readonly string[]} */ scope,
) {
  const tokens = /** @type {Token[]} */ (pieces[at]).slice(1)
  const reader = new Reader(tokens.slice(1), scope)
  if (tokens[0]?.text === 'for') {
    const { bound, collection } = reader.head()
    const body = readPieces(pieces, at + 1, [...scope, ...bound])
    const each = looped(bound, collection)
    const compute = (/** @type {Names} */ names) =>
      joined(each(names).map((bind) => () => bind(body.compute)))(names)
    return { compute, next: body.next }
  }
  if (tokens[0]?.text !== 'if') throw new NotEvaluated()
  const condition = reader.whole()
  const yes = readPieces(pieces, at + 1, scope)
  const isElse = /** @type {Token[]} */ (pieces[yes.next] ?? [])[1]?.text === 'else'
  const no = isElse ? readPieces(pieces, yes.next + 1, scope) : { compute: () => '', next: yes.next }
  return {
    compute: (/** @type {Names} */ names) =>
      boolean(condition(names)) ? yes.compute(names) : no.compute(names),
    next: no.next,
  }
}

/** Reads the tokens of code. */
export class Reader extends TokenCursor {
  /** @param {readonly string[]} scope the names that are bound here */
  constructor(/** @type {readonly Token[]} */ tokens, scope) {
    super(paired(tokens))
    this.scope = scope
  }

  whole() {
    const compute = this.expression()
    if (this.next !== '') throw new NotEvaluated()
    return compute
  }

  needs(/** @type {string} */ text) {
    if (!this.takes(text)) throw new NotEvaluated()
  }

  /** @returns {Compute} */
  expression() {
    const condition = this.operation(0)
    if (!this.takes('?')) return condition
    const yes = this.expression()
    this.needs(':')
    const no = this.expression()
    return (names) => chosen(boolean(condition(names)), yes(names), no(names))
  }

  /** @returns {Compute} */
  operation(/** @type {number} */ level) {
    const signs = levels[level]
    if (!signs) return this.unary()
    let found = this.operation(level + 1)
    while (signs.includes(this.next)) {
      const [left, sign] = [found, this.next]
      this.at++
      const right = this.operation(level + 1)
      found = (names) => {
        names.step()
        return operated(sign, left(names), right(names))
      }
    }
    return found
  }

  /** @returns {Compute} */
  unary() {
    if (this.takes('-')) {
      const operand = this.unary()
      return (names) => negated(operand(names))
    }
    if (this.takes('!')) {
      const operand = this.unary()
      return (names) => !boolean(operand(names))
    }
    return this.postfix(this.primary())
  }

  /** @returns {Compute} */
  postfix(/** @type {Compute} */ base) {
    for (;;) {
      const of = base
      if (this.takes('.')) {
        const { kind = '', text = '' } = this.tokens[this.at++] ?? {}
        base = (names) => {
          if (kind !== 'word' && !/^\d+$/.test(text)) throw new NotEvaluated()
          return elementOf(of(names), kind === 'word' ? text : Decimal.of(text))
        }
      } else if (this.next === '[') {
        const isSplat = this.tokens[this.at + 1]?.text === '*'
        this.at += isSplat ? 2 : 1
        const key = isSplat ? unknown : this.expression()
        this.needs(']')
        base = (names) => elementOf(of(names), key(names))
      } else return base
    }
  }

  /** @returns {Compute} */
  primary() {
    const { kind, text } = this.tokens[this.at] ?? { kind: '', text: '' }
    this.at++
    if (kind === 'number') return () => Decimal.of(text)
    if (kind === 'quote') return readTemplate(unquoted(text), this.scope)
    if (kind === 'heredoc') {
      readTemplate(text.slice(text.indexOf('\n') + 1), this.scope)
      return unknown
    }
    if (kind === 'word') return this.valueNamed(text)
    if (text === '(') {
      const inner = this.expression()
      this.needs(')')
      return inner
    }
    if (text === '[') return this.next === 'for' ? this.loop(']') : this.list()
    if (text === '{') return this.next === 'for' ? this.loop('}') : this.members()
    throw new NotEvaluated()
  }

  /** @returns {Compute} */
  valueNamed(/** @type {string} */ name) {
    if (this.next === '(' || this.next === '::') throw new NotConstant()
    if (this.scope.includes(name)) return ({ values }) => values.get(name) ?? null
    const value = literals.get(name)
    if (value === undefined) throw new NotConstant()
    return () => value
  }

  /** @returns {Compute} */
  list() {
    /** @type {Compute[]} */
    const items = []
    while (!this.takes(']')) {
      items.push(this.expression())
      this.takes(',')
    }
    return (names) => items.map((item) => (names.step(), item(names)))
  }

  /** @returns {Compute} */
  members() {
    /** @type {[Compute, Compute][]} */
    const items = []
    while (!this.takes('}')) {
      const [key, sign] = [this.tokens[this.at], this.tokens[this.at + 1]?.text ?? '']
      const isName = key?.kind === 'word' && (sign === '=' || sign === ':')
      if (isName) this.at++
      const name = isName ? () => key.text : this.expression()
      if (!this.takes('=')) this.needs(':')
      items.push([name, this.expression()])
      this.takes(',')
    }
    return (names) => new Map(items.map(([key, value]) => (names.step(), [textOf(key(names)), value(names)])))
  }

  /** Reads what stands between the word `for` and what it makes: the names that it binds, of what. */
  head() {
    const bound = [this.tokens[this.at++]?.text ?? '']
    if (this.takes(',')) bound.push(this.tokens[this.at++]?.text ?? '')
    this.needs('in')
    return { bound, collection: this.expression() }
  }

  /** @returns {Compute} */
  loop(/** @type {string} */ closing) {
    this.needs('for')
    const { bound, collection } = this.head()
    this.needs(':')
    const outer = this.scope
    this.scope = [...outer, ...bound]
    const first = this.expression()
    const second = closing === '}' && this.takes('=>') ? this.expression() : undefined
    const isGrouped = this.takes('...')
    const condition = this.takes('if') ? this.expression() : () => true
    this.scope = outer
    this.needs(closing)
    const each = looped(bound, collection)
    return (names) => {
      if (isGrouped) throw new NotEvaluated()
      const turns = each(names).filter((bind) => boolean(/** @type {Value} */ (bind(condition))))
      if (!second) return turns.map((bind) => bind(first))
      const made = new Map(turns.map((bind) => [textOf(bind(first)), bind(second)]))
      if (made.size < turns.length) throw new NotEvaluated()
      return made
    }
  }
}

/** @returns {Value} */
function unknown() {
  throw new NotEvaluated()
}

/**
 * Tokens without line ends, since nothing but blanks is made of them here; signs of several characters are
 * one.
 */
function paired(/** @type {readonly Token[]} */ tokens) {
  /** @type {Token[]} */
  const found = []
  for (const token of tokens) {
    const last = found.at(-1)
    const isBeside =
      last?.kind === 'sign' && token.kind === 'sign' && last.start + last.text.length === token.start
    const text = isBeside ? last.text + token.text : ''
    if (pairs.has(text) || text === '..' || text === '...')
      found[found.length - 1] = { ...token, text, start: token.start - text.length + 1 }
    else if (token.kind !== 'end') found.push(token)
  }
  return found
}
