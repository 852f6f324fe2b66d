import { rule } from '@engine/shared/rule'
import { expect, test } from 'vitest'
import { mostRefusals } from '../../src/domain/audit/refusals.service.js'
import { minutes } from '../../src/kernel/clock.js'
import type { OperationContext } from '../../src/kernel/context.js'
import type { Refusal } from '../../src/kernel/refusal.js'
import { startTestApp } from '../app.js'
import { systemContext } from '../maintenance/maintenance.js'
import { refusalsOf } from './audit.js'

const app = await startTestApp()
const ana = await app.make.user('ana')
const system = systemContext(app).ctx

const failed: Refusal = { action: 'sign-in.fail', why: 'unknown name' }

const stranger = (count: number): OperationContext => ({
  actor: { type: 'anonymous' },
  face: 'rest',
  requestId: `request-${count}`,
  clock: app.clock,
  log: system.log,
  address: `2001:db8::${count.toString(16)}`,
})

const timesOf = (after: unknown): number => (after as { times?: number }).times ?? 1

rule('§3 audit', 'Refusals of strangers fill neither memory nor log')
test('a stranger with ever new addresses adds so many events a minute and no more, and each try is counted', async () => {
  const refusals = refusalsOf(app)
  for (let count = 0; count < 20_000; count++) app.services.refusals.add(stranger(count), failed)
  const rows = await refusals()
  expect(rows.length).toBe(mostRefusals.unknown + 1)
  expect(rows.reduce((sum, { after }) => sum + timesOf(after), 0)).toBe(20_000)
  expect(rows.filter(({ address }) => address === null)).toMatchObject([
    { actorName: '', after: { why: 'many unknown callers', times: 20_000 - mostRefusals.unknown } },
  ])
  for (let count = 0; count < 20_000; count++) app.services.refusals.add(stranger(count), failed)
  expect(await refusals()).toEqual([])
  app.clock.move(minutes(1))
  expect((await refusals()).length).toBe(mostRefusals.unknown + 1)
})

test('strangers take no room from authenticated callers', async () => {
  const refusals = refusalsOf(app)
  app.clock.move(minutes(1))
  await refusals()
  for (let count = 0; count < 1000; count++) app.services.refusals.add(stranger(count), failed)
  const denied: Refusal = { action: 'access.deny', why: 'lacks the right' }
  app.services.refusals.add(ana.ctx, denied)
  const known = (await refusals()).filter(({ action }) => action === 'access.deny')
  expect(known).toMatchObject([{ actorName: 'ana' }])
})

test('while the database refuses, refusals wait, and are written once when it is back', async () => {
  const refusals = refusalsOf(app)
  app.clock.move(minutes(2))
  await refusals()
  await refusals()
  app.services.refusals.add({ ...ana.ctx, requestId: 'kept' }, { action: 'password.refuse', why: 'kept' })
  await app.prisma.$executeRaw`ALTER TABLE audit_events RENAME TO audit_events_away`
  const { ctx, warnings } = systemContext(app)
  await app.services.refusals.write(ctx)
  await app.prisma.$executeRaw`ALTER TABLE audit_events_away RENAME TO audit_events`
  expect(warnings).toEqual(['refusals could not be written to the audit log, trying again'])
  expect(await refusals()).toMatchObject([{ requestId: 'kept', action: 'password.refuse' }])
  expect(await refusals()).toEqual([])
})

test('what waits for its minute is written when the process stops', async () => {
  const refusals = refusalsOf(app)
  app.clock.move(minutes(2))
  const refusal: Refusal = { action: 'password.refuse', why: 'at the end' }
  app.services.refusals.add(ana.ctx, refusal)
  await refusals()
  app.services.refusals.add(ana.ctx, refusal)
  expect(await refusals()).toEqual([])
  await app.services.refusals.write(system, true)
  const last = await app.prisma.auditEvent.findFirst({ orderBy: { id: 'desc' } })
  expect(last).toMatchObject({ action: 'password.refuse', after: { why: 'at the end' } })
})
