import { expect, test } from 'vitest'
import { expiringSoon } from './expiring'

const now = new Date('2026-11-01T00:00:00.000Z')
const token = (expiresAt: string) => ({ expiresAt })

test('tokens that stop within 30 days are listed, the soonest first', () => {
  const later = token('2026-11-30T00:00:00.000Z')
  const sooner = token('2026-11-02T00:00:00.000Z')
  expect(expiringSoon([later, sooner], now)).toEqual([sooner, later])
})

test('neither those that have stopped nor those with time left are listed', () => {
  expect(expiringSoon([token('2026-10-31T00:00:00.000Z'), token('2026-12-02T00:00:00.000Z')], now)).toEqual(
    [],
  )
})
