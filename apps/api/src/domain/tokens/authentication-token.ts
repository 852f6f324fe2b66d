import { z } from 'zod'
import { later } from '../../kernel/clock.js'
import type { OperationContext } from '../../kernel/context.js'
import { faults, type Fault } from '../../kernel/errors.js'
import { momentText, note } from '../../kernel/input.js'
import { auditTrailScope } from '../../kernel/permissions.js'
import type { Provenance } from '../../kernel/provenance.js'
import type { QuotaOwner } from '../quotas/quota.js'
import type { User } from '../people/user.js'

export const ownerTypes = ['user', 'team', 'organization'] as const satisfies readonly TokenOwner['type'][]

/** The owner of a token, which acts as that owner. */
export type TokenOwner =
  | { readonly type: 'user'; readonly id: string }
  | { readonly type: 'team'; readonly id: string; readonly organizationId: string }
  /** An organization has two tokens: one that acts as it, and one that is only for its audit trail (contract §10). */
  | { readonly type: 'organization'; readonly id: string; readonly only?: 'audit-trails' | undefined }

export interface AuthenticationToken {
  readonly id: string
  readonly owner: TokenOwner
  readonly createdBy: Pick<User, 'id' | 'username'> | null
  /** An empty one of a team is stored for clients that compare it, and means no description. */
  readonly description: string | null
  /** The most that the token may do; none means everything its owner may. One workspace is named by its id. */
  readonly scopes: readonly string[]
  readonly createdAt: Date
  /** The time of the last use, right to a minute. */
  readonly lastUsedAt: Date | null
  /** The address of that use, if it is known. */
  readonly lastUsedAddress: string | null
  readonly expiresAt: Date
  /** The CI job that it was created for; null for all other tokens. */
  readonly provenance: Provenance | null
}

/** Returns the owner whose quota counts the token: for a team it is the organization. */
export const quotaOwnerOf = (owner: TokenOwner): QuotaOwner =>
  owner.type === 'team'
    ? { type: 'organization', id: owner.organizationId }
    : { type: owner.type, id: owner.id }

/** Makes the subject that names a token in the audit log. */
export const tokenSubject = ({ id, description }: AuthenticationToken) =>
  ({ type: 'authentication-token', id, name: description ?? '' }) as const

/** The order: by description, or by when a token was made, was used last, and expires. */
export type TokenOrder = 'description' | 'created' | 'lastUsed' | 'expires'

/** Filters of a list of the tokens of all teams. */
export interface TeamTokenFilter {
  /** A part of the name of the team, in any case. */
  readonly search?: string | undefined
  readonly status?: 'active' | 'expired' | undefined
}

/** The order of the tokens of all teams: also by the name of the team, and of the maker. */
export type TeamTokenOrder = Exclude<TokenOrder, 'description'> | 'team' | 'createdBy'

/** The lifetimes of tokens, in milliseconds (contract §10). */
export interface TokenLifetimes {
  /** The longest life of a new token; undefined where there is no bound. */
  readonly maximum: number | undefined
  /** The lifetime of a token that the CLI's login gives. */
  readonly cliLogin: number
  /** The age of the last sign-in at which tokens of single sign-on users rest; undefined: they never do. */
  readonly singleSignOnIdle: number | undefined
}

/** Returns the end of a token whose maker names none: after two years (contract §3). */
function usualExpiry(madeAt: Date): Date {
  const expiry = new Date(madeAt)
  expiry.setUTCFullYear(madeAt.getUTCFullYear() + 2)
  return expiry
}

/** Returns the latest end of a token that is made now; undefined where nothing bounds it. */
export function longestExpiry(
  { clock }: Pick<OperationContext, 'clock'>,
  { maximum }: TokenLifetimes,
  own?: Date,
): Date | undefined {
  const bounds = [own, maximum === undefined ? undefined : later(clock.now(), maximum)]
  return earliest(bounds.filter((bound) => bound !== undefined))
}

/** Returns the default end of a token: as usual, or after `lifetime`, within its bound. */
export function defaultExpiry(
  { clock }: Pick<OperationContext, 'clock'>,
  longest: Date | undefined,
  lifetime?: number,
): Date {
  const now = clock.now()
  const usual = lifetime === undefined ? usualExpiry(now) : later(now, lifetime)
  return longest && longest < usual ? longest : usual
}

const earliest = (dates: readonly Date[]): Date | undefined =>
  dates.reduce<Date | undefined>((first, date) => (first && first <= date ? first : date), undefined)

/**
 * A scope. `workspaces` is for all that the owner may do with workspaces and their states (contract §15). `publish:`
 * names a module by namespace, name and provider, or a provider by namespace and type (§10); `workspace:` a workspace by
 * organization and name, whose state is read and written, or with `:read` only read (§13); it is stored by the
 * workspace's id (§18).
 */
export const scope = z
  .string()
  .regex(
    /^(read|registry|workspaces|publish:[A-Za-z0-9_-]{1,64}\/[A-Za-z0-9_-]{1,64}(\/[a-z0-9]{1,64})?|workspace:[A-Za-z0-9_-]{1,64}\/[A-Za-z0-9_-]{1,90}(:read)?)$/,
  )

/** True for a scope that names a module, a provider or a workspace of another organization, in any case. */
export function isOutside(scope: string, organization: string): boolean {
  const named = /^(?:publish|workspace):(?<organization>[^/]+)\//.exec(scope)?.groups?.['organization']
  return named !== undefined && named.toLowerCase() !== organization.toLowerCase()
}

/** Refuses those of these scopes that an organization cannot give (contract §19). */
export const faultsOutside = (
  scopes: readonly string[],
  organization: string,
  isChecked: (scope: string) => boolean = () => true,
): readonly Fault[] =>
  scopes.flatMap((each, index) =>
    isChecked(each) && isOutside(each, organization)
      ? [faults.denied(`${each} is outside the organization ${organization}`, 'scopes', index)]
      : [],
  )

/** The input for the one token of an organization, or the one of a team that has no description. */
export const plainTokenCreation = {
  expiredAt: momentText.transform((value) => new Date(value)).optional(),
  scopes: z.array(scope).max(50).optional(),
}

/** The input for a token of a team: it has many, distinguished by their descriptions, one of them without any. */
export const authenticationTokenCreation = {
  description: note(255).optional(),
  ...plainTokenCreation,
}

const isForTrail = (owner: TokenOwner): boolean => owner.type === 'organization' && owner.only !== undefined

/** Returns the scopes of a new token: those that were asked for, unless it is only for the audit trail. */
export const scopesOfNew = (owner: TokenOwner, asked: readonly string[] = []): readonly string[] =>
  isForTrail(owner) ? [auditTrailScope] : asked

/** True where a caller with a token of the scopes `own` may ask for these; the audit trail's token takes none. */
export const mayHaveScopes = (owner: TokenOwner, asked: readonly string[], own: readonly string[]): boolean =>
  isNarrower(asked, own) && !(isForTrail(owner) && asked.length > 0)

/** True where a token with these scopes may do no more than one with those; an empty list may do everything. */
export function isNarrower(scopes: readonly string[], than: readonly string[]): boolean {
  if (than.length === 0) return true
  return scopes.length > 0 && scopes.every((each) => than.includes(each))
}
