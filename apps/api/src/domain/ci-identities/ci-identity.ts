import { durationMaximumLength, isDuration, millisecondsOf } from '@engine/shared'
import { z } from 'zod'
import { hours } from '../../kernel/clock.js'
import { inAnswers } from '../../kernel/declaration.js'
import { faults, type Fault } from '../../kernel/errors.js'
import { note, text } from '../../kernel/input.js'
import type { AuditSubject } from '../audit/audit.js'
import type { Team } from '../teams/team.js'
import { isOwners } from '../teams/team.js'
import { scope } from '../tokens/authentication-token.js'
import { anchorOf, isPlain, type ClaimPatterns } from './claim-patterns.js'
import { betterPath, namingClaims, type IssuerKind } from './issuer-kind.js'

const defaultLifetime = '15m'
export const mostClaims = 10

/** The most identities that one token is compared with. */
export const mostCompared = 1000

const isLifetime = (value: string): boolean => isDuration(value) && millisecondsOf(value) <= hours(1)

export const isClaimName = (name: string): boolean => /^[\x21-\x7e]{1,100}$/.test(name)

const claimName = z.string().refine(isClaimName)
const pattern = z.union([note(512).min(1), z.number(), z.boolean()]).transform(String)

/** A CI identity: jobs of a trusted issuer with these claims get a token of a team (contract §15). */
export const ciIdentity = z.object({
  id: z.string(),
  organizationId: z.string(),
  trustedIssuerId: z.string(),
  teamId: z.string(),
  name: text(100),
  claims: z.record(z.string(), z.string()).register(inAnswers, {
    description:
      'Claim → pattern: `*` stands for any characters but `/`, `**` for all; one that is a list fits when one item does.',
  }),
  scopes: z.array(z.string()).register(inAnswers, {
    description: 'The most that its tokens may do.',
  }),
  lifetime: text(durationMaximumLength, isLifetime).register(inAnswers, {
    description: 'How long its tokens live, at most an hour.',
    example: defaultLifetime,
  }),
  enabled: z.boolean().register(inAnswers, { description: 'Disabling it ends its tokens.' }),
  lastUsedAt: z.date().nullable(),
  createdAt: z.date(),
  updatedAt: z.date(),
})

export type CiIdentity = Readonly<z.output<typeof ciIdentity>>

const { name, lifetime, enabled } = ciIdentity.shape
const claims = z
  .record(claimName, pattern)
  .refine((given) => Object.keys(given).length > 0 && Object.keys(given).length <= mostClaims)
const scopes = z
  .array(scope)
  .min(1)
  .max(50)
  .transform((given) => [...new Set(given)])

/** Attributes of a creation; the relationships `trustedIssuer` and `team` come as ids. */
export const ciIdentityCreation = {
  name,
  claims,
  scopes,
  lifetime: lifetime.default(defaultLifetime),
  enabled: enabled.default(true),
}

export const ciIdentityChange = {
  name: name.optional(),
  claims: claims.optional(),
  scopes: scopes.optional(),
  lifetime: lifetime.optional(),
  enabled: enabled.optional(),
}

export type CiIdentityFacts = Omit<
  CiIdentity,
  'id' | 'organizationId' | 'lastUsedAt' | 'createdAt' | 'updatedAt'
>

/**
 * Refuses claims that any user of the issuer could have: one claim is a text without `*`, and where the issuer has
 * repositories one of them, or its owner, is named. The owner is what stands before the first `/`, or an id as a whole.
 * A repository that can never fit is refused with the form that can.
 */
export function faultsOfClaims(patterns: ClaimPatterns, kind: IssuerKind): readonly Fault[] {
  const naming = namingClaims(kind)
  const namingPatterns = naming.filter((claim) => patterns[claim] !== undefined)
  const isNamed = naming.length === 0 || namingPatterns.length > 0
  const areOwnersPlain = namingPatterns.every((claim) => isPlain(ownerIn(claim, patterns[claim] ?? '')))
  if (anchorOf(patterns, naming) === undefined)
    return [faults.denied('Claims must name who may come', 'claims')]
  if (!isNamed || !areOwnersPlain)
    return [
      faults.denied(`Claims must name who may come: ${naming.join(', ')}, with an owner without *`, 'claims'),
    ]
  const better = betterPath(kind, patterns)
  return better === undefined ? [] : [faults.denied(`${neverFit}, as in ${better}`, 'claims')]
}

const neverFit = 'Claims can never fit: a repository is written without an address, .git or blanks'

const ownerIn = (claim: string, pattern: string): string =>
  claim.endsWith('_id') ? pattern : (pattern.split('/')[0] ?? '')

/** Refuses those of these scopes that are for what the team may not do. */
export const faultsOfScopes = (
  scopes: readonly string[],
  team: Team,
  isChecked: (scope: string) => boolean,
): readonly Fault[] =>
  scopes.flatMap((each, index) =>
    isOwners(team) || !isChecked(each) || isAllowed(each, team)
      ? []
      : [faults.denied(`The team ${team.name} does not have the right for ${each}`, 'scopes', index)],
  )

function isAllowed(scope: string, team: Team): boolean {
  if (scope.startsWith('publish:'))
    return scope.split('/').length === 3 ? team.manageModules : team.manageProviders
  if (scope.startsWith('workspace:') && !scope.endsWith(':read')) return team.manageWorkspaces
  return scope.startsWith('workspace') ? team.manageWorkspaces || team.readWorkspaces : true
}

/** True where the tokens of before had more rights than those of now, or went to other jobs. */
export function isNarrowed(before: CiIdentityFacts, after: CiIdentityFacts): boolean {
  return (
    !after.enabled ||
    before.teamId !== after.teamId ||
    before.trustedIssuerId !== after.trustedIssuerId ||
    !before.scopes.every((each) => after.scopes.includes(each)) ||
    areOthers(before.claims, after.claims)
  )
}

/** True where the claims differ, in any order. */
export const areOthers = (before: ClaimPatterns, after: ClaimPatterns): boolean =>
  JSON.stringify(Object.entries(before).sort()) !== JSON.stringify(Object.entries(after).sort())

export const ciIdentitySubject = ({ id, name }: Pick<CiIdentity, 'id' | 'name'>): AuditSubject => ({
  type: 'ci-identity',
  id,
  name,
})
