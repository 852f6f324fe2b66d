import { expect, test } from 'vitest'
import { layoutOfMap, rowHeight } from './layout-of-map'

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
  const { consumers, lines } = layoutOfMap([producer('a', ['z', 'y']), producer('b', ['z'])])
  expect(consumers.map(({ text }) => text)).toEqual(['y', 'z'])
  expect(lines.map(({ key }) => key)).toEqual(['a z', 'a y', 'b z'])
  const z = consumers[1]?.y
  expect(lines.filter(({ to }) => to === z)).toHaveLength(2)
})

test('an organization that shares with all has a line to one name for all, at the top', () => {
  const { consumers, lines } = layoutOfMap([
    producer('a', [], { globalModuleSharing: true }),
    producer('b', ['y']),
  ])
  expect(consumers.map(({ text }) => text)).toEqual(['All organizations', 'y'])
  expect(lines).toHaveLength(2)
})

test('a line says what is shared along it', () => {
  const providerConsumers = {
    nodes: ['y', 'z'].map((name) => ({ name, isDisabled: false })),
    totalCount: 2,
  }
  const { consumers, lines } = layoutOfMap([producer('a', ['x', 'y'], { providerConsumers })])
  expect(consumers.map(({ text }) => text)).toEqual(['x', 'y', 'z'])
  expect(lines.map(({ key, shared }) => [key, shared])).toEqual([
    ['a x', 'modules'],
    ['a y', 'both'],
    ['a z', 'providers'],
  ])
})

test('what a disabled organization shares or uses is dark', () => {
  const { lines } = layoutOfMap([producer('a', ['off-1', 'y']), producer('b', ['y'], { isDisabled: true })])
  expect(lines.map(({ key, isDark }) => [key, isDark])).toEqual([
    ['a off-1', true],
    ['a y', false],
    ['b y', true],
  ])
})

test('the shorter side stands in the middle of the longer', () => {
  const { height, producers } = layoutOfMap([producer('a', ['x', 'y', 'z'])])
  expect(height).toBe(3 * rowHeight)
  expect(producers[0]?.y).toBe(height / 2)
})
