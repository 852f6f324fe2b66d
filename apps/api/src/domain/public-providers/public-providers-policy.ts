import type { PublicProvidersRule } from '../organizations/organization.js'
import { plainLine } from '../plain-line.js'
import {
  heldUntil,
  reasonOf,
  shortAddress,
  statusOf,
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
  /** Whether its own rule or cooldown is set. */
  readonly isOwn: boolean
  /** Whether it lists the provider, or was allowed it. */
  readonly lists: boolean
}

/** What the caller may do with one provider. */
export interface Verdict {
  /** Whether it may be used at all, and if so under which cooldown. */
  readonly cooldown: number | undefined
  /** The caller's organizations by name, none of which may use it, where it may not be used. */
  readonly refusing: readonly Pick<PolicyOfOrganization, 'id' | 'name'>[]
}

/** A caller of several organizations may use what any of them may; one of none, what the site says (contract §14). */
export function verdictOf(
  site: SitePolicy,
  organizations: readonly PolicyOfOrganization[],
  provider: Pick<PublicProvider, 'approvedForAll'>,
): Verdict {
  const ofSite = { rule: site.rule, cooldown: site.cooldown, lists: false }
  const asked = organizations.length > 0 ? organizations : [ofSite]
  const allowing = asked.filter(({ rule, lists }) => rule === 'open' || lists || provider.approvedForAll)
  if (allowing.length === 0) return { cooldown: undefined, refusing: organizations }
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

/** When something of it is different by the clock alone; undefined where nothing is held for a time. */
export function nextRelease(
  versions: readonly PublicProviderVersion[],
  cooldown: number,
  now: Date,
): Date | undefined {
  const ends = versions.flatMap((version) => heldUntil(version, cooldown, now)?.getTime() ?? [])
  return ends.length === 0 ? undefined : new Date(Math.min(...ends))
}

const longestLine = 300
const longestReason = 80
const mostNamed = 3

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
  if (status === 'held')
    return `Version ${version.version} is ${heldWords(heldUntil(version, cooldown, now))}`
  return plainLine(`Version ${version.version} is ${status}: ${reasonOf(version, status)}`)
}

/** What `init` prints of versions that are not listed, at most one line each; versions are newest first. */
export function linesOf(
  provider: PublicProviderAddress,
  standing: readonly StandingVersion[],
  { cooldown, tellsHeld, now }: { cooldown: number; tellsHeld: boolean; now: Date },
): readonly string[] {
  const of = (status: PublicVersionStatus): PublicProviderVersion[] =>
    standing.filter((each) => each.status === status).map(({ version }) => version)
  const address = shortAddress(provider)
  const held = tellsHeld ? heldLine(address, of('held'), cooldown, now) : []
  return [
    ...held,
    ...namedLine(`Blocked here of ${address}`, of('blocked'), 'blocked'),
    ...namedLine(`Altered at the origin of ${address}`, of('altered'), 'altered'),
    ...namedLine(`Not verified of ${address}`, of('unverified'), 'unverified'),
  ]
}

function heldLine(
  address: string,
  held: readonly PublicProviderVersion[],
  cooldown: number,
  now: Date,
): string[] {
  const [newest] = held
  if (!newest) return []
  const when = heldWords(heldUntil(newest, cooldown, now))
  const more = held.length === 1 ? '' : `, and ${held.length - 1} more`
  return [line(`${address} ${newest.version} is ${when}${more}`)]
}

const heldWords = (until: Date | null): string =>
  until
    ? `held until ${until.toISOString().slice(0, 16).replace('T', ' ')} UTC`
    : 'held until an administrator releases it, since its signing key is new'

function namedLine(
  what: string,
  versions: readonly PublicProviderVersion[],
  status: PublicVersionStatus,
): string[] {
  if (versions.length === 0) return []
  const named = versions
    .slice(0, mostNamed)
    .map(
      (version) => `${version.version} (${cut(plainLine(reasonOf(version, status) ?? ''), longestReason)})`,
    )
  const more = versions.length > mostNamed ? ` and ${versions.length - mostNamed} more` : ''
  return [line(`${what}: ${named.join(', ')}${more}`)]
}
