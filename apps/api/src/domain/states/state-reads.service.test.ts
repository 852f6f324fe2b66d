import { rule } from '@engine/shared/rule'
import { expect, test } from 'vitest'
import { anonymousContext } from '../../../test/anonymous-context.js'
import type { AuditEntry } from '../audit/audit.js'
import type { StateParts } from './state-parts.js'
import { StateReadsService } from './state-reads.service.js'

type Parts = Pick<StateParts, 'audit' | 'transactions'>
type State = Parameters<StateReadsService['record']>[1]

const ctx = anonymousContext()
const state = {
  version: { id: 'sv-1', serial: 1 },
  workspace: { id: 'ws-1', name: 'main', organizationId: 'org-1' },
} as State

/** A service whose events come into the list, and what happens during its first write. */
function opened(meanwhile: (reads: StateReadsService) => Promise<void>) {
  const events: AuditEntry[] = []
  let writes = 0
  const parts = {
    transactions: { run: (tx: unknown, work: (tx: unknown) => unknown) => work(tx) },
    audit: {
      async recordAll(_tx: unknown, entries: readonly AuditEntry[]) {
        if (writes++ === 0) await meanwhile(reads)
        events.push(...entries)
      },
    },
  } as unknown as Parts
  const reads = new StateReadsService(parts)
  return { reads, told: () => events.map(({ after }) => after) }
}

rule('§18 reads', 'What is read while readings are written is in the next event, with what it was')
test('what is read during a write is told by the next event', async () => {
  const { reads, told } = opened((service) => service.record(ctx, state, { output: 'secret' }))
  await reads.record(ctx, state, { file: 'state' })
  await reads.write(ctx)
  await reads.write(ctx, true)
  expect(told()).toMatchObject([{ read: ['state'] }, { read: ['outputs'] }])
})

test('what could not be written is told by the next event, together with what was read meanwhile', async () => {
  const { reads, told } = opened(async (service) => {
    await service.record(ctx, state, { output: 'secret' })
    throw new Error('the database is away')
  })
  await reads.record(ctx, state, { file: 'state' })
  await reads.write(ctx)
  expect(told()).toEqual([])
  await reads.write(ctx)
  expect(told()).toMatchObject([{ read: ['outputs', 'state'], times: 2 }])
})
