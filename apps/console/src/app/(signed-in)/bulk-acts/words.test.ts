import { expect, test } from 'vitest'
import { countsText, settingsText } from './words'

test('what an act sets is said in words', () => {
  expect(settingsText('ORGANIZATION_LIMIT', { workspaceLimit: 1500 })).toBe('Workspace limit 1,500')
  expect(settingsText('ORGANIZATION_LIMIT', { workspaceLimit: null })).toBe('No workspace limit')
  expect(settingsText('ORGANIZATION_ENGINE_POLICY', { enginePolicy: 'warn' })).toBe(
    'Warn: print a warning at init',
  )
  expect(
    settingsText('ORGANIZATION_SHARING', { sharing: { of: 'modules', way: 'add', consumers: ['acme'] } }),
  ).toBe('Share modules with acme')
  expect(settingsText('USER_SUSPENSION', { suspended: false })).toBe('End the suspension')
})

test('an outcome names what happened, and nothing that did not', () => {
  const none = { waiting: 0, changed: 0, unchanged: 0, refused: 0, cancelled: 0 }
  expect(countsText({ ...none, changed: 1200 })).toBe('1,200 changed')
  expect(countsText({ ...none, changed: 1, unchanged: 2, refused: 3, cancelled: 4 })).toBe(
    '1 changed, 2 had the value already, 3 refused, 4 left as they were',
  )
})
