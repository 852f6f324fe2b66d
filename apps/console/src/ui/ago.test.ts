import { expect, test } from 'vitest'
import { agoText } from './ago'

const now = new Date('2026-11-24T12:00:00.000Z')

test.each([
  ['2026-11-24T11:59:30.000Z', 'just now'],
  ['2026-11-24T12:00:30.000Z', 'just now'],
  ['2026-11-24T11:59:00.000Z', '1 minute ago'],
  ['2026-11-24T11:01:00.000Z', '59 minutes ago'],
  ['2026-11-24T09:00:00.000Z', '3 hours ago'],
  ['2026-11-23T11:00:00.000Z', 'yesterday'],
  ['2026-11-04T12:00:00.000Z', '20 days ago'],
  ['2026-09-20T12:00:00.000Z', '2 months ago'],
  ['2024-11-01T12:00:00.000Z', '2 years ago'],
])('%s was %s', (at, text) => {
  expect(agoText(new Date(at), now)).toBe(text)
})
