import { expect, test } from 'vitest'
import type { Deprecation } from '../lifecycle/deprecation.js'
import { warningsOf } from './provider-warnings.js'
import type { RegistryProvider } from './registry-provider.js'

const given = (status: Deprecation['status'], reason = '', link = ''): Deprecation => ({
  ...{ status, reason, link, earlier: null },
})
const provider = (deprecation: Deprecation | null = null) =>
  ({ namespace: 'acme', name: 'cloud', deprecation }) as RegistryProvider

test('nothing is said of what is not deprecated', () => {
  expect(warningsOf(provider(), [{ version: '1.0.0', deprecation: null, endOfLife: null }])).toEqual([])
})

test('a deprecated provider and each of its deprecated versions have a line, with reason and link', () => {
  const versions = [
    { version: '1.1.0', deprecation: null, endOfLife: null },
    {
      version: '1.0.0',
      deprecation: given('deprecated', 'It leaks', 'https://example.com/why'),
      endOfLife: null,
    },
    { version: '0.9.0', deprecation: given('deprecated'), endOfLife: null },
  ]
  expect(warningsOf(provider(given('deprecated', 'Use acme/sky')), versions)).toEqual([
    'acme/cloud is deprecated: Use acme/sky',
    'acme/cloud 1.0.0 is deprecated: It leaks See https://example.com/why',
    'acme/cloud 0.9.0 is deprecated',
  ])
})

test('a revoked provider says so; of a revoked version nothing is said', () => {
  const versions = [{ version: '1.0.0', deprecation: given('revoked', 'It leaks'), endOfLife: null }]
  expect(warningsOf(provider(given('revoked', 'Unsafe')), versions)).toEqual([
    'acme/cloud is revoked: Unsafe',
  ])
})

test('of revoked versions nothing is said while another one is left; then each has a line', () => {
  const revoked = { version: '1.1.0', deprecation: given('revoked', 'It leaks'), endOfLife: null }
  const older = { version: '1.0.0', deprecation: null, endOfLife: null }
  expect(warningsOf(provider(), [revoked, older])).toEqual([])
  expect(warningsOf(provider(given('deprecated')), [revoked])).toEqual([
    'acme/cloud is deprecated',
    'acme/cloud 1.1.0 is revoked: It leaks',
  ])
  const many = Array.from({ length: 12 }, (_, n) => ({ ...revoked, version: `1.${n}.0` }))
  expect(warningsOf(provider(), many).slice(-1)).toEqual(['2 more versions of acme/cloud are revoked'])
})

test('of many deprecated versions the ten newest have a line, the others are counted', () => {
  const versions = Array.from({ length: 13 }, (_, n) => ({
    version: `1.${12 - n}.0`,
    endOfLife: null,
    deprecation: given('deprecated'),
  }))
  const warnings = warningsOf(provider(), versions)
  expect(warnings).toHaveLength(11)
  expect([warnings[0], warnings[10]]).toEqual([
    'acme/cloud 1.12.0 is deprecated',
    '3 more versions of acme/cloud are deprecated',
  ])
})

test('a line is one line, and nothing in it acts upon a terminal', () => {
  const [line] = warningsOf(provider(given('deprecated', 'Red\u001b[31m\nand \u202Eturned')), [])
  expect(line).toBe('acme/cloud is deprecated: Red [31m and turned')
})
