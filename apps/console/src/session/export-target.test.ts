import { expect, test } from 'vitest'
import { exportTarget } from './export-target'

const target = (query: string) => exportTarget(new URLSearchParams(query))

test('an export is fetched in the form that is asked for, with every filter', () => {
  expect(target('format=csv')).toBe('/api/exports/audit-events.csv?')
  expect(target('format=jsonl&q=a%26b&filter[organization]=acme')).toBe(
    '/api/exports/audit-events.jsonl?q=a%26b&filter%5Borganization%5D=acme',
  )
})

test.each(['', 'format=xml', 'format=../../../v2/account/details', 'format=csv/../x'])(
  '%j is no export',
  (query) => {
    expect(target(query)).toBeUndefined()
  },
)
