import { expect, test } from 'vitest'
import { actionInWords, isRefusal, retentionInWords } from './actions'

test('an action reads as what was done to what', () => {
  expect(actionInWords('engine-version.update')).toBe('Engine version: update')
  expect(isRefusal('engine-version.update')).toBe(false)
  expect(actionInWords('session.reauthenticate')).toBe('Signed in again')
})

test.each([
  ['access.deny', 'Access denied'],
  ['password.refuse', 'Old password refused'],
  ['session.refuse', 'Old sign-in refused'],
  ['set-up.fail', 'Set-up failed'],
  ['sign-in.fail', 'Sign-in failed'],
  ['token.refuse', 'Token refused'],
])('%s reads as something that was refused', (action, words) => {
  expect(actionInWords(action)).toBe(words)
  expect(isRefusal(action)).toBe(true)
})

test('the retention of events is said in whole months', () => {
  expect(retentionInWords(null)).toBe('Events are never dropped.')
  expect(retentionInWords(1)).toMatch(/^Events are dropped after 1 month,/)
  expect(retentionInWords(13)).toMatch(/^Events are dropped after 13 months,/)
})
