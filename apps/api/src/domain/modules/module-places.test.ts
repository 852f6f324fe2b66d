import { describe, expect, test } from 'vitest'
import { ModulePlaces } from './module-places.js'

const shelf = (namespace: string, listed: number) => ({
  organizationId: `org-${namespace}`,
  namespace,
  listed,
})
const places = new ModulePlaces([shelf('Acme', 3), shelf('globex', 1), shelf('initech', 4)])

/** The namespaces of a page, each with where to begin in it. */
const at = (offset: number, limit: number, all = places) =>
  all.at({ offset, limit }).map(({ namespace, offset: own }) => [namespace, own])

describe('a page', () => {
  test.each([
    [0, 1, [['Acme', 0]]],
    [2, 1, [['Acme', 2]]],
    [3, 1, [['globex', 0]]],
    [4, 9, [['initech', 0]]],
    [7, 1, [['initech', 3]]],
    [8, 1, []],
    [Number.MAX_SAFE_INTEGER - 1, 1, []],
  ])('at %i of %i modules', (offset, limit, expected) => {
    expect(at(offset, limit)).toEqual(expected)
  })

  test('that spans organizations begins within the first, and at the beginning of all others', () => {
    expect(at(2, 3)).toEqual([
      ['Acme', 2],
      ['globex', 0],
      ['initech', 0],
    ])
    expect(at(2, 2)).toEqual([
      ['Acme', 2],
      ['globex', 0],
    ])
  })
})

test('a namespace is found in any case and is a list of its own; another is empty', () => {
  const own = places.of('ACME')
  expect([own.count, own.organizationIds, at(1, 5, own)]).toEqual([3, ['org-Acme'], [['Acme', 1]]])
  const none = places.of('umbrella')
  expect([none.count, none.organizationIds, at(0, 5, none)]).toEqual([0, [], []])
})

test('of thousands of organizations each begins where those before it end', () => {
  const shelves = Array.from({ length: 3000 }, (_, n) => shelf(`team-${n}`, 1 + (n % 5)))
  const many = new ModulePlaces(shelves)
  let before = 0
  for (const { namespace, listed } of shelves) {
    expect(at(before, 1, many)).toEqual([[namespace, 0]])
    before += listed
    expect(at(before - 1, 1, many)).toEqual([[namespace, listed - 1]])
  }
  expect(many.count).toBe(before)
})
