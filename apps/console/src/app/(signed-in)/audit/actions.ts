import { inWords } from './changed-facts'

/** Refusals, in words of their own, since nothing was done. */
const refusals: Readonly<Record<string, string>> = {
  'access.deny': 'Access denied',
  'password.refuse': 'Old password refused',
  'session.refuse': 'Old sign-in refused',
  'set-up.fail': 'Set-up failed',
  'sign-in.fail': 'Sign-in failed',
  'token.refuse': 'Token refused',
}

const others: Readonly<Record<string, string>> = {
  'audit-log.drop': 'Old events dropped',
  'session.create': 'Signed in',
  'session.reauthenticate': 'Signed in again',
}

export const isRefusal = (action: string): boolean => Object.hasOwn(refusals, action)

/** `engine-version.update` → `Engine version: update`. */
export function actionInWords(action: string): string {
  const [area = '', verb = ''] = action.split('.')
  return refusals[action] ?? others[action] ?? `${inWords(area)}: ${inWords(verb).toLowerCase()}`
}

/** The retention of events, for readers of the log. */
export function retentionInWords(months: number | null): string {
  if (months === null) return 'Events are never dropped.'
  return `Events are dropped after ${months} ${months === 1 ? 'month' : 'months'}, whole months at a time.`
}
