import type {
  PublicProviderActionFactsFragment,
  PublicProvidersRule,
  PublicProviderVersionRowFragment,
  PublicProviderVersionStatus,
  SitePublicProviderStatus,
} from '~/data/generated/graphql'
import { dayText } from '~/ui/moment'
import type { Tone } from '~/ui/state-dot'
import { count, listed, numberText } from '~/ui/text'

type Address = { origin: string; namespace: string; name: string }

/** As sentences name it; the CLI does so too. */
export const nameOf = ({ namespace, name }: Omit<Address, 'origin'>): string => `${namespace}/${name}`

/** As the engine names it in its files. */
export const addressOf = ({ origin, namespace, name }: Address): string => `${origin}/${namespace}/${name}`

/** What the list can be narrowed by, as the address says it. */
export const statuses: Readonly<Record<string, SitePublicProviderStatus>> = {
  wanted: 'WANTED',
  held: 'HELD',
  blocked: 'BLOCKED',
  altered: 'ALTERED',
  unverified: 'UNVERIFIED',
}

/** What stands of a version, in a word and its colour. */
export const standings: Readonly<Record<PublicProviderVersionStatus, { tone: Tone; word: string }>> = {
  AVAILABLE: { tone: 'good', word: 'Available' },
  HELD: { tone: 'idle', word: 'Held' },
  BLOCKED: { tone: 'idle', word: 'Blocked' },
  ALTERED: { tone: 'bad', word: 'Altered' },
  UNVERIFIED: { tone: 'warning', word: 'Unverified' },
}

export const ruleWords: Readonly<Record<PublicProvidersRule, string>> = {
  OPEN: 'Open: organizations may use every provider',
  LISTED: 'Listed: organizations may use what they list, and what is approved',
}

/** Who may install a provider, as far as the site decides it. */
export function whoText(
  {
    approvedForAll,
    counts: { listedBy },
  }: Pick<PublicProviderActionFactsFragment, 'approvedForAll' | 'counts'>,
  rule: PublicProvidersRule,
): string {
  if (approvedForAll) return 'It is approved for all organizations.'
  if (rule === 'OPEN') return 'Every organization may install it, unless it may use listed providers alone.'
  if (listedBy === 0) return 'No organization may install it.'
  return `${count(listedBy, 'organization')} may install it: by a list of its own, or since it was allowed.`
}

type Counts = PublicProviderActionFactsFragment['counts']

/** `1.4.0 until 29 Nov 2026, 2 more`; a version signed with a new key waits for a person. */
export function heldText({ newestHeld, newestHeldUntil, held }: Counts): string | undefined {
  if (newestHeld === null) return undefined
  const until = newestHeldUntil === null ? 'until released' : `until ${dayText(newestHeldUntil)}`
  return `${newestHeld} ${until}${held > 1 ? `, ${numberText(held - 1)} more` : ''}`
}

/** Why a provider cannot be deleted; undefined where it can. */
export function deletionObstacle({
  approvedForAll,
  counts: { listedBy, decided },
}: Pick<PublicProviderActionFactsFragment, 'approvedForAll' | 'counts'>): string | undefined {
  const sentences = [
    ...(approvedForAll ? ['It is approved for all organizations.'] : []),
    ...(listedBy > 0
      ? [
          `${count(listedBy, 'organization')} ${listedBy === 1 ? 'lists it or was' : 'list it or were'} allowed it.`,
        ]
      : []),
    ...(decided > 0 ? [`A decision stands on ${count(decided, 'version')}.`] : []),
  ]
  return sentences.join(' ') || undefined
}

/** Whom a decision on a version touches. */
export function touchedText({
  usedBy,
  usedByCount,
}: Pick<PublicProviderVersionRowFragment, 'usedBy' | 'usedByCount'>): string {
  if (usedByCount === 0) return 'No organization downloaded it in the last 30 days.'
  const named = listed(usedBy.slice(0, 5), usedByCount)
  return `${named} downloaded it in the last 30 days.`
}

type Version = Pick<
  PublicProviderVersionRowFragment,
  'status' | 'reason' | 'alteration' | 'unverified' | 'newKey' | 'decision'
>

/** What there is to say of a version beside its status. */
export function reasonOf(version: Version): string | null {
  if (version.status === 'BLOCKED') return version.reason
  if (version.status === 'ALTERED') return version.alteration
  if (version.status === 'UNVERIFIED') return version.unverified
  if (version.status === 'HELD')
    return version.newKey && version.decision !== 'ACCEPT'
      ? 'Its signing key was new when it was first seen'
      : null
  return version.decision === null ? null : version.reason
}
