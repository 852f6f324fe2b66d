import { anonymous } from '../src/kernel/actor.js'
import { systemClock, type Clock } from '../src/kernel/clock.js'
import type { OperationContext } from '../src/kernel/context.js'
import { silentLog } from './silent-log.js'

/** Context of work that no caller requests. */
export const anonymousContext = (clock: Clock = systemClock): OperationContext => ({
  actor: anonymous,
  face: 'system',
  requestId: 'test',
  clock,
  log: silentLog,
})
