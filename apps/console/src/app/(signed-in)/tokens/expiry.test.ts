import { expect, test } from 'vitest'
import { expiryOf } from './expiry'

const now = new Date('2026-11-01T12:00:00.000Z')

test('a number of days counts from now', () => {
  expect(expiryOf('30', null, now)?.toISOString()).toBe('2026-12-01T12:00:00.000Z')
})

test('a chosen day is good to its end in the zone of the reader', () => {
  const expiry = expiryOf('day', '2026-11-20', now)
  expect([expiry?.getDate(), expiry?.getHours(), expiry?.getMinutes()]).toEqual([20, 23, 59])
})

test('without a day there is no expiry yet', () => {
  expect(expiryOf('day', null, now)).toBeUndefined()
})
