// @ts-check
// The names that a `for` binds while an expression is computed.
import { NotEvaluated } from './decimals.mjs'
import { entriesOf } from './operations.mjs'

/** @typedef {import('./operations.mjs').Value} Value */
/** @typedef {(names: Names) => Value} Compute */

/** Thrown for what refers to something or calls a function. */
export class NotConstant extends Error {}

/** Limit of the steps that one constant takes: a few letters can say a great deal. */
const mostSteps = 10_000

/** The values of the names that a `for` binds, and how much may still be computed. */
export class Names {
  /** @type {Map<string, Value>} */
  values = new Map()
  left = mostSteps

  step(/** @type {number} */ size = 1) {
    this.left -= size
    if (this.left < 0) throw new NotEvaluated()
  }
}

/** Each turn of a `for`: what computes something while its names are bound. */
export function looped(/** @type {readonly string[]} */ bound, /** @type {Compute} */ collection) {
  return (/** @type {Names} */ names) =>
    entriesOf(collection(names)).map(([key, value]) => {
      names.step()
      return (/** @type {Compute} */ compute) => {
        const outer = names.values
        const inner = bound.length === 1 ? [value] : [key, value]
        names.values = new Map([
          ...outer,
          ...bound.map((name, index) => /** @type {const} */ ([name, inner[index] ?? null])),
        ])
        try {
          return compute(names)
        } finally {
          names.values = outer
        }
      }
    })
}
