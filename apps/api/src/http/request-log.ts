import type { Log } from '../kernel/log.js'
import { contextOf, type Answering } from './request-context.js'

/**
 * Writes the one line of a request once it is answered. Query strings may hold secrets and are never logged; nor are
 * paths of signed links.
 */
export function logAnswer(log: Log, res: Answering, method: string, requested: string): void {
  const started = performance.now()
  const path = redacted(requested)
  res.on('finish', () => {
    const { actor, address, requestId } = contextOf(res)
    const who = 'credential' in actor ? { caller: actor.id, credential: actor.credential.id } : {}
    const milliseconds = Math.round((performance.now() - started) * 10) / 10
    const line = { requestId, method, path, status: res.statusCode, milliseconds, address, ...who }
    if (res.statusCode >= 500) log.warn(line, 'request')
    else log.info(line, 'request')
  })
}

/** The path of an upload link or of an invitation is its secret. */
export function redacted(path: string): string {
  return path.replace(/(\/(?:object|invitations)\/).*/, '$1[redacted]')
}
