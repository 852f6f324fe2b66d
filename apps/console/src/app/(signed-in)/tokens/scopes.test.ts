import { expect, test } from 'vitest'
import { scopesInWords, scopesOf } from './scopes'

test('a token that may do everything has no scopes', () => {
  expect(scopesOf('all', 'x')).toBeUndefined()
  expect(scopesOf('read', 'x')).toEqual(['read'])
})

test('publishing is said of one module, and told back in words', () => {
  expect(scopesOf('publish', ' acme/network/aws ')).toEqual(['publish:acme/network/aws'])
  expect(scopesInWords(['read', 'publish:acme/network/aws'])).toBe('Look only, Publishes acme/network/aws')
})
