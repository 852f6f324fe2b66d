import { expect, test } from 'vitest'
import { expiryOf, lifetimeInWords, lifetimesWithin } from './expiry'

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

test('a bound leaves the shorter choices, and offers the longest allowed, whose end the platform knows', () => {
  const day = 24 * 60 * 60
  expect(lifetimesWithin(null).map(({ value }) => value)).toEqual(['30', '90', '365', '730', 'day'])
  expect(lifetimesWithin(90 * day)).toEqual([
    { value: '30', label: '30 days' },
    { value: 'longest', label: '90 days, the longest allowed' },
    { value: 'day', label: 'Until a day of your choice' },
  ])
  expect(expiryOf('longest', null, now)).toBeUndefined()
})

test('a lifetime is told in its largest unit', () => {
  expect([30 * 86_400, 43_200, 3600, 90, 1].map(lifetimeInWords)).toEqual([
    '30 days',
    '12 hours',
    '1 hour',
    '1 minute',
    '1 minute',
  ])
})
