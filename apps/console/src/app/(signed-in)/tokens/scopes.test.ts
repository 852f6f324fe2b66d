import { expect, test } from 'vitest'
import { addressFault, scopesInWords, scopesOf } from './scopes'

test('a token that may do everything has no scopes', () => {
  expect(scopesOf('all', 'x')).toBeUndefined()
  expect(scopesOf('read', 'x')).toEqual(['read'])
})

test('publishing is said of one module, and told back in words', () => {
  expect(scopesOf('publish', ' acme/network/aws ')).toEqual(['publish:acme/network/aws'])
  expect(scopesInWords(['read', 'publish:acme/network/aws'])).toBe('Read-only, Publishes acme/network/aws')
})

test('publishing a provider takes an address of two words, publishing a module one of three', () => {
  expect(scopesOf('publish-provider', ' acme/cloud ')).toEqual(['publish:acme/cloud'])
  expect(scopesInWords(['publish:acme/cloud'])).toBe('Publishes acme/cloud')
  expect(addressFault('publish-provider', 'acme/cloud')).toBeUndefined()
  expect(addressFault('publish-provider', 'acme/cloud/aws')).toContain('such as acme/cloud')
  expect(addressFault('publish', 'acme/cloud')).toContain('such as acme/network/aws')
  expect(addressFault('read', 'anything')).toBeUndefined()
})

test('a token for one workspace writes its state, or only reads it', () => {
  expect(scopesOf('workspace', ' acme/network ')).toEqual(['workspace:acme/network'])
  expect(scopesOf('workspace-read', 'acme/network')).toEqual(['workspace:acme/network:read'])
  expect(scopesInWords(['workspace:acme/network'])).toBe('Writes the state of acme/network')
  expect(scopesInWords(['workspace:acme/network:read'])).toBe('Reads the state of acme/network')
  expect(addressFault('workspace', 'network')).toContain('such as acme/network-production')
})
