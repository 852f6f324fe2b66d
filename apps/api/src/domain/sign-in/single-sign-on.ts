import { isEmail, isUsername, usernameMaximumLength } from '@engine/shared'
import { z } from 'zod'
import { later, minutes } from '../../kernel/clock.js'
import { text } from '../../kernel/input.js'

/** The facts that only the browser that began stores until it comes back; good for one sign-in. */
export interface SingleSignOnFlow {
  readonly state: string
  readonly nonce: string
  readonly codeVerifier: string
  /** The time after which the person has to prove who they are there, if the provider says when that was. */
  readonly authenticatedAfter?: Date | undefined
}

/** The person whom the provider has signed in, in its own words. */
export interface ProvenPerson {
  readonly issuer: string
  readonly subject: string
  readonly username: string | undefined
  readonly email: string | undefined
  /** True only where the provider says exactly so. */
  readonly isEmailVerified: boolean
  /** The time of the person's proof at the provider; undefined where it does not say. */
  readonly authenticatedAt: Date | undefined
  readonly groups: readonly string[] | MissingGroups
  /** Refusal of the userinfo address in place of an answer. */
  readonly userinfoRefusal?: ProviderRefusal
}

/** The words of a provider that refuses, for the log: in one line, bounded, without secrets. */
export interface ProviderRefusal {
  readonly step: 'discovery' | 'authorization' | 'token' | 'ID token' | 'userinfo'
  readonly error: string
  readonly description?: string
  readonly status?: number
}

/** A sign-in that proves no person; `refusal` where the provider said why. */
export interface RefusedSignIn {
  readonly problem: SignOnProblem
  readonly refusal?: ProviderRefusal
}

/**
 * Missing groups. `too-many`: the provider sent a reference, or more than are read. `absent`: no claim has them.
 * `refused`: nor does the ID token, and the userinfo address did not answer. `unreadable`: they are of another form.
 */
export interface MissingGroups {
  readonly missing: 'too-many' | 'absent' | 'refused' | 'unreadable'
  /** The name of the configured claim. */
  readonly claim: string
  /** Form of what came in place of groups. */
  readonly form?: string
}

export const areMissing = (groups: ProvenPerson['groups']): groups is MissingGroups => 'missing' in groups

/** Explains in a sentence what to set so that groups come. */
export function explainMissing({ missing, claim, form = '' }: MissingGroups): string {
  const why = {
    'too-many':
      'the person is in more groups than the provider sends; let it send only the groups that are assigned to this platform, or name another claim with OIDC_GROUPS_CLAIM',
    absent: `the provider sends no claim ${claim}; let it send one, an empty list for a person without groups, or name another claim with OIDC_GROUPS_CLAIM`,
    unreadable: `the provider sends the claim ${claim} as ${form}; let it send a list of texts, or an object whose keys are the groups, or name another claim with OIDC_GROUPS_CLAIM`,
    refused: `the ID token has no claim ${claim} and the provider did not answer at its userinfo address; let it send the claim in the ID token`,
  }
  return `The groups did not come, so rights and teams stay as they were: ${why[missing]}`
}

/**
 * The reasons why a sign-in failed. `DECLINED`: the provider said no. `UNPROVEN`: what came back is not what was asked
 * for, or too late. `EMAIL_TAKEN`: no account can be made. `SUSPENDED`: there is one that may not be used.
 * `NOT_SET_UP`: there is no user yet, and the first has to be a site administrator.
 */
export const signOnProblems = ['DECLINED', 'UNPROVEN', 'EMAIL_TAKEN', 'SUSPENDED', 'NOT_SET_UP'] as const
export type SignOnProblem = (typeof signOnProblems)[number]

/**
 * An OpenID provider. Both methods throw the `unavailable` error while it does not answer, or refuses the platform; the
 * `ProviderRefusal` is in its `internal`.
 */
export interface IdentityProvider {
  /** The name of the provider on screens. */
  readonly name: string
  /** Begins a sign-in; with `asksAgain` a person who is signed in there has to prove it again. */
  begin(options: { readonly asksAgain: boolean }): Promise<SingleSignOnFlow & { readonly url: string }>
  /** Finishes a sign-in; `answer` is the query that the browser came back with. */
  finish(flow: SingleSignOnFlow, answer: string): Promise<ProvenPerson | RefusedSignIn>
}

export interface SingleSignOnSettings {
  /** The group of site administrators; undefined: no group makes one. */
  readonly adminGroup: string | undefined
  /** True where groups lead into teams of owners too. */
  readonly ownersByGroups: boolean
  /** True where a verified address leads to the account that another issuer's identity had (`OIDC_RELINK`). */
  readonly relinksVerified: boolean
}

/** The way of single sign-on to an account. */
export interface UserSignOn {
  /** The address of the provider that leads to it; null where none does. */
  readonly issuer: string | null
  /** True where a site administrator freed it: the next sign-in by its verified address is linked to it. */
  readonly isFreed: boolean
}

export const signOnAnswer = {
  state: text(500),
  nonce: text(500),
  codeVerifier: text(500),
  authenticatedAfter: z.date().optional(),
  answer: z.string().max(10_000),
}

/** Tolerance for the clock of the provider. */
const clockTolerance = minutes(1)

/** True where the provider vouches for a proof from before it was asked for another one. */
export const isOldProof = (
  { authenticatedAfter }: Pick<SingleSignOnFlow, 'authenticatedAfter'>,
  { authenticatedAt }: Pick<ProvenPerson, 'authenticatedAt'>,
): boolean =>
  authenticatedAfter !== undefined &&
  authenticatedAt !== undefined &&
  !(later(authenticatedAt, clockTolerance) >= authenticatedAfter)

/** Returns an address that an account may have, verified or not; undefined where the provider knows none. */
export function emailOf({ email }: ProvenPerson): string | undefined {
  return email !== undefined && isEmail(email) ? email : undefined
}

/** Lists names for a new account, the best first: the provider's name or address, without forbidden characters. */
export function usernamesFor({ username, email = '' }: ProvenPerson): readonly string[] {
  const words = [username, email, 'user'].map((word = '') => asUsername(word.split('@')[0] ?? ''))
  const base = words.find((word) => isUsername(word)) ?? 'user'
  const room = usernameMaximumLength - 4
  return [base, ...Array.from({ length: 998 }, (_, index) => `${base.slice(0, room)}-${index + 2}`)]
}

/** The letters that Unicode does not decompose into another one with an accent. */
const plainLetters: Readonly<Record<string, string>> = {
  ...{
    Æ: 'AE',
    æ: 'ae',
    Đ: 'D',
    đ: 'd',
    Ð: 'D',
    ð: 'd',
    Ħ: 'H',
    ħ: 'h',
    ı: 'i',
    Ł: 'L',
    ł: 'l',
    Ŋ: 'N',
    ŋ: 'n',
  },
  ...{ Ø: 'O', ø: 'o', Œ: 'OE', œ: 'oe', ẞ: 'SS', ß: 'ss', Ŧ: 'T', ŧ: 't', Þ: 'Th', þ: 'th' },
}

function asUsername(word: string): string {
  const withoutAccents = word.normalize('NFKD').replace(/\p{M}/gu, '')
  const plain = withoutAccents.replace(/\P{ASCII}/gu, (letter) => plainLetters[letter] ?? '-')
  return plain
    .replace(/[^A-Za-z0-9._]+/g, '-')
    .replace(/^[^A-Za-z0-9]+/, '')
    .replace(/-+$/, '')
}
