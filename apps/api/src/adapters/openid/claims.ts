import type { MissingGroups, ProvenPerson } from '../../domain/sign-in/single-sign-on.js'
import { isStorableMoment } from '../../kernel/clock.js'

export type Claims = Readonly<Record<string, unknown>>

/** The answer of the userinfo address; null if it did not answer, undefined if it was not asked. */
type Userinfo = Claims | null | undefined

/** Limit of groups, above which something else than groups was handed over. */
const mostGroups = 5000

/** Tells whether the ID token leaves open what the userinfo address may know. */
export const isIncomplete = (claims: Claims, groupsClaim: string): boolean =>
  claims['email'] === undefined || groupsIn(claims, groupsClaim) === undefined

/** The person of the ID token; the userinfo address adds what is missing there, and takes nothing back. */
export function personOf(
  idToken: Claims & { readonly iss: string; readonly sub: string },
  userinfo: Userinfo,
  groupsClaim: string,
): ProvenPerson {
  const email = textOf(idToken, 'email') ?? textOf(userinfo, 'email')
  // Who vouches for one address vouches for no other one.
  const vouching = [idToken, userinfo].filter((claims) => textOf(claims, 'email') === email)
  return {
    issuer: idToken.iss,
    subject: idToken.sub,
    username: textOf(idToken, 'preferred_username') ?? textOf(userinfo, 'preferred_username'),
    email,
    isEmailVerified: email !== undefined && emailVerifiedOf(vouching) === true,
    authenticatedAt: timeOf(idToken['auth_time']),
    groups: groupsOf(idToken, userinfo, groupsClaim),
  }
}

/** The first that says whether the address is verified. */
const emailVerifiedOf = (vouching: readonly Userinfo[]): unknown =>
  vouching.map((claims) => claims?.['email_verified']).find((verdict) => verdict !== undefined)

function textOf(claims: Userinfo, name: string): string | undefined {
  const value = claims?.[name]
  return typeof value === 'string' && value !== '' ? value : undefined
}

function groupsOf(idToken: Claims, userinfo: Userinfo, claim: string): ProvenPerson['groups'] {
  const given = [idToken, userinfo ?? {}]
  const groups = given.map((claims) => groupsIn(claims, claim)).find((found) => found !== undefined)
  if (groups && groups.length <= mostGroups) return groups
  const missing = (why: MissingGroups['missing']): MissingGroups => ({ missing: why, claim })
  if (groups || refersTo(idToken, claim) || (userinfo && refersTo(userinfo, claim)))
    return missing('too-many')
  const form = given.map((claims) => valueAt(claims, claim)).find((value) => value !== undefined)
  if (form !== undefined) return { ...missing('unreadable'), form: formOf(form) }
  return missing(userinfo === null ? 'refused' : 'absent')
}

/** Reads groups: a text is one, and so is each key of an object; undefined for other forms, and for a list that is a part. */
function groupsIn(claims: Claims, claim: string): readonly string[] | undefined {
  if (namesOnly(claims, claim)) return undefined
  const value = valueAt(claims, claim)
  const groups: readonly unknown[] | undefined = Array.isArray(value)
    ? value
    : typeof value === 'string'
      ? [value]
      : isClaims(value)
        ? Object.keys(value)
        : undefined
  if (!groups?.every((group) => typeof group === 'string')) return undefined
  return groups.filter((group) => group !== '')
}

const forms: Readonly<Record<string, string>> = {
  boolean: 'true or false',
  number: 'a number',
  object: 'an object',
}

/** The words for what is no groups, without its values. */
function formOf(value: unknown): string {
  if (value === null) return 'null'
  if (!Array.isArray(value)) return forms[typeof value] ?? `a ${typeof value}`
  const other: unknown = value.find((item) => typeof item !== 'string')
  const inner = other === null ? 'null' : Array.isArray(other) ? 'list' : typeof other
  return `a list with ${inner}s`.replace('nulls', 'null')
}

/** The claim of that very name, else what its dots lead to, such as `realm_access.roles`. */
function valueAt(claims: Claims, name: string): unknown {
  if (Object.hasOwn(claims, name)) return claims[name]
  for (let dot = name.indexOf('.'); dot !== -1; dot = name.indexOf('.', dot + 1)) {
    const inner = Object.hasOwn(claims, name.slice(0, dot)) ? claims[name.slice(0, dot)] : undefined
    const value = isClaims(inner) ? valueAt(inner, name.slice(dot + 1)) : undefined
    if (value !== undefined) return value
  }
  return undefined
}

/** Tells whether a claim was left out because it is too large. */
const refersTo = (claims: Claims, claim: string): boolean =>
  namesOnly(claims, claim) || claims['hasgroups'] === true

/**
 * Tells whether the provider names the claim only, since its value does not fit (OpenID Connect Core, section
 * 5.6.2).
 */
function namesOnly(claims: Claims, claim: string): boolean {
  const names = claims['_claim_names']
  return isClaims(names) && Object.hasOwn(names, claim)
}

const isClaims = (value: unknown): value is Claims =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Reads a claim in seconds; a number that is no date proves nothing, and counts as one of long ago. */
function timeOf(seconds: unknown): Date | undefined {
  if (typeof seconds !== 'number') return undefined
  const time = new Date(seconds * 1000)
  return isStorableMoment(time) ? time : new Date(0)
}
