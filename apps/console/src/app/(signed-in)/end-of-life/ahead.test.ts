import { expect, test } from 'vitest'
import { aheadText, dateOf, momentOf, tomorrow } from './ahead'

const now = new Date('2026-11-25T12:00:00Z')
const at = (text: string) => aheadText(new Date(text), now)

test('a moment ahead is told in days that have begun', () => {
  expect(at('2026-12-15T00:00:00Z')).toBe('in 20 days')
  expect(at('2026-11-26T12:00:00Z')).toBe('in 1 day')
  expect(at('2026-11-26T11:59:59Z')).toBe('within a day')
  expect(at('2026-11-25T12:00:00Z')).toBe('now')
})

test('a date field holds the day in UTC', () => {
  expect(dateOf(momentOf('2026-12-15'))).toBe('2026-12-15')
  expect(tomorrow(now)).toBe('2026-11-26')
})
