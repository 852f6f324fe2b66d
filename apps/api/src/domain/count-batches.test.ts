import { expect, test } from 'vitest'
import { systemClock } from '../kernel/clock.js'
import type { OperationContext } from '../kernel/context.js'
import { CountBatches } from './count-batches.js'
import { silentLog } from '../../test/silent-log.js'

test('counts are written by the process itself: the first caller may have lost access by then', async () => {
  const written = new Promise<OperationContext>((add) => {
    const batches = new CountBatches<object>({
      what: 'counts',
      writtenAfter: 1,
      add: async (ctx) => add(ctx),
    })
    const credential = { kind: 'token', id: 'at-1', scopes: [], expiresAt: new Date(0) } as const
    const actor = { type: 'user', id: 'user-1', name: 'ana', isSiteAdmin: false, credential } as const
    batches.set({ actor, face: 'registry', requestId: '1', clock: systemClock, log: silentLog }, 'key', {})
  })
  expect((await written).actor).toEqual({ type: 'system', name: 'counts' })
})
