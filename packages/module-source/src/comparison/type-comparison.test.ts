import { expect, test } from 'vitest'
import { WorkBudget } from './work-budget.js'
import { acceptsAllOf } from './type-comparison.js'

const takes = (before: string, after: string): boolean => acceptsAllOf(before, after, new WorkBudget())

// What each kind of type takes of another is said by the pairs of interface-pairs.testing.ts.

test('types that older engines write otherwise are the same', () => {
  expect(takes('"string"', 'string')).toBe(true)
  expect(takes('list', 'list(any)')).toBe(true)
  expect(takes('map(any)', 'map')).toBe(true)
})

test('the defaults of attributes are passed over, whatever they compute', () => {
  const heavy = `[for a in [1, 2, 3] : [for b in [1, 2, 3] : "${'x'.repeat(100)}, )"]]`
  expect(takes('object({ a = string })', `object({ a = string, b = optional(any, ${heavy}) })`)).toBe(true)
  expect(takes('object({ a = string })', `object({ a = string, b = optional(any, f(x)), c = bool })`)).toBe(
    false,
  )
})

test('of what is nested too deeply or too long nothing is told, so that it breaks', () => {
  const deep = (inner: string, depth: number): string => 'list('.repeat(depth) + inner + ')'.repeat(depth)
  expect(takes(deep('number', 100), deep('string', 100))).toBe(true)
  expect(takes(deep('number', 10_000), deep('string', 10_000))).toBe(false)
  expect(takes('number', `${' '.repeat(300_000)}string`)).toBe(false)
})
