import { organizationOf, type BearerActor, type Credential, type UserActor } from '../../kernel/actor.js'
import { cacheTags } from '../../kernel/cache-tags.js'
import { later } from '../../kernel/clock.js'
import type { OperationContext } from '../../kernel/context.js'
import { unauthenticated, type DomainError } from '../../kernel/errors.js'
import type { AuthenticationToken, TokenLifetimes } from './authentication-token.js'
import type { User } from '../people/user.js'

/** The facts that decide whether a person may act. */
export interface Person extends Pick<User, 'id' | 'username' | 'isSiteAdmin'> {
  /** The time of the suspension; null while the person may act. */
  readonly suspendedAt: unknown
}

/** A token with its owner: the facts that decide whether it may act. */
export interface Bearer {
  readonly token: Pick<AuthenticationToken, 'id' | 'scopes' | 'expiresAt' | 'provenance'>
  readonly user: Person | null
  /** The time of the user's last single sign-on; null for users who never do. */
  readonly lastSignOnAt: Date | null
  readonly team: { readonly id: string; readonly name: string; readonly organizationId: string } | null
  readonly organization: { readonly id: string; readonly name: string } | null
  /** True where the team's or its own organization is disabled. */
  readonly isDisabled: boolean
}

/** A cached caller with a good credential, and when its use was last recorded. */
export interface KnownCaller {
  readonly actor: BearerActor
  /** The time when the credential expires, or rests, unless something changes. */
  readonly endsAt: Date
  usedAt: number
}

/** Names the cache tags. A service token is valid as long as its team and organization exist and are not disabled. */
export function tagsOf({ type, id, credential }: BearerActor): readonly string[] {
  return [cacheTags.credential(credential.id), type === 'user' ? cacheTags.user(id) : cacheTags.access]
}

/** Returns when a token expires or rests, unless something changes. */
export function endOf(bearer: Bearer, lifetimes: Pick<TokenLifetimes, 'singleSignOnIdle'>): Date {
  const restsAt = restOf(bearer, lifetimes)
  const { expiresAt } = bearer.token
  return restsAt && restsAt < expiresAt ? restsAt : expiresAt
}

/** Returns when a token of a single sign-on user rests, unless they sign in again before (contract §10). */
function restOf(
  { lastSignOnAt }: Bearer,
  { singleSignOnIdle }: Pick<TokenLifetimes, 'singleSignOnIdle'>,
): Date | undefined {
  return lastSignOnAt === null || singleSignOnIdle === undefined
    ? undefined
    : later(lastSignOnAt, singleSignOnIdle)
}

/** Returns the caller of a token, as long as it and its owner are good (contract §3, §5, §10). */
export function bearerOf(
  ctx: OperationContext,
  bearer: Bearer,
  lifetimes: Pick<TokenLifetimes, 'singleSignOnIdle'>,
): BearerActor {
  const { token, user, isDisabled } = bearer
  const { id, scopes, expiresAt, provenance } = token
  const credential: Credential = { kind: 'token', id, scopes, expiresAt, ...(provenance && { provenance }) }
  if (user) {
    const actor = userActor(ctx, user, credential)
    const restsAt = restOf(bearer, lifetimes)
    if (restsAt && !(restsAt > ctx.clock.now())) throw refused(ctx, actor, 'no single sign-on for too long')
    return actor
  }
  const service = serviceActor(bearer, credential)
  if (!service) throw unauthenticated({ why: 'no owner', credential: id })
  requireUnexpired(ctx, service)
  if (isDisabled) throw refused(ctx, service, 'disabled organization')
  return service
}

/** Returns the actor of a credential that is still good, of a user who is not suspended. */
export function userActor(ctx: OperationContext, user: Person, credential: Credential): UserActor {
  const { id, username, isSiteAdmin } = user
  const actor: UserActor = { type: 'user', id, name: username, isSiteAdmin, credential }
  requireUnexpired(ctx, actor)
  if (user.suspendedAt) throw refused(ctx, actor, 'suspended')
  return actor
}

function serviceActor({ team, organization }: Bearer, credential: Credential): BearerActor | undefined {
  if (team) return { type: 'team', ...team, credential }
  if (!organization) return undefined
  const { id, name } = organization
  return { type: 'organization', id, name, credential }
}

/** Passes only what surely ends later: a date that cannot be compared is over. */
function requireUnexpired(ctx: OperationContext, actor: BearerActor): void {
  if (!(actor.credential.expiresAt > ctx.clock.now())) throw refused(ctx, actor, 'expired')
}

/** Refuses a credential that is known and no good. */
function refused(ctx: OperationContext, actor: BearerActor, why: string): DomainError {
  const { kind, id } = actor.credential
  const type = kind === 'session' ? 'session' : 'authentication-token'
  const subject = { type, id, name: actor.name } as const
  ctx.refused?.(ctx, { action: 'token.refuse', why, actor, subject, organizationId: organizationOf(actor) })
  return unauthenticated({ why, credential: id })
}
