import { auditActions } from '@engine/shared'

/** What things are done to, as the first part of every action. */
export const areas = [
  ...new Set(auditActions.map((action) => action.slice(0, action.indexOf('.')))),
].toSorted()

const refusals = new Set([
  'access.deny',
  'password.refuse',
  'session.refuse',
  'set-up.fail',
  'sign-in.fail',
  'token.refuse',
])

/** Whether nothing was done: it was refused. */
export const isRefusal = (action: string): boolean => refusals.has(action)

/** The retention of events, for readers of the log. */
export function retentionInWords(months: number | null): string {
  if (months === null) return 'Retention: unlimited'
  return `Retention: ${months} ${months === 1 ? 'month' : 'months'}`
}
