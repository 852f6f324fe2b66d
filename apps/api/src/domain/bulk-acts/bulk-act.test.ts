import { expect, test } from 'vitest'
import { mostFrequent } from './bulk-act.js'

const refusal = (number: number, count: number) => ({
  reason: `reason ${number}`,
  count,
  names: [`n${number}`],
})

test('refusals are sorted by number; beyond twenty reasons the others are counted together', () => {
  const all = Array.from({ length: 25 }, (_, index) => refusal(index, index + 1))
  const shown = mostFrequent(all)
  expect(shown).toHaveLength(21)
  expect(shown[0]).toEqual(refusal(24, 25))
  expect(shown[20]).toEqual({ reason: 'Other reasons', count: 15, names: ['n4', 'n3', 'n2', 'n1', 'n0'] })
  expect(mostFrequent(all.slice(0, 2))).toEqual([refusal(1, 2), refusal(0, 1)])
})
