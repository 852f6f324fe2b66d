import { expect, test } from 'vitest'
import { changedFacts, inWords } from './changed-facts'

test('of a change only what differs is shown, both sides of it', () => {
  const before = {
    version: '1.0.0',
    enabled: true,
    deprecatedReason: null,
    archs: [{ os: 'linux' }],
    updatedAt: 'a',
  }
  const after = {
    ...before,
    enabled: false,
    deprecatedReason: 'old',
    archs: [{ os: 'darwin' }],
    updatedAt: 'b',
  }
  expect(changedFacts(before, after)).toEqual([
    { name: 'Enabled', before: 'yes', after: 'no' },
    { name: 'Deprecated reason', before: 'none', after: 'old' },
    {
      name: 'Archs',
      before: '[\n  {\n    "os": "linux"\n  }\n]',
      after: '[\n  {\n    "os": "darwin"\n  }\n]',
    },
  ])
})

test('of a thing that was made or taken away everything is shown', () => {
  expect(changedFacts(null, { name: 'crew', limit: 0 })).toEqual([
    { name: 'Name', before: undefined, after: 'crew' },
    { name: 'Limit', before: undefined, after: '0' },
  ])
  expect(changedFacts({ name: 'crew', updatedAt: 'a' }, null)).toEqual([
    { name: 'Name', before: 'crew', after: undefined },
    { name: 'Updated at', before: 'a', after: undefined },
  ])
})

test('a fact that came or went within a change has one side', () => {
  expect(changedFacts({ a: 1 }, { b: 2 })).toEqual([
    { name: 'A', before: '1', after: undefined },
    { name: 'B', before: undefined, after: '2' },
  ])
})

test('where nothing was recorded nothing is shown', () => {
  expect(changedFacts(null, null)).toEqual([])
  expect(changedFacts('text', ['list'])).toEqual([])
})

test.each([
  ['deprecatedReason', 'Deprecated reason'],
  ['engine-version', 'Engine version'],
  ['url', 'Url'],
])('%s reads %s', (name, words) => {
  expect(inWords(name)).toBe(words)
})
