import { expect, test } from 'vitest'
import { lastAdministratorStays } from './last-administrator'

const administrator = { isSiteAdmin: true, suspendedAt: null }

test('the last administrator with access stays, and it is said why', () => {
  expect(lastAdministratorStays(administrator, 1)).toContain('The last administrator')
})

test('one of several, a suspended one and any other user may go', () => {
  expect(lastAdministratorStays(administrator, 2)).toBeUndefined()
  expect(
    lastAdministratorStays({ ...administrator, suspendedAt: '2026-11-01T00:00:00.000Z' }, 1),
  ).toBeUndefined()
  expect(lastAdministratorStays({ isSiteAdmin: false, suspendedAt: null }, 1)).toBeUndefined()
})

test('while their number is not known, the API alone decides', () => {
  expect(lastAdministratorStays(administrator, undefined)).toBeUndefined()
})
