import { expect, test } from 'vitest'
import { passwordStrength } from './password-strength'

test('a password below the minimum is told how much is missing', () => {
  expect(passwordStrength('')).toMatchObject({ level: 0 })
  expect(passwordStrength('abx')).toEqual({ level: 1, hint: '7 more characters at least.' })
  expect(passwordStrength('k7xq2mzpa')).toEqual({ level: 1, hint: '1 more character at least.' })
})

test('repetitions and sequences do not count as length', () => {
  for (const password of ['aaaaaaaaaaaaaaa', '123456789012', 'abcdefghijklmnop', 'ababababababab'])
    expect(passwordStrength(password).level, password).toBe(1)
})

test('longer is better', () => {
  const levels = ['k7xq2mzpaw', 'river otter hat', 'river otter hat violin'].map(
    (p) => passwordStrength(p).level,
  )
  expect(levels).toEqual([2, 3, 4])
})
