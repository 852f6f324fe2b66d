import { rule } from '@engine/shared/rule'
import { beforeEach, expect, test } from 'vitest'
import { AuditRetentionService } from '../../src/domain/audit/audit-retention.service.js'
import { AuditService } from '../../src/domain/audit/audit.service.js'
import { AuditStore } from '../../src/domain/audit/audit.store.js'
import { MaintenanceService } from '../../src/domain/maintenance/maintenance.service.js'
import { JobLeasesStore } from '../../src/domain/maintenance/job-leases.store.js'
import { createTransactions } from '../../src/adapters/database/transactions.js'
import { days } from '../../src/kernel/clock.js'
import { startTestApp, type TestApp } from '../app.js'
import { administer } from '../server.js'
import { systemContext } from '../maintenance/maintenance.js'
import { databaseOf } from './audit.js'

let app: TestApp

beforeEach(async () => {
  app = await startTestApp({ AUDIT_RETENTION: '2 months' })
})

/** Day of the test's year, which begins two months before it does. */
const day = (month: number, date: number): Date => new Date(Date.UTC(2026, month - 1, date))

async function happened(...times: readonly Date[]): Promise<void> {
  await app.prisma.auditEvent.createMany({
    data: times.map((at) => ({
      at,
      action: 'team.update',
      actorType: 'system',
      actorName: 'a test',
      face: 'system',
      requestId: 'a test',
      subjectType: 'team',
      subjectId: 'team-1',
      subjectName: 'ops',
    })),
  })
}

const remaining = async (): Promise<string[]> =>
  (await app.prisma.auditEvent.findMany({ where: { action: 'team.update' }, orderBy: { at: 'asc' } })).map(
    ({ at }) => at.toISOString().slice(0, 10),
  )

const drops = () => app.prisma.auditEvent.findMany({ where: { action: 'audit-log.drop' } })

/** More than one statement deletes. */
const many = 2100

function retentionOf(months: number | undefined): AuditRetentionService {
  const audit = new AuditService(new AuditStore(databaseOf(app)))
  const transactions = createTransactions(app.prisma)
  return new AuditRetentionService(new AuditStore(databaseOf(app)), transactions, audit, months)
}

/** The maintenance of one process with this retention. */
const processOf = (months: number | undefined): MaintenanceService =>
  new MaintenanceService(new JobLeasesStore(databaseOf(app)), [retentionOf(months)])

rule('§3 audit', '`AUDIT_RETENTION` drops whole months and says so in the log')
test('whole months go that are older than the retention, and an event says how many and until when', async () => {
  await happened(
    new Date('2025-11-30T12:00:00Z'),
    new Date('2025-12-31T23:59:59.999Z'),
    day(1, 1),
    day(2, 28),
  )
  const { ctx, warnings } = systemContext(app)
  await app.services.maintenance.run(ctx)
  expect(await remaining()).toEqual(['2026-01-01', '2026-02-28'])
  expect(await drops()).toMatchObject([
    {
      at: app.clock.now(),
      actorType: 'system',
      actorName: 'the maintenance',
      subjectType: 'audit-log',
      after: {
        events: 2,
        from: '2025-11-30T12:00:00.000Z',
        until: '2026-01-01T00:00:00.000Z',
        keptMonths: 2,
      },
    },
  ])
  expect(warnings).toEqual([])
})

test('a month goes when the next one begins, not before, once a day; the events about that go later too', async () => {
  await happened(new Date('2025-12-15T00:00:00Z'), day(1, 15), day(2, 15))
  const { ctx } = systemContext(app)
  await app.services.maintenance.run(ctx)
  app.clock.move(days(30))
  await app.services.maintenance.run(ctx)
  expect(await remaining()).toEqual(['2026-01-15', '2026-02-15'])
  expect(await drops()).toHaveLength(1)
  app.clock.move(days(1))
  await app.services.maintenance.run(ctx)
  expect(await remaining()).toEqual(['2026-02-15'])
  expect((await drops()).map(({ after }) => after)).toMatchObject([{ events: 1 }, { events: 1 }])
  app.clock.move(days(61))
  await app.services.maintenance.run(ctx)
  expect(await remaining()).toEqual([])
  expect((await drops()).map(({ at }) => at.toISOString().slice(0, 7))).toEqual(['2026-04', '2026-06'])
})

test('an event names what is dropped alone: a clock that is years ahead drops nothing, and leaves no event', async () => {
  await happened(day(1, 1), day(2, 28))
  app.clock.move(days(30 * 365))
  const { ctx, warnings } = systemContext(app)
  await app.services.maintenance.run(ctx)
  expect(await remaining()).toEqual(['2026-01-01', '2026-02-28'])
  expect(await drops()).toEqual([])
  expect(warnings).toHaveLength(1)
})

test('with no retention limit nothing goes', async () => {
  await happened(new Date('1999-12-31T00:00:00Z'))
  await processOf(undefined).run(systemContext(app).ctx)
  expect(await remaining()).toEqual(['1999-12-31'])
  expect(await drops()).toEqual([])
})

rule('§3 audit', 'Of several processes one drops old events')
test('of two processes at once one drops, and says so once', async () => {
  await happened(...Array.from({ length: many }, () => new Date('2025-10-10T00:00:00Z')), day(2, 1))
  const { ctx, warnings } = systemContext(app)
  await Promise.all([1, 2, 3].map(() => processOf(2).run(ctx)))
  expect(await remaining()).toEqual(['2026-02-01'])
  expect((await drops()).map(({ after }) => after)).toMatchObject([{ events: many }])
  expect(warnings).toEqual([])
})

test('a process that finds another one about to drop waits for it, and says nothing of its own', async () => {
  await happened(new Date('2025-12-15T00:00:00Z'))
  const { ctx } = systemContext(app)
  const store = new AuditStore(databaseOf(app))
  let late: Promise<void> | undefined
  await createTransactions(app.prisma).run(ctx, async (tx) => {
    await store.lock(tx)
    late = retentionOf(2).run(ctx, async () => true)
    await expect.poll(waiting).toBe(1)
    const audit = new AuditService(new AuditStore(databaseOf(app)))
    const subject = { type: 'audit-log', id: 'audit-log', name: 'audit log' } as const
    await audit.record(tx, { action: 'audit-log.drop', subject, after: { events: 1, until: day(1, 1) } })
  })
  await late
  expect(await remaining()).toEqual([])
  expect((await drops()).map(({ after }) => after)).toMatchObject([{ events: 1 }])
})

/** Counts the processes that wait for another one's run to end. */
async function waiting(): Promise<number> {
  const [row] = await app.prisma.$queryRaw<{ count: number }[]>`
    SELECT count(*)::int AS count FROM pg_locks
    WHERE locktype = 'advisory' AND NOT granted
      AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`
  return row?.count ?? 0
}

test('what a process left that was stopped half-way goes at the next run, and is not announced again', async () => {
  await happened(...Array.from({ length: many }, () => new Date('2025-10-10T00:00:00Z')))
  const { ctx } = systemContext(app)
  await retentionOf(2).run(ctx, async () => false)
  expect((await remaining()).length).toBe(many - 2000)
  await processOf(2).run(ctx)
  expect(await remaining()).toEqual([])
  expect((await drops()).map(({ after }) => after)).toMatchObject([{ events: many }])
})

test('the database deletes nothing without an event that says so, and nothing beyond what it says', async () => {
  await happened(new Date('2025-12-15T00:00:00Z'), day(2, 15))
  const deletion = () =>
    administer(app.databaseUrl, [`DELETE FROM audit_events WHERE action = 'team.update'`])
  await expect(deletion()).rejects.toThrow('append-only')
  await announce(day(1, 1))
  await expect(deletion()).rejects.toThrow('append-only')
  expect(await remaining()).toHaveLength(2)
})

test('no event lets the database drop a month that is not over, a part of one, or anything by a user', async () => {
  const constraint = 'audit_events_drop_is_of_whole_months'
  await expect(announce(day(4, 1))).rejects.toThrow(constraint)
  await expect(announce(day(2, 15))).rejects.toThrow(constraint)
  await expect(announce(day(1, 1), 'user')).rejects.toThrow(constraint)
  await announce(day(3, 1))
})

async function announce(until: Date, actorType = 'system'): Promise<void> {
  await app.prisma.auditEvent.create({
    data: {
      at: app.clock.now(),
      action: 'audit-log.drop',
      actorType,
      actorName: 'a test',
      face: 'system',
      requestId: 'a test',
      subjectType: 'audit-log',
      subjectId: 'audit-log',
      subjectName: 'audit log',
      after: { until: until.toISOString() },
    },
  })
}
