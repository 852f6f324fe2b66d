import { expect, test } from 'vitest'
import { quotaFacts } from './quotas'

test('quotas say how many there are of how many there may be', () => {
  expect(
    quotaFacts([
      { kind: 'TEAMS', used: 1200, limit: 2000 },
      { kind: 'WEBHOOKS', used: 3, limit: null },
      { kind: 'STORAGE', used: 1_400_000, limit: 100 * 1024 ** 3 },
    ]),
  ).toEqual([
    ['Teams', '1,200 of 2,000'],
    ['Webhooks', '3'],
    ['Stored files', '1.4 MB of 107 GB'],
  ])
  expect(quotaFacts(null)).toEqual([])
})
