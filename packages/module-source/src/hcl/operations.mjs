// @ts-check
// What the operators of the engine's language make of constants. What needs a conversion that is not obvious is left.
import { Decimal, NotEvaluated } from './decimals.mjs'

/** @typedef {string | boolean | null | Decimal | readonly unknown[] | ReadonlyMap<string, unknown>} Value */

/** @type {Readonly<Record<string, (left: Decimal, right: Decimal) => Value>>} */
const ofNumbers = {
  '+': (left, right) => left.plus(right),
  '-': (left, right) => left.plus(right.negated()),
  '*': (left, right) => left.times(right),
  '/': (left, right) => left.dividedBy(right),
  '%': (left, right) => left.modulo(right),
  '<': (left, right) => left.comparedTo(right) < 0,
  '>': (left, right) => left.comparedTo(right) > 0,
  '<=': (left, right) => left.comparedTo(right) <= 0,
  '>=': (left, right) => left.comparedTo(right) >= 0,
}

export function operated(/** @type {string} */ sign, /** @type {Value} */ left, /** @type {Value} */ right) {
  if (sign === '==') return areEqual(left, right)
  if (sign === '!=') return !areEqual(left, right)
  if (sign === '&&') return boolean(left) && boolean(right)
  if (sign === '||') return boolean(left) || boolean(right)
  const operate = ofNumbers[sign]
  if (!operate || !(left instanceof Decimal) || !(right instanceof Decimal)) throw new NotEvaluated()
  return operate(left, right)
}

export function boolean(/** @type {Value} */ value) {
  if (typeof value !== 'boolean') throw new NotEvaluated()
  return value
}

export function negated(/** @type {Value} */ value) {
  if (!(value instanceof Decimal)) throw new NotEvaluated()
  return value.negated()
}

/** The engine makes both of one type, which is left to it where they are not. */
export function chosen(/** @type {boolean} */ condition, /** @type {Value} */ yes, /** @type {Value} */ no) {
  const isOneType = typeOf(yes) === typeOf(no) && typeOf(yes) !== 'collection'
  if (!isOneType && yes !== null && no !== null) throw new NotEvaluated()
  return condition ? yes : no
}

/** Text of a value as it stands in a text or as a key. */
export function textOf(/** @type {Value} */ value) {
  if (typeOf(value) === 'collection' || value === null) throw new NotEvaluated()
  return String(value)
}

/** @returns {Value} */
export function elementOf(/** @type {Value} */ value, /** @type {Value} */ key) {
  const found =
    value instanceof Map
      ? value.get(textOf(key))
      : Array.isArray(value) && key instanceof Decimal && key.scale === 0
        ? value[Number(key.digits)]
        : undefined
  if (found === undefined) throw new NotEvaluated()
  return found
}

/** Entries that a `for` goes through: each key with its value. @returns {[Value, Value][]} */
export function entriesOf(/** @type {Value} */ value) {
  if (Array.isArray(value)) return value.map((each, index) => [new Decimal(BigInt(index), 0), each])
  if (value instanceof Map) return sorted(value)
  throw new NotEvaluated()
}

/** Limit of what an expression makes, in characters: names may stand for much, many times. */
const longestJson = 256 * 1024

/** @returns {string} */
export function jsonOf(/** @type {Value} */ value) {
  let left = longestJson
  /** @returns {string} */
  const textOfValue = (/** @type {any} */ each) => {
    if (Array.isArray(each)) return `[${each.map(textOfValue).join(',')}]`
    if (each instanceof Map)
      return `{${sorted(each)
        .map(([key, below]) => `${JSON.stringify(key)}:${textOfValue(below)}`)
        .join(',')}}`
    const text = each instanceof Decimal ? String(each) : JSON.stringify(each)
    left -= text.length
    if (left < 0) throw new NotEvaluated()
    return text
  }
  return textOfValue(value)
}

function sorted(/** @type {Map<string, any>} */ members) {
  return [...members].sort(([one], [other]) => Buffer.compare(Buffer.from(one), Buffer.from(other)))
}

function areEqual(/** @type {Value} */ left, /** @type {Value} */ right) {
  if (typeOf(left) === 'collection' || typeOf(right) === 'collection') throw new NotEvaluated()
  if (left instanceof Decimal && right instanceof Decimal) return left.comparedTo(right) === 0
  return left === right
}

function typeOf(/** @type {Value} */ value) {
  if (value instanceof Decimal) return 'number'
  return value !== null && typeof value === 'object' ? 'collection' : typeof value
}
