import { expect, test } from 'vitest'
import { resourceNumber, resourcesText, deletionText, versionText } from './texts'

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

test('a version that was written in words is told with what they stand for', () => {
  const resolvedEngineVersion = '1.11.4'
  expect(versionText({ engineVersion: '1.11.4', resolvedEngineVersion })).toBe('1.11.4')
  expect(versionText({ engineVersion: '~> 1.11.0', resolvedEngineVersion })).toBe('~> 1.11.0 → 1.11.4')
})

const workspace = { resolvedEngineVersion: '1.11.4', resourceCount: 0, locked: false }

test('the deletion of a locked workspace says that a run may be writing its state', () => {
  expect(deletionText({ ...workspace, locked: true })).toMatch(
    /^It is locked: a run may be writing its state now\. /,
  )
  expect(deletionText(workspace)).not.toContain('locked')
})

test.each([
  [0, 'no longer counts as a user of 1.11.4. Its states are deleted.'],
  [2, 'The 2 resources in the current one stay as they are'],
  [null, 'The current one cannot be read here: its resources stay as they are'],
])('of %s resources it says what becomes of them', (resourceCount, sentence) => {
  expect(deletionText({ ...workspace, resourceCount })).toContain(sentence)
})
