import { isHttpUrl } from '@engine/shared'
import { z } from 'zod'
import { faults, invalid, type Fault } from '../kernel/errors.js'
import { note, text, type Parsed } from '../kernel/input.js'

interface Notice {
  readonly reason: string
  /** Where to read more; empty where none is given. */
  readonly link: string
}

/** What is deprecated works as before; what is revoked is in no list of the registry and cannot be downloaded. */
export interface Deprecation extends Notice {
  readonly status: 'deprecated' | 'revoked'
  /** What the revoked was deprecated with before; null where it was not. */
  readonly earlier: Notice | null
}

const link = note(2048)
  .refine((value) => value === '' || isHttpUrl(value))
  .nullish()

/** Keys as in documents, being objects within an attribute. */
const deprecation = z.object({
  'deprecated-status': text(20).pipe(z.enum(['Deprecated', 'Revoked', 'Undeprecated'])),
  reason: note(1000).nullish(),
  link,
})

/** As the vendor's clients revoke (contract §11). */
const revocation = z.object({
  status: text(20).pipe(z.enum(['Revoked', 'Unrevoked'])),
  message: note(1000).nullish(),
  link,
})

/** Null takes it back. What is given replaces the whole: a reason that is absent is none. */
export const deprecationChange = { deprecation: deprecation.nullish(), revocation: revocation.nullish() }

type Change = Parsed<typeof deprecationChange>

/**
 * What a change makes of it: the very same where it says nothing. `revocation` says whether it is revoked, and why; a
 * `deprecation` beside it that says otherwise is a fault.
 */
export function changedDeprecation(
  now: Deprecation | null,
  { deprecation: deprecated, revocation: revoked }: Change,
): Deprecation | null {
  const byRevocation = revoked === undefined ? now : afterRevocation(now, revoked)
  if (deprecated === undefined) return byRevocation
  const byDeprecation = afterDeprecation(now, deprecated)
  if (revoked !== undefined && whyRevoked(byDeprecation) !== whyRevoked(byRevocation))
    throw invalid(faults.invalid('deprecation'))
  return byDeprecation
}

function whyRevoked(deprecation: Deprecation | null): string | undefined {
  if (deprecation?.status !== 'revoked') return undefined
  return JSON.stringify([deprecation.reason, deprecation.link])
}

/** `Undeprecated` restores, from whatever it was. */
function afterDeprecation(
  now: Deprecation | null,
  change: NonNullable<Change['deprecation']> | null,
): Deprecation | null {
  if (change === null || change['deprecated-status'] === 'Undeprecated') return null
  const notice = { reason: change.reason ?? '', link: change.link ?? '' }
  return change['deprecated-status'] === 'Revoked'
    ? revokedBy(now, notice)
    : { status: 'deprecated', ...notice, earlier: null }
}

/** `Unrevoked` leads back to what it was before. */
function afterRevocation(
  now: Deprecation | null,
  change: NonNullable<Change['revocation']> | null,
): Deprecation | null {
  if (change?.status === 'Revoked')
    return revokedBy(now, { reason: change.message ?? '', link: change.link ?? '' })
  if (now?.status !== 'revoked') return now
  return now.earlier && { status: 'deprecated', ...now.earlier, earlier: null }
}

function revokedBy(now: Deprecation | null, notice: Notice): Deprecation {
  const earlier = now?.status === 'deprecated' ? { reason: now.reason, link: now.link } : now?.earlier
  return { status: 'revoked', ...notice, earlier: earlier ?? null }
}

/** Of what cannot be deprecated: at the attribute that asked for it. */
export const deprecationFault = ({ revocation }: Change): Fault =>
  faults.invalid(revocation ? 'revocation' : 'deprecation')

/** How the audit log says what was done. */
const verbs = {
  deprecated: 'deprecate',
  revoked: 'revoke',
  restored: 'restore',
} as const satisfies Record<Deprecation['status'] | 'restored', string>

export type DeprecationVerb = (typeof verbs)[keyof typeof verbs]

export const deprecationVerb = (deprecation: Deprecation | null): DeprecationVerb =>
  verbs[deprecation?.status ?? 'restored']

/** Whether the registry neither lists it nor gives it away. */
export const isRevoked = <T extends { readonly deprecation: Deprecation | null }>(
  thing: T,
): thing is T & { readonly deprecation: Deprecation } => thing.deprecation?.status === 'revoked'
