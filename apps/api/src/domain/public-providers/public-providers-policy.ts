import { plainLine } from '@engine/shared'
import type { PublicProvidersRule } from '../organizations/organization.js'
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

/** The policy of the site: the settings `PUBLIC_PROVIDERS` and `PROVIDER_COOLDOWN`, in milliseconds. */
export interface SitePolicy {
  readonly rule: PublicProvidersRule
  readonly cooldown: number
  /** The cooldown as it was set, such as `72h`. */
  readonly cooldownAsSet: string
  /** True where the terminal names held versions: the setting `PROVIDER_HELD_NOTICE`. */
  readonly tellsHeld: boolean
  /** True where any setting of public providers is set: without one the public registry is passed on as it is. */
  readonly isSet: boolean
}

/** The policy of an organization of the caller for one provider. */
export interface PolicyOfOrganization {
  readonly id: string
  readonly name: string
  readonly rule: PublicProvidersRule
  /** The cooldown in milliseconds. */
  readonly cooldown: number
  /** True where its own rule or cooldown is set: if a person has such organizations, only they decide. */
  readonly isOwn: boolean
  /** True where the caller may know of it: it binds also people whose tokens it does not take. */
  readonly isVisible: boolean
  /** True where it lists the provider, or was allowed it. */
  readonly lists: boolean
}

/** The rights of the caller on one provider. */
export interface Verdict {
  /** The cooldown under which it may be used; undefined where it may not. */
  readonly cooldown: number | undefined
  /** The caller's organizations that refuse it, by name, where it may not be used. */
  readonly refusing: readonly Pick<PolicyOfOrganization, 'id' | 'name'>[]
}

/**
 * Returns the organizations of a caller that decide: those that have their own settings, so that a member widens no
 * rule by making another organization; where there is none, all of them, to which the site's settings apply (contract
 * §19). One that takes no tokens of people binds them as well, and allows them nothing beyond the site's settings.
 */
function decidingOf(
  site: SitePolicy,
  organizations: readonly PolicyOfOrganization[],
): readonly PolicyOfOrganization[] {
  const visible = organizations.filter(({ isVisible }) => isVisible)
  const own = visible.filter(({ isOwn }) => isOwn)
  if (own.length > 0) return own
  const hidden = organizations.filter(({ isOwn, isVisible }) => isOwn && !isVisible)
  return hidden.length === 0 ? visible : hidden.map((each) => narrowed(each, site))
}

const narrowed = (organization: PolicyOfOrganization, site: SitePolicy): PolicyOfOrganization => ({
  ...organization,
  rule: site.rule === 'listed' ? 'listed' : organization.rule,
  cooldown: Math.max(organization.cooldown, site.cooldown),
})

/** Returns the verdict of the widest organization that decides; for a caller without one, that of the site. */
export function verdictOf(
  site: SitePolicy,
  organizations: readonly PolicyOfOrganization[],
  provider: Pick<PublicProvider, 'approvedForAll'>,
): Verdict {
  const ofSite = { rule: site.rule, cooldown: site.cooldown, lists: false }
  const deciding = decidingOf(site, organizations)
  const asked = deciding.length > 0 ? deciding : [ofSite]
  const allowing = asked.filter(({ rule, lists }) => rule === 'open' || lists || provider.approvedForAll)
  if (allowing.length === 0)
    return { cooldown: undefined, refusing: deciding.filter(({ isVisible }) => isVisible) }
  return { cooldown: Math.min(...allowing.map(({ cooldown }) => cooldown)), refusing: [] }
}

/** A version with its status for a caller. */
export interface VersionStatus {
  readonly version: PublicProviderVersion
  readonly status: PublicVersionStatus
}

export const statusesOf = (
  versions: readonly PublicProviderVersion[],
  cooldown: number,
  now: Date,
): readonly VersionStatus[] =>
  versions.map((version) => ({ version, status: statusOf(version, cooldown, now) }))

/** A version that is not available, with the facts that the terminal shows. */
export type WithheldVersion = JudgedVersion & Pick<PublicProviderVersion, 'decisionReason' | 'mismatch'>

/** The versions of one status: the newest of them, and their number. */
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

/** Writes the line that `init` prints to a caller who may not use the provider: whom to ask, and where. */
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

/** Writes the line about a provider whose imported versions no known key signed: the engine could not check them. */
export const mirrorAloneLine = (provider: PublicProviderAddress): string =>
  line(
    `${shortAddress(provider)} was imported without a signature by a known key, so only the network mirror has it. Use that, or have an administrator import SHA256SUMS, its signature and the keys.`,
  )

/** Says why a version is not delivered, in a sentence; undefined for one that is available. */
export function whyWithheld(version: PublicProviderVersion, cooldown: number, now: Date): string | undefined {
  const status = statusOf(version, cooldown, now)
  if (status === 'available') return undefined
  if (status === 'held') return `Version ${version.version} is ${heldWords(version, cooldown, now)}`
  return plainLine(`Version ${version.version} is ${status}: ${reasonOf(version, status)}`)
}

/** Writes the lines that `init` prints about unlisted versions, one for each status, the newest version first. */
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
