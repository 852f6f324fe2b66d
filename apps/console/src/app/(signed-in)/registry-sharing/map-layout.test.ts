import { expect, test } from 'vitest'
import { mapOf } from './map-layout'

const producer = (name: string, consumers: string[], facts = {}) => ({
  name,
  isDisabled: false,
  globalModuleSharing: false,
  globalProviderSharing: false,
  providerConsumers: { nodes: [], totalCount: 0 },
  moduleConsumers: {
    nodes: consumers.map((each) => ({ name: each, isDisabled: each.startsWith('off') })),
    totalCount: consumers.length,
  },
  ...facts,
})

test('each consumer stands once on the right, by name, and each share is a line to it', () => {
  const { consumers, lines } = mapOf([producer('a', ['z', 'y']), producer('b', ['z'])])
  expect(consumers.map(({ text }) => text)).toEqual(['y', 'z'])
  expect(lines.map(({ from, to }) => [from, to])).toEqual([
    ['a', 'z'],
    ['a', 'y'],
    ['b', 'z'],
  ])
})

test('an organization that shares with all has a line to one name for all, at the top', () => {
  const { consumers, lines } = mapOf([producer('a', [], { globalModuleSharing: true }), producer('b', ['y'])])
  expect(consumers.map(({ text }) => text)).toEqual(['All organizations', 'y'])
  expect(lines).toHaveLength(2)
})

test('a line says what is shared along it', () => {
  const providerConsumers = {
    nodes: ['y', 'z'].map((name) => ({ name, isDisabled: false })),
    totalCount: 2,
  }
  const { consumers, lines } = mapOf([producer('a', ['x', 'y'], { providerConsumers })])
  expect(consumers.map(({ text }) => text)).toEqual(['x', 'y', 'z'])
  expect(lines.map(({ to, tone }) => [to, tone])).toEqual([
    ['x', 1],
    ['y', 3],
    ['z', 2],
  ])
})

test('what a disabled organization shares or uses is dark', () => {
  const { lines } = mapOf([producer('a', ['off-1', 'y']), producer('b', ['y'], { isDisabled: true })])
  expect(lines.map(({ from, to, isDark }) => [from, to, isDark])).toEqual([
    ['a', 'off-1', true],
    ['a', 'y', false],
    ['b', 'y', true],
  ])
})
