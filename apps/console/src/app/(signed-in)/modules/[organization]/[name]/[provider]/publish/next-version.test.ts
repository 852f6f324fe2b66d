import { expect, test } from 'vitest'
import { nextVersion } from './next-version'

test('after a release the next patch is proposed, for a new module the first release', () => {
  expect(nextVersion('1.2.9')).toBe('1.2.10')
  expect(nextVersion('1.2.9+build')).toBe('1.2.10')
  expect(nextVersion('1.2.99999999999999999999+build')).toBe('1.2.100000000000000000000')
  expect(nextVersion(undefined)).toBe('1.0.0')
})

test('after a pre-release the next number is unknown', () => {
  expect(nextVersion('2.0.0-rc.1')).toBe('')
})
