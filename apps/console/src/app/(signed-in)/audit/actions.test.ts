import { expect, test } from 'vitest'
import { areas, isRefusal, retentionInWords } from './actions'

test.each([
  'access.deny',
  'password.refuse',
  'session.refuse',
  'set-up.fail',
  'sign-in.fail',
  'token.refuse',
])('%s is something that was refused', (action) => expect(isRefusal(action)).toBe(true))

test('a change is no refusal', () => {
  expect(isRefusal('engine-version.update')).toBe(false)
})

test('each area of the log is offered once, by the alphabet', () => {
  expect(areas).toContain('registry-provider-platform')
  expect(new Set(areas).size).toBe(areas.length)
  expect(areas).toEqual(areas.toSorted())
})

test('the retention of events is said in whole months', () => {
  expect(retentionInWords(null)).toBe('Retention: unlimited')
  expect(retentionInWords(1)).toMatch(/^Retention: 1 month$/)
  expect(retentionInWords(13)).toMatch(/^Retention: 13 months$/)
})
