import { expect, test } from 'vitest'
import { foundOptions, hiddenOf, namedOption } from './found-options'

test('an option that cannot be picked says how many more there are', () => {
  const options = [namedOption('acme')]
  const { data } = foundOptions({ noun: 'organization', options, hidden: 181, isFetching: false })
  const text = '181 more organizations: type to find them'
  expect(data).toEqual([{ value: text, label: text, disabled: true }, ...options])
})

test('where all are shown there is no such option', () => {
  const options = [namedOption('acme')]
  expect(foundOptions({ noun: 'organization', options, hidden: 0, isFetching: false }).data).toEqual(options)
  expect(hiddenOf({ nodes: [1, 2], totalCount: 2 })).toBe(0)
  expect(hiddenOf(undefined)).toBe(0)
})

test('without any it says whether it is still searching', () => {
  const words = (isFetching: boolean) =>
    foundOptions({ noun: ['CI identity', 'CI identities'], options: [], hidden: 0, isFetching })
      .nothingFoundMessage
  expect([words(true), words(false)]).toEqual(['Searching…', 'No CI identity matches'])
})
