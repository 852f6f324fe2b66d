import { expect, test } from 'vitest'
import { textOf } from './state-timeline'

test('a bar says of a state when it was written, what it holds and what it changed', () => {
  const state = { id: 'sv-1', serial: 12, createdAt: '2026-11-26T10:00:00.000Z' }
  const resourceChanges = { added: 2, changed: 0, removed: 1 }
  expect(textOf({ ...state, resourceCount: 14, resourceChanges })).toBe(
    'State 12, 26 Nov 2026: 14 resources (2 added, 1 removed)',
  )
  expect(textOf({ ...state, resourceCount: null, resourceChanges: null })).toBe(
    'State 12, 26 Nov 2026: its resources are not known',
  )
})
