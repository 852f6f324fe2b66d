import { expect, test } from 'vitest'
import {
  consumersInWords,
  producersInWords,
  quotaFacts,
  publicProviderFacts,
  decidedElsewhere,
} from './words'

test.each([
  [true, 0, 'All organizations may use its modules.'],
  [false, 0, 'No other organization may use its modules.'],
  [false, null, 'No other organization may use its modules.'],
  [false, 1, '1 other organization may use its modules.'],
  [false, 3, '3 other organizations may use its modules.'],
])('shared with all: %s, by name with %s: %s', (withAll, count, words) => {
  expect(consumersInWords('modules', withAll, count)).toBe(words)
})

test('whose modules may be used is said by name, as far as they are listed', () => {
  const nodes = [{ name: 'acme' }, { name: 'labs' }]
  expect(producersInWords('modules', { nodes: [], totalCount: 0 })).toContain('No other organization')
  expect(producersInWords('modules', { nodes, totalCount: 2 })).toBe(
    'It may use its own modules, and those of acme and labs.',
  )
  expect(producersInWords('modules', { nodes, totalCount: 5 })).toBe(
    'It may use its own modules, and those of acme, labs, and 3 more.',
  )
})

test('quotas say how many there are of how many there may be', () => {
  expect(
    quotaFacts([
      { kind: 'TEAMS', used: 1200, limit: 2000 },
      { kind: 'WEBHOOKS', used: 3, limit: null },
      { kind: 'CI_IDENTITIES', used: 7, limit: 100 },
      { kind: 'STORAGE', used: 1_400_000, limit: 100 * 1024 ** 3 },
    ]),
  ).toEqual([
    ['Teams', '1,200 of 2,000'],
    ['Webhooks', '3'],
    ['CI identities', '7 of 100'],
    ['Stored files', '1.3 MiB of 100 GiB'],
  ])
  expect(quotaFacts(null)).toEqual([])
})

test('a member is told whose settings decide, where those of this organization do not', () => {
  const none = { publicProviders: null, providerCooldown: null }
  expect(decidedElsewhere(none, ['acme'])).toMatch(
    /^You are a member of acme, which has its own settings: they apply to you\. /,
  )
  expect(decidedElsewhere(none, ['a', 'b', 'c', 'd', 'e'])).toContain(
    'a, b, c, and 2 more, which have their own settings',
  )
  expect(decidedElsewhere(none, [])).toBeNull()
  expect(decidedElsewhere({ ...none, providerCooldown: '72h' }, ['acme'])).toBeNull()
})

test('which public providers install, how long new versions wait, and who decided that', () => {
  const own = { publicProviders: null, providerCooldown: null } as const
  const effective = { effectivePublicProviders: 'LISTED', effectiveProviderCooldown: '72h' } as const
  expect(publicProviderFacts({ ...own, ...effective })).toEqual([
    ['Public providers', 'Only listed ones (default)'],
    ['Cooldown', '72h (default)'],
  ])
  expect(
    publicProviderFacts({
      ...{ publicProviders: 'OPEN', providerCooldown: '0s' },
      ...{ effectivePublicProviders: 'OPEN', effectiveProviderCooldown: '0s' },
    }),
  ).toEqual([
    ['Public providers', 'All (custom)'],
    ['Cooldown', 'None (custom)'],
  ])
})
