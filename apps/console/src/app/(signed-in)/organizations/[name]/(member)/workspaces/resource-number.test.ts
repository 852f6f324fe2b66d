import { expect, test } from 'vitest'
import { resourceNumber, resourcesText } from './resource-number'

test('resources are told by their number, none as none', () => {
  expect([resourceNumber(1204), resourceNumber(0)]).toEqual(['1,204', '0'])
  expect([resourcesText(1, 'COUNTED'), resourcesText(0, 'COUNTED')]).toEqual(['1 resource', '0 resources'])
})

test('what is not counted is never told as 0 resources', () => {
  expect(resourceNumber(null)).toBe('Not counted')
  expect([resourcesText(null, 'UNKNOWN'), resourcesText(null, 'ENCRYPTED')]).toEqual([
    'resources not readable here',
    'encrypted by the client',
  ])
})
