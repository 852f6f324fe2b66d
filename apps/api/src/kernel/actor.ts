import type { Provenance } from './provenance.js'

interface AnyCredential {
  readonly id: string
  /** The scopes, which narrow what its owner may do; none means all. */
  readonly scopes: readonly string[]
  readonly expiresAt: Date
}

interface TokenCredential extends AnyCredential {
  readonly kind: 'token'
  /** The job of a CI that has it; absent for all other tokens. */
  readonly provenance?: Provenance | undefined
}

interface SessionCredential extends AnyCredential {
  readonly kind: 'session'
  /** The time when the person last proved who they are in this session. */
  readonly authenticatedAt: Date
}

/** The proof of who the caller is. */
export type Credential = TokenCredential | SessionCredential

interface CredentialOwner {
  readonly id: string
  readonly name: string
  readonly credential: Credential
}

export interface UserActor extends CredentialOwner {
  readonly type: 'user'
  readonly isSiteAdmin: boolean
}

/** A team's token: it may do what a member of that team may. */
export interface TeamActor extends CredentialOwner {
  readonly type: 'team'
  readonly organizationId: string
}

/** An organization's own token: it reads what its members read. */
interface OrganizationActor extends CredentialOwner {
  readonly type: 'organization'
}

/** A caller with a bearer. */
export type BearerActor = UserActor | TeamActor | OrganizationActor

/** The process itself: start-up, jobs, feeds. It may do everything and is named in the audit log. */
interface SystemActor {
  readonly type: 'system'
  readonly name: string
}

interface AnonymousActor {
  readonly type: 'anonymous'
}

export type Actor = BearerActor | SystemActor | AnonymousActor

export const anonymous: AnonymousActor = { type: 'anonymous' }

/** Returns the scopes that narrow what the actor may do; none means everything that its roles allow. */
export function scopesOf(actor: Actor): readonly string[] {
  return 'credential' in actor ? actor.credential.scopes : []
}

/** True for a person who shows a token, not a session. */
export const isPersonsToken = (actor: Actor): boolean =>
  actor.type === 'user' && actor.credential.kind === 'token'

/** Returns which job of a CI acts; null for all others. */
export const provenanceOf = (actor: Actor): Provenance | null =>
  'credential' in actor && actor.credential.kind === 'token' ? (actor.credential.provenance ?? null) : null

/** Returns the id of the organization that the token of a team or an organization belongs to. */
export function organizationOf(actor: Actor): string | undefined {
  if (actor.type === 'team') return actor.organizationId
  return actor.type === 'organization' ? actor.id : undefined
}
