import { minutes } from './clock.js'
import type { OperationContext } from './context.js'
import { invalid, type Fault } from './errors.js'

/** The time for which a sign-in counts as fresh. */
const freshFor = minutes(15)

/**
 * Requires for a most dangerous act that the person of a session has proven who they are a short while ago: a browser
 * that was left open, or a cookie that was stolen, must not be enough. Tokens pass, being for programs: their scopes
 * and their end bound them.
 */
export function requireFreshSignIn(ctx: OperationContext): void {
  if (isSignInFresh(ctx)) return
  ctx.refused?.(ctx, { action: 'session.refuse', why: 'needs a fresh sign-in' })
  throw invalid(needsFreshSignIn)
}

export function isSignInFresh({ actor, clock }: OperationContext): boolean {
  if (!('credential' in actor) || actor.credential.kind !== 'session') return true
  return clock.now().getTime() - actor.credential.authenticatedAt.getTime() <= freshFor
}

const needsFreshSignIn: Fault = {
  path: [],
  code: 'REAUTHENTICATION_REQUIRED',
  message: 'Confirm that it is you: sign in again',
}
