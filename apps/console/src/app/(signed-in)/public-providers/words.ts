import type {
  PublicProviderActionFactsFragment,
  PublicProvidersRule,
  PublicProviderVersionRowFragment,
  PublicProviderVersionStatus,
  SitePublicProviderStatus,
} from '~/data/generated/graphql'
import { dayText } from '~/ui/moment'
import type { Tone } from '~/ui/feedback/state-dot'
import { count, listed, numberText, storageText } from '~/ui/text'

type Address = { origin: string; namespace: string; name: string }

/** Returns the name of a provider in sentences; the CLI writes it so too. */
export const nameOf = ({ namespace, name }: Omit<Address, 'origin'>): string => `${namespace}/${name}`

/** Returns the address of a provider as the engine's files write it. */
export const addressOf = ({ origin, namespace, name }: Address): string => `${origin}/${namespace}/${name}`

/** Filters of the list, by their names in the address. */
export const statuses: Readonly<Record<string, SitePublicProviderStatus>> = {
  wanted: 'WANTED',
  held: 'HELD',
  blocked: 'BLOCKED',
  altered: 'ALTERED',
  unverified: 'UNVERIFIED',
}

/** Status of a version, as a word and its colour. */
export const statusWords: Readonly<Record<PublicProviderVersionStatus, { tone: Tone; word: string }>> = {
  AVAILABLE: { tone: 'good', word: 'Available' },
  HELD: { tone: 'idle', word: 'Held' },
  BLOCKED: { tone: 'idle', word: 'Blocked' },
  ALTERED: { tone: 'bad', word: 'Changed at origin' },
  UNVERIFIED: { tone: 'warning', word: 'Unverified' },
}

export const ruleWords: Readonly<Record<PublicProvidersRule, string>> = {
  OPEN: 'Open: organizations may use every provider',
  LISTED: 'Listed: organizations may use what they list, and what is approved',
}

/** Returns who may install a provider, by the decisions of the site. */
export function whoText(
  {
    approvedForAll,
    counts: { listedBy },
  }: Pick<PublicProviderActionFactsFragment, 'approvedForAll' | 'counts'>,
  rule: PublicProvidersRule,
): string {
  if (approvedForAll) return 'It is approved for all organizations.'
  if (rule === 'OPEN')
    return 'All organizations may install it, except those that may only use listed providers and do not list it.'
  if (listedBy === 0) return 'No organization may install it.'
  return `${count(listedBy, 'organization')} may install it, since it is listed there or allowed for them.`
}

/** `1.4.0 changed at its origin`, `1.4.0 and 2 more versions changed at their origin`; `known` are the newest ones. */
export function alteredText(known: readonly { version: string }[], altered: number): string {
  const [newest] = known
  if (!newest) return `${count(altered, 'version')} changed at ${altered === 1 ? 'its' : 'their'} origin`
  if (altered === 1) return `${newest.version} changed at its origin`
  return `${newest.version} and ${count(altered - 1, 'more version')} changed at their origin`
}

type Store = {
  isOn: boolean
  files: number
  bytes: number
  importedBytes: number
  lastingBytes: number
  limit: number
}

/** `3 GiB of 20 GiB in 124 files, 1 GiB of it imported. …`: what is stored, and what happens beyond the limit. */
export function storeText({ isOn, files, bytes, importedBytes, limit }: Store): string {
  const imported = importedBytes === 0 ? '' : `, ${storageText(importedBytes)} of it imported`
  const used = `${storageText(bytes)} of ${storageText(limit)} in ${count(files, 'file')}${imported}.`
  return isOn
    ? `${used} Beyond the limit the least recently used files are removed, and imported ones never.`
    : `${used} No further files are stored, since PROVIDER_FILES is origin.`
}

/** Returns what imported and changed files leave for others, once that is less than a tenth; undefined before. */
export function fullStoreText({ isOn, lastingBytes, limit }: Store): string | undefined {
  const left = Math.max(0, limit - lastingBytes)
  if (!isOn || left >= limit / 10) return undefined
  return left === 0
    ? 'Imported and changed files take all of it. Other files are not stored: each installation fetches them from their origin. Raise PROVIDER_STORE_LIMIT.'
    : `Imported and changed files leave ${storageText(left)} of it. Larger files are not stored: each installation fetches them from their origin. Raise PROVIDER_STORE_LIMIT.`
}

type Counts = PublicProviderActionFactsFragment['counts']

/** `1.4.0 until 29 Nov 2026, 2 more`; a version signed with a new key waits for a person. */
export function heldText({ newestHeld, newestHeldUntil, held }: Counts): string | undefined {
  if (newestHeld === null) return undefined
  const until = newestHeldUntil === null ? 'until released' : `until ${dayText(newestHeldUntil)}`
  return `${newestHeld} ${until}${held > 1 ? `, ${numberText(held - 1)} more` : ''}`
}

/** Returns why a provider cannot be deleted; undefined if it can. */
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
    ...(decided > 0 ? [`Decisions exist for ${count(decided, 'version')}.`] : []),
  ]
  return sentences.join(' ') || undefined
}

/** Returns the organizations that a decision on a version affects. */
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

/** Returns the explanation of a version's status. */
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
