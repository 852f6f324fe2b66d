import { expect, test } from 'vitest'
import { messageOf, sortUserErrors, type UserError } from './user-errors'

const error = (field: string[], message: string): UserError => ({ field, code: 'INVALID', message })
const inputs = new Set(['version', 'archs.0.url'])
const has = (path: string) => inputs.has(path)

test('each message goes under the input it is about', () => {
  const errors = [error(['version'], 'Version is invalid'), error(['archs', '0', 'url'], 'Url is invalid')]
  expect(sortUserErrors(errors, has)).toEqual({
    fields: { version: 'Version is invalid', 'archs.0.url': 'Address is invalid' },
    rest: [],
  })
})

test('what is about the whole, or about an input the form has not, is never lost', () => {
  expect(sortUserErrors([error([], 'Stale'), error(['archs', '7', 'os'], 'Os is taken')], has)).toEqual({
    fields: {},
    rest: ['Stale', 'Os is taken'],
  })
})

test('two messages about one input are both shown', () => {
  const errors = [error(['version'], 'Version is invalid'), error(['version'], 'Version is too long')]
  expect(sortUserErrors(errors, has).fields).toEqual({ version: 'Version is invalid. Version is too long' })
})

test.each([
  [['asciiArmor'], 'Ascii armor is invalid', 'Public key is invalid'],
  [['username'], 'Username has already been taken', 'User name has already been taken'],
  [['ssoGroups', '3'], 'Sso groups is invalid', 'Group is invalid'],
  [['version'], 'Version is invalid', 'Version is invalid'],
  [['email'], 'The address waits', 'The address waits'],
  [[], 'Email is off', 'Email is off'],
])('%j: %s reads as the label does: %s', (field, message, words) => {
  expect(messageOf(error(field, message))).toBe(words)
})
