import { DriverAdapterError } from '@prisma/driver-adapter-utils'
import { expect, test } from 'vitest'
import { isConflict, unavailability } from './failures.js'

const postgres = (originalCode: string) =>
  new DriverAdapterError({
    kind: 'postgres',
    code: originalCode,
    severity: 'FATAL',
    message: 'terminating connection due to administrator command',
    detail: undefined,
    column: undefined,
    hint: undefined,
    originalCode,
    originalMessage: 'terminating connection due to administrator command',
  })

/**
 * Wraps an error as Prisma does when a statement fails; at the end of a transaction it throws the adapter's
 * error itself.
 */
const wrapped = (driverAdapterError: DriverAdapterError): Error =>
  Object.assign(new Error('raw query failed'), { code: 'P2010', meta: { driverAdapterError } })

test.each([
  ['in a statement', wrapped],
  ['at the end of a transaction', (error: DriverAdapterError): Error => error],
])('a database that was stopped %s is unavailable, not a bug', (_, handed) => {
  expect(unavailability(handed(postgres('57P01')))?.failure).toMatchObject({ kind: 'unavailable' })
  expect(unavailability(handed(postgres('53100')))?.failure).toMatchObject({
    message: 'The database has no space left',
  })
  expect(unavailability(handed(postgres('42601')))).toBeUndefined()
  expect([isConflict(handed(postgres('40001'))), isConflict(handed(postgres('57P01')))]).toEqual([
    true,
    false,
  ])
})
