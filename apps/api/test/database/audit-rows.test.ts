import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase, type Database } from '../../src/adapters/database/open.js'
import { AuditService } from '../../src/domain/audit/audit.service.js'
import { AuditStore } from '../../src/domain/audit/audit.store.js'
import { createTestDatabase, type TestDatabase } from '../database.js'
import { silentLog } from '../silent-log.js'
import { anonymousContext } from '../anonymous-context.js'

const ctx = anonymousContext()
const entry = { action: 'user.update', subject: { type: 'user', id: 'user-1', name: 'ana' } } as const

let own: TestDatabase
let database: Database
let audit: AuditService

beforeAll(async () => {
  own = await createTestDatabase()
  database = await openDatabase({ databaseUrl: own.url, dataDir: '', log: silentLog })
  const { prismaOf: of, violatedConstraint } = database
  audit = new AuditService(new AuditStore({ of, violatedConstraint }))
})
afterAll(async () => {
  await database.close()
  await own.drop()
})

test('an audit row outside of a transaction is refused, and one in it goes with the change', async () => {
  await expect(audit.record(ctx, entry)).rejects.toThrow('outside of its transaction')
  const undone = database.transactions.run(ctx, async (tx) => {
    await audit.record(tx, entry)
    throw new Error('undone')
  })
  await expect(undone).rejects.toThrow('undone')
  expect(await database.prisma.auditEvent.count()).toBe(0)
  await database.transactions.run(ctx, (tx) => audit.record(tx, entry))
  expect(await database.prisma.auditEvent.count()).toBe(1)
})

test('where a file lies is recorded nowhere in a row', async () => {
  const archive = { storageKey: 'modules/1', sha256: 'ab' }
  const after = { archive, files: [{ binaryKey: 'b', os: 'linux' }], shasumsKey: 's', shasumsSigKey: 'g' }
  await database.transactions.run(ctx, (tx) => audit.record(tx, { ...entry, after }))
  const row = await database.prisma.auditEvent.findFirstOrThrow({ orderBy: { id: 'desc' } })
  expect(row.after).toEqual({ archive: { sha256: 'ab' }, files: [{ os: 'linux' }] })
})
