import { expect, test } from 'vitest'
import { deletionText } from './deletion-text'

const workspace = { engineVersion: '1.11.4', resourceCount: 0, locked: false }

test('the deletion of a locked workspace says that a run may be writing its state', () => {
  expect(deletionText({ ...workspace, locked: true })).toMatch(
    /^It is locked: a run may be writing its state now\. /,
  )
  expect(deletionText(workspace)).not.toContain('locked')
})

test.each([
  [0, 'no longer counts as a user of 1.11.4. Its states are deleted.'],
  [2, 'The 2 resources in the current one stay as they are'],
  [null, 'The current one cannot be read here: what it manages stays as it is'],
])('of %s resources it says what becomes of them', (resourceCount, sentence) => {
  expect(deletionText({ ...workspace, resourceCount })).toContain(sentence)
})
