import { expect, test } from 'vitest'
import { sorted, type Row } from './acts'

const row = (version: string, facts: Partial<Row> = {}): Row => ({
  id: version,
  version,
  usage: 0,
  createdAt: '2026-03-01T12:00:00.000Z',
  enabled: true,
  official: false,
  beta: false,
  deprecated: false,
  deprecatedReason: null,
  endOfLife: null,
  deletionBlockedBy: null,
  verifications: [],
  ...facts,
})

const rows = [
  row('1.0.0'),
  row('1.1.0', { enabled: false, usage: 2 }),
  row('1.2.0', { deprecated: true, usage: 3 }),
]

test.each([
  ['ENABLE', ['1.1.0']],
  ['DISABLE', ['1.0.0', '1.2.0']],
  ['DEPRECATE', ['1.0.0', '1.1.0']],
] as const)('%s leaves out what is so already', (act, changing) => {
  const found = sorted(act, rows)
  expect(found.changing.map(({ version }) => version)).toEqual(changing)
  expect(found.leftOut).toHaveLength(rows.length - changing.length)
})
