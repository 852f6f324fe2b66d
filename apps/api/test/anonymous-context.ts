import { anonymous } from '../src/kernel/actor.js'
import { systemClock, type Clock } from '../src/kernel/clock.js'
import type { OperationContext } from '../src/kernel/context.js'
import { silentLog } from './silent-log.js'

/** What no caller asks for. */
export const anonymousContext = (clock: Clock = systemClock): OperationContext => ({
  actor: anonymous,
  face: 'system',
  requestId: 'test',
  clock,
  log: silentLog,
})
