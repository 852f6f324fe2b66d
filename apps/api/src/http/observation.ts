import type { Log } from '../kernel/log.js'
import type { Metrics } from '../kernel/metrics.js'
import { contextOf, type Answering } from './request-context.js'

const known = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

/** The faces by path, longer beginnings first. All others are `other`, so that arbitrary paths make no rows. */
const faces: readonly (readonly [string, string])[] = [
  ['/api/registry/private/', 'rest'],
  ['/api/registry/', 'registry'],
  ['/api/v2/', 'rest'],
  ['/graphql', 'graphql'],
  ['/v1/', 'registry'],
  ['/v2/', 'registry'],
  ['/.well-known/', 'registry'],
  ['/api/', 'files'],
  ['/livez', 'health'],
  ['/readyz', 'health'],
  ['/metrics', 'health'],
]

/** Measures a request until its answer has ended or its caller has left, and writes its one line of the log. */
export function observe(
  { log, metrics }: { readonly log: Log; readonly metrics: Metrics },
  res: Answering,
  method: string,
  path: string,
): void {
  const started = performance.now()
  res.on('close', () => {
    const elapsed = performance.now() - started
    const hasEnded = res.writableFinished
    if (hasEnded && !isProbe(path)) writeLine(log, res, method, path, elapsed)
    metrics.served({
      face: faces.find(([beginning]) => path.startsWith(beginning))?.[1] ?? 'other',
      method: known.has(method) ? method : 'other',
      status: hasEnded ? res.statusCode : 499,
      seconds: elapsed / 1000,
    })
  })
}

/** True for a path that monitors alone ask: their requests are no lines of the log. */
const isProbe = (path: string): boolean => /^\/(livez|readyz|metrics)\/?$/i.test(path)

/** Writes the line of a request. Query strings may hold secrets and are never logged; nor are paths of signed links. */
function writeLine(log: Log, res: Answering, method: string, path: string, elapsed: number): void {
  const { actor, address, requestId } = contextOf(res)
  const who = 'credential' in actor ? { caller: actor.id, credential: actor.credential.id } : {}
  const milliseconds = Math.round(elapsed * 10) / 10
  const line = {
    requestId,
    method,
    path: redacted(path),
    status: res.statusCode,
    milliseconds,
    address,
    ...who,
  }
  if (res.statusCode >= 500) log.warn(line, 'request')
  else log.info(line, 'request')
}

/** Removes the secret from the path of an upload link or an invitation. */
export function redacted(path: string): string {
  return path.replace(/(\/(?:object|invitations)\/).*/, '$1[redacted]')
}
