import { expect, test } from 'vitest'
import { createPrismaOf, createTransactions } from '../../src/adapters/database/transactions.js'
import { auditLine, auditRow, type AuditEvent } from '../../src/domain/audit/audit-event.js'
import { AuditService } from '../../src/domain/audit/audit.service.js'
import { AuditStore } from '../../src/domain/audit/audit.store.js'
import type { OperationContext } from '../../src/kernel/context.js'
import { startTestApp } from '../app.js'
import { systemContext } from '../maintenance/maintenance.js'
import { databaseOf } from './audit.js'

/** Events that the listener received, and whether the log already showed them to others. */
const told: AuditEvent[] = []

const app = await startTestApp()
const ctx = systemContext(app).ctx
const audit = new AuditService(new AuditStore(databaseOf(app)), (event) => void told.push(event))

const entry = (name: string) =>
  ({ action: 'team.update', subject: { type: 'team', id: 'team-1', name }, after: { name } }) as const

const run = <T>(work: (tx: OperationContext) => Promise<T>): Promise<T> =>
  createTransactions(app.prisma).run(ctx, work)

test('an event is told once its transaction is committed, and not before', async () => {
  await run(async (tx) => {
    await audit.record(tx, entry('one'))
    await audit.record(tx, entry('two'))
    expect(told).toEqual([])
  })
  const names = told.splice(0).map(({ subjectName }) => subjectName)
  expect(names).toEqual(['one', 'two'])
})

test('of a transaction that is undone nothing is told; of one that is tried again, once', async () => {
  const failed = run(async (tx) => {
    await audit.record(tx, entry('undone'))
    throw new Error('no')
  })
  await expect(failed).rejects.toThrow('no')
  let tries = 0
  await run(async (tx) => {
    await audit.record(tx, entry('tried again'))
    if (++tries === 1)
      await createPrismaOf(app.prisma)(tx).$executeRaw`
      DO $$ BEGIN RAISE EXCEPTION 'deadlock' USING ERRCODE = '40P01'; END $$`
  })
  expect(tries).toBe(2)
  expect(told.splice(0).map(({ subjectName }) => subjectName)).toEqual(['tried again'])
})

test('a line that cannot be written takes nothing back: the change is done and answered so', async () => {
  const failing = new AuditService(new AuditStore(databaseOf(app)), () => {
    throw new Error('the pipe is gone')
  })
  const log = { ...ctx.log, error: () => {} }
  const answer = createTransactions(app.prisma).run({ ...ctx, log }, async (tx) => {
    await failing.record(tx, entry('written all the same'))
    return 'done'
  })
  expect(await answer).toBe('done')
  expect(await app.prisma.auditEvent.count({ where: { subjectName: 'written all the same' } })).toBe(1)
})

test('a line is one line of what an export says of the event, told from others by its type', async () => {
  await run((tx) => audit.record({ ...tx, reason: 'two\nlines' }, entry('a "name"')))
  const [event] = told.splice(0)
  if (!event) throw new Error('nothing was told')
  const line = auditLine(event)
  expect(line).not.toContain('\n')
  expect(JSON.parse(line)).toEqual({ type: 'audit', ...JSON.parse(JSON.stringify(auditRow(event))) })
  expect(JSON.parse(line)).toMatchObject({
    action: 'team.update',
    'target-name': 'a "name"',
    reason: 'two\nlines',
  })
})

test('the facts of teams and memberships say who is in them, and nothing of a second factor', async () => {
  const owner = await app.make.user()
  const acme = await app.make.organization(owner, 'acme')
  const team = await app.make.team(owner, acme)
  const member = await app.make.member(acme, 'mia')
  const data = { twoFactorEnabledAt: app.clock.now(), twoFactorSecret: 'a secret' }
  await app.prisma.user.update({ where: { id: member.id }, data })
  const { teams, memberships } = app.services
  await teams.addMembers(owner.ctx, team.id, { ids: ['mia'], faults: [] })
  await teams.update(owner.ctx, team.id, { visibility: 'organization' })
  const { id } = await app.prisma.organizationMembership.findFirstOrThrow({ where: { userId: member.id } })
  await teams.delete(owner.ctx, team.id)
  await memberships.delete(owner.ctx, id)
  const rows = await app.prisma.auditEvent.findMany({
    where: { subjectId: { in: [team.id, id] }, action: { not: 'team.create' } },
    orderBy: { id: 'asc' },
  })
  const person = { id: member.id, username: 'mia', email: 'mia@example.com', emailProof: expect.any(String) }
  expect(rows.map(({ action, before, after }) => [action, before, after])).toMatchObject([
    ['team.update-members', { members: [] }, { members: ['mia'] }],
    ['team.update', { members: [person] }, { visibility: 'organization', members: [person] }],
    ['team.delete', { members: [person] }, null],
    ['organization-membership.delete', { user: person }, null],
  ])
  for (const { action, before, after } of rows)
    expect(JSON.stringify([before, after]), action).not.toMatch(/factor/i)
})
