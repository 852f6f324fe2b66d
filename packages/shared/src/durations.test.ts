import { expect, test } from 'vitest'
import { isDuration, isDurationOrZero, isTooLongDuration, millisecondsOf } from './durations.js'
import { rule } from './rule.js'

rule('§5 settings', 'A duration is a decimal number and a unit, or several in a row')
test('a duration is a decimal number with its unit, or several in a row', () => {
  for (const right of ['24h', '1.5h', '1h30m', '90m', '.5h', '0.5s', '0h1m', '10ns', '7d', '1m1ms1us'])
    expect(isDuration(right), right).toBe(true)
})

rule('§5 settings', 'Anything else is no duration')
test('without a unit, with another one, a sign or a blank it is none', () => {
  for (const wrong of ['', '24', 'h', '1w', '-1h', '+1h', '1 h', '1h ', '1h\n', '.h', '1.h', '1,5h', '1H'])
    expect(isDuration(wrong), wrong).toBe(false)
  expect(isDuration('1h'.repeat(33))).toBe(false)
})

test('zero is none: it would stop everything, or nothing', () => {
  for (const zero of ['0s', '0.0h', '.0m', '0h0m']) expect(isDuration(zero), zero).toBe(false)
})

test('a duration is as long as all of its parts', () => {
  expect(['30d', '1h30m', '1.5s', '1m1ms', '.5s'].map(millisecondsOf)).toEqual([
    2_592_000_000, 5_400_000, 1500, 60_001, 500,
  ])
})

test('a duration ends at 100 years, so that what computes with it can', () => {
  for (const right of ['36500d', '876000h', '36499d24h'])
    expect([isDuration(right), isDurationOrZero(right), isTooLongDuration(right)], right).toEqual([
      ...[true, true, false],
    ])
  for (const long of ['36500d1ms', '36501d', '100000000d', '99999999999999h', `${'9'.repeat(63)}d`])
    expect([isDuration(long), isDurationOrZero(long), isTooLongDuration(long)], long).toEqual([
      ...[false, false, true],
    ])
  for (const none of ['', 'h', 'forever', '-1h']) expect(isTooLongDuration(none), none).toBe(false)
})

test('a duration that may be zero is any but what is too long', () => {
  for (const right of ['0s', '0h0m', '1h']) expect(isDurationOrZero(right), right).toBe(true)
})
