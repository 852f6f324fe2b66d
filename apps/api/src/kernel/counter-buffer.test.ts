import { expect, test } from 'vitest'
import { systemClock } from './clock.js'
import type { OperationContext } from './context.js'
import { CounterBuffer } from './counter-buffer.js'
import { silentLog } from '../../test/silent-log.js'

test('counts are written by the process itself: the first caller may have lost access by then', async () => {
  const written = new Promise<OperationContext>((add) => {
    const buffer = new CounterBuffer<object>({
      what: 'counts',
      writtenAfter: 1,
      add: async (ctx) => add(ctx),
    })
    const credential = { kind: 'token', id: 'at-1', scopes: [], expiresAt: new Date(0) } as const
    const actor = { type: 'user', id: 'user-1', name: 'ana', isSiteAdmin: false, credential } as const
    buffer.set({ actor, face: 'registry', requestId: '1', clock: systemClock, log: silentLog }, 'key', {})
  })
  expect((await written).actor).toEqual({ type: 'system', name: 'counts' })
})
