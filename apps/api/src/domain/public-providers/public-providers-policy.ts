import type { PublicProvidersRule } from '../organizations/organization.js'
import { plainLine } from '../plain-line.js'
import {
  heldReason,
  heldUntil,
  reasonOf,
  shortAddress,
  statusOf,
  type JudgedVersion,
  type PublicProvider,
  type PublicProviderAddress,
  type PublicProviderVersion,
  type PublicVersionStatus,
} from './public-provider.js'

/** The site's own: the settings `PUBLIC_PROVIDERS` and `PROVIDER_COOLDOWN`, in milliseconds. */
export interface SitePolicy {
  readonly rule: PublicProvidersRule
  readonly cooldown: number
  /** The same as it was set, such as `72h`. */
  readonly cooldownAsSet: string
  /** Whether the terminal is told of what is held: the setting `PROVIDER_HELD_NOTICE`. */
  readonly tellsHeld: boolean
  /** Whether any setting of public providers is set: without one the public registry is passed on as it is. */
  readonly isSet: boolean
}

/** An organization of the caller, and what it says of one provider. */
export interface PolicyOfOrganization {
  readonly id: string
  readonly name: string
  readonly rule: PublicProvidersRule
  /** In milliseconds. */
  readonly cooldown: number
  /** Whether its own rule or cooldown is set: of a person's organizations only such ones decide, if there is any. */
  readonly isOwn: boolean
  /** Whether the caller may be told of it: it binds those too whose tokens it does not take. */
  readonly isTold: boolean
  /** Whether it lists the provider, or was allowed it. */
  readonly lists: boolean
}

/** What the caller may do with one provider. */
export interface Verdict {
  /** Whether it may be used at all, and if so under which cooldown. */
  readonly cooldown: number | undefined
  /** Those of the caller's organizations that refuse it, by name, where it may not be used. */
  readonly refusing: readonly Pick<PolicyOfOrganization, 'id' | 'name'>[]
}

/**
 * Returns those of a caller's organizations that decide: those that have settings of their own, so that a member widens
 * nothing by making another organization; where there is none, all of them, which the site's settings hold for (contract
 * §19). One that takes no tokens of people binds them all the same, and allows them nothing beyond the site's settings.
 */
function decidingOf(
  site: SitePolicy,
  organizations: readonly PolicyOfOrganization[],
): readonly PolicyOfOrganization[] {
  const told = organizations.filter(({ isTold }) => isTold)
  const own = told.filter(({ isOwn }) => isOwn)
  if (own.length > 0) return own
  const hidden = organizations.filter(({ isOwn, isTold }) => isOwn && !isTold)
  return hidden.length === 0 ? told : hidden.map((each) => narrowed(each, site))
}

const narrowed = (organization: PolicyOfOrganization, site: SitePolicy): PolicyOfOrganization => ({
  ...organization,
  rule: site.rule === 'listed' ? 'listed' : organization.rule,
  cooldown: Math.max(organization.cooldown, site.cooldown),
})

/** The widest of the organizations that decide counts; for a caller of none, what the site says. */
export function verdictOf(
  site: SitePolicy,
  organizations: readonly PolicyOfOrganization[],
  provider: Pick<PublicProvider, 'approvedForAll'>,
): Verdict {
  const ofSite = { rule: site.rule, cooldown: site.cooldown, lists: false }
  const deciding = decidingOf(site, organizations)
  const asked = deciding.length > 0 ? deciding : [ofSite]
  const allowing = asked.filter(({ rule, lists }) => rule === 'open' || lists || provider.approvedForAll)
  if (allowing.length === 0) return { cooldown: undefined, refusing: deciding.filter(({ isTold }) => isTold) }
  return { cooldown: Math.min(...allowing.map(({ cooldown }) => cooldown)), refusing: [] }
}

/** A version with what stands of it for a caller. */
export interface StandingVersion {
  readonly version: PublicProviderVersion
  readonly status: PublicVersionStatus
}

export const standingOf = (
  versions: readonly PublicProviderVersion[],
  cooldown: number,
  now: Date,
): readonly StandingVersion[] =>
  versions.map((version) => ({ version, status: statusOf(version, cooldown, now) }))

/** A version that is not available, as far as the terminal is told of it. */
export type WithheldVersion = JudgedVersion & Pick<PublicProviderVersion, 'decisionReason' | 'alteration'>

/** Those of one status: the newest of them, and how many there are. */
export interface WithheldVersions {
  readonly status: PublicVersionStatus
  readonly versions: readonly WithheldVersion[]
  readonly total: number
}

const longestLine = 300
const longestReason = 80

const cut = (text: string, longest: number): string =>
  text.length <= longest ? text : `${text.slice(0, longest - 1).trimEnd()}…`

const line = (text: string): string => cut(plainLine(text), longestLine)

/** What `init` prints to a caller who may not use the provider: whom to ask, and where. */
export function notListedLine(
  provider: PublicProviderAddress,
  refusing: Verdict['refusing'],
  link: string | undefined,
): string {
  const [first, ...others] = refusing.map(({ name }) => name)
  const more = others.length === 0 ? '' : ` or ${others.length} more of your organizations`
  const whom = first === undefined ? 'here' : `for ${first}${more}`
  const refusal = `${shortAddress(provider)} is not approved ${whom}.`
  const linked = `${refusal} Ask for it: ${link}`
  // A link that is cut leads nowhere.
  return link === undefined || linked.length > longestLine
    ? line(`${refusal} Ask a site administrator.`)
    : line(linked)
}

/** Why a version is not delivered, in a sentence; undefined for one that is available. */
export function whyWithheld(version: PublicProviderVersion, cooldown: number, now: Date): string | undefined {
  const status = statusOf(version, cooldown, now)
  if (status === 'available') return undefined
  if (status === 'held') return `Version ${version.version} is ${heldWords(version, cooldown, now)}`
  return plainLine(`Version ${version.version} is ${status}: ${reasonOf(version, status)}`)
}

/** What `init` prints of versions that are not listed, at most one line each; versions are newest first. */
export function linesOf(
  provider: PublicProviderAddress,
  withheld: readonly WithheldVersions[],
  { cooldown, tellsHeld, now }: { cooldown: number; tellsHeld: boolean; now: Date },
): readonly string[] {
  const of = (status: PublicVersionStatus): WithheldVersions =>
    withheld.find((each) => each.status === status) ?? { status, versions: [], total: 0 }
  const address = shortAddress(provider)
  const held = tellsHeld ? heldLine(address, of('held'), cooldown, now) : []
  return [
    ...held,
    ...namedLine(`Blocked here of ${address}`, of('blocked')),
    ...namedLine(`Altered at the origin of ${address}`, of('altered')),
    ...namedLine(`Not verified of ${address}`, of('unverified')),
  ]
}

function heldLine(
  address: string,
  { versions: [newest], total }: WithheldVersions,
  cooldown: number,
  now: Date,
): string[] {
  if (!newest) return []
  const when = heldWords(newest, cooldown, now)
  const more = total === 1 ? '' : `, and ${total - 1} more`
  return [line(`${address} ${newest.version} is ${when}${more}`)]
}

function heldWords(version: WithheldVersion, cooldown: number, now: Date): string {
  const until = heldUntil(version, cooldown, now)
  return until
    ? `held until ${until.toISOString().slice(0, 16).replace('T', ' ')} UTC`
    : `held until an administrator releases it, since ${heldReason(version, cooldown)}`
}

function namedLine(what: string, { status, versions, total }: WithheldVersions): string[] {
  if (versions.length === 0) return []
  const named = versions.map(
    (version) => `${version.version} (${cut(plainLine(reasonOf(version, status) ?? ''), longestReason)})`,
  )
  const more = total > versions.length ? ` and ${total - versions.length} more` : ''
  return [line(`${what}: ${named.join(', ')}${more}`)]
}
