import { isHttpUrl } from '@engine/shared'
import { z } from 'zod'
import { faults, invalid, type Fault } from '../../kernel/errors.js'
import { note, text, type Parsed } from '../../kernel/input.js'

interface Notice {
  readonly reason: string
  /** Address to read more; empty where none is given. */
  readonly link: string
}

export const deprecationStatuses = ['deprecated', 'revoked'] as const

/** A deprecated version works as before; a revoked one is in no list of the registry and cannot be downloaded. */
export interface Deprecation extends Notice {
  readonly status: (typeof deprecationStatuses)[number]
  /** The deprecation before a revocation; null where there was none. */
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

/** The form in which the vendor's clients revoke (contract §11). */
const revocation = z.object({
  status: text(20).pipe(z.enum(['Revoked', 'Unrevoked'])),
  message: note(1000).nullish(),
  link,
})

/** A change: null removes it; a value replaces the whole, so an absent reason becomes empty. */
export const deprecationChange = { deprecation: deprecation.nullish(), revocation: revocation.nullish() }

type Change = Parsed<typeof deprecationChange>

/**
 * Returns the deprecation after a change; the same object where it changes nothing. `revocation` decides whether it is
 * revoked, and why; a `deprecation` in the same change that contradicts it is a fault.
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

/** Returns the deprecation after the change; `Undeprecated` restores from any state. */
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

/** Returns the deprecation after the change; `Unrevoked` restores the state before the revocation. */
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

/** Fault of a version that cannot be deprecated, at the attribute that asked for it. */
export const deprecationFault = ({ revocation }: Change): Fault =>
  faults.invalid(revocation ? 'revocation' : 'deprecation')

/** Verbs of the audit log. */
const verbs = {
  deprecated: 'deprecate',
  revoked: 'revoke',
  restored: 'restore',
} as const satisfies Record<Deprecation['status'] | 'restored', string>

export type DeprecationVerb = (typeof verbs)[keyof typeof verbs]

export const deprecationVerb = (deprecation: Deprecation | null): DeprecationVerb =>
  verbs[deprecation?.status ?? 'restored']

/** True for a revoked version: the registry neither lists nor sends it. */
export const isRevoked = <T extends { readonly deprecation: Deprecation | null }>(
  thing: T,
): thing is T & { readonly deprecation: Deprecation } => thing.deprecation?.status === 'revoked'
