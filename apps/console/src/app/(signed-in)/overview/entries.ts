import type { AttentionItemFactsFragment, AttentionKind } from '~/data/generated/graphql'
import { paths } from '~/paths'
import { count, numberText, shortened, storageText } from '~/ui/text'
import type { Tone } from '~/ui/feedback/state-dot'

/** Heading and severity of each kind of item in the queue. */
export const kindWords: Readonly<Record<AttentionKind, { title: string; tone: Tone }>> = {
  DISK_FULL: { title: 'No space for files', tone: 'bad' },
  PROVIDER_ALTERED: { title: 'Provider changed', tone: 'bad' },
  MODULE_ALTERED: { title: 'Public module changed', tone: 'bad' },
  CHECKSUM_CHANGED: { title: 'Checksum changed', tone: 'bad' },
  VERIFICATION_FAILED: { title: 'Verification failed', tone: 'bad' },
  UPLOAD_FAILED: { title: 'Upload failed', tone: 'bad' },
  LIMIT_REACHED: { title: 'Limit reached', tone: 'bad' },
  ENGINES_OUTDATED: { title: 'Upgrade needed', tone: 'warning' },
  LIMIT_NEAR: { title: 'Near limit', tone: 'warning' },
  PROVIDER_NEW_KEY: { title: 'New signing key', tone: 'warning' },
  PROVIDER_UNVERIFIED: { title: 'Not verified', tone: 'warning' },
  ORIGIN_UNREACHABLE: { title: 'Origin unreachable', tone: 'warning' },
  TOKEN_EXPIRING: { title: 'Token expires soon', tone: 'warning' },
  SHARING_REQUESTED: { title: 'Sharing requested', tone: 'idle' },
  GROUP_NOT_ALLOWED: { title: 'Group not allowed', tone: 'warning' },
  INVITATION_ENDING: { title: 'Invitation expires', tone: 'warning' },
  PROVIDER_WANTED: { title: 'Provider requested', tone: 'idle' },
  ORGANIZATION_DISABLED: { title: 'Disabled', tone: 'idle' },
}

export type Entry = {
  label: string
  /** Page where it is solved. */
  path: string
  what: string
}

type Item = AttentionItemFactsFragment

/** Returns how one item is called, where it leads, and what is wrong. */
export const entryOf = (item: Item, now: Date = new Date()): Entry => entries[item.kind](item, now)

const moreVersions = ({ version, amount }: Item): string =>
  `${version}${(amount ?? 1) > 1 ? ` and ${count((amount ?? 1) - 1, 'more version')}` : ''}`

const providerPath = ({ thingId }: Item): string => paths.sitePublicProvider(thingId ?? '')

const workspaces = ({ name, amount, limit }: Item): Entry => ({
  label: name,
  path: paths.organizationLimits(name),
  what: `${numberText(amount ?? 0)} of ${count(limit ?? 0, 'workspace')}`,
})

const entries: Readonly<Record<AttentionKind, (item: Item, now: Date) => Entry>> = {
  DISK_FULL: ({ amount, limit }) => ({
    label: 'Disk of the stored files',
    path: paths.organizations({ order: '-stored' }),
    what: `Uploads are refused: ${storageText(amount ?? 0)} are free, and ${storageText(limit ?? 0)} are reserved for the database. Free up space on the disk.`,
  }),
  PROVIDER_ALTERED: (item) => ({
    label: item.name,
    path: providerPath(item),
    what: `The files of ${moreVersions(item)} changed at the origin. They are not delivered.`,
  }),
  MODULE_ALTERED: ({ name, version, thingId }) => ({
    label: `${name} ${version}`,
    path: paths.audit({ subject: thingId ?? '' }),
    what: 'Its archive changed at the origin, and is not delivered. Ask its makers why before you accept the change.',
  }),
  CHECKSUM_CHANGED: ({ name, detail }) => ({
    label: name,
    path: paths.releaseFeed(),
    what: shortened(`The checksum in the release feed differs from the known one for ${detail}.`, 200),
  }),
  VERIFICATION_FAILED: ({ version, name, thingId, detail }) => ({
    label: `${version} ${name}`,
    path: paths.engineVersion(thingId ?? ''),
    what: shortened(detail ?? 'The file at the address of the archive does not match its checksum.', 200),
  }),
  UPLOAD_FAILED: ({ organization, name, provider, version, thingId, detail }) => ({
    label: `${organization}/${name}${provider === null ? '' : `/${provider}`} ${version}`,
    path:
      provider === null
        ? paths.providerVersion(organization ?? '', thingId ?? '', version ?? '')
        : paths.modulePublish({ namespace: organization ?? '', name, provider }, { version: version ?? '' }),
    what: shortened(detail ?? '', 200),
  }),
  LIMIT_REACHED: workspaces,
  LIMIT_NEAR: workspaces,
  ENGINES_OUTDATED: ({ name, amount }) => ({
    label: name,
    path: paths.workspaces(name, { needsUpgrade: 'true' }),
    what: `${count(amount ?? 0, 'workspace')} on deprecated or disabled engine versions`,
  }),
  PROVIDER_NEW_KEY: (item) => ({
    label: item.name,
    path: providerPath(item),
    what: `A new key signed ${moreVersions(item)}. Ask the makers about it: each version is held until you release it.`,
  }),
  PROVIDER_UNVERIFIED: (item) => ({
    label: item.name,
    path: providerPath(item),
    what: `The signature of ${moreVersions(item)} could not be verified. Nothing of it is delivered.`,
  }),
  ORIGIN_UNREACHABLE: ({ name, detail }) => ({
    label: name,
    path: paths.sitePublicProviders({ search: name }),
    what: shortened(
      `It last answered then. ${detail}. New versions are not available until it answers.`,
      200,
    ),
  }),
  TOKEN_EXPIRING: ({ name }) => ({
    label: name || 'Without description',
    path: paths.tokens(),
    what: 'Create another one before it stops working.',
  }),
  SHARING_REQUESTED: ({ organization, name, detail }) => ({
    label: `${organization} asks for modules of ${name}`,
    path: paths.organizationSharing(name, { with: organization ?? '' }),
    what: shortened(detail ?? '', 520),
  }),
  GROUP_NOT_ALLOWED: ({ organization, name, detail }) => ({
    label: `${organization}: ${name}`,
    path: paths.organizationPolicies(organization ?? ''),
    what: shortened(
      `The single sign-on group ${detail} is not allowed for ${organization}, so it does not fill this team.`,
      200,
    ),
  }),
  INVITATION_ENDING: ({ organization, name, thingId, at }, now) => ({
    label: name,
    path: paths.member(organization ?? '', thingId ?? ''),
    what: `${at !== null && new Date(at) <= now ? 'Its link has expired' : 'Its link expires soon'}. To ${organization}. Create a new link, or revoke the invitation.`,
  }),
  PROVIDER_WANTED: (item) => ({
    label: item.name,
    path: providerPath(item),
    what: `${item.organization}${(item.amount ?? 1) > 1 ? ` and ${count((item.amount ?? 1) - 1, 'more organization')}` : ''} requested it and may not use it.`,
  }),
  ORGANIZATION_DISABLED: ({ name }) => ({
    label: name,
    path: paths.organization(name),
    what: 'Its members, tokens and modules do not work until it is enabled.',
  }),
}

export type Figure = { now: number; before: number }

/** Returns the difference to the earlier number. */
export function changeText({ now, before }: Figure): string {
  const difference = now - before
  if (difference === 0) return 'no change in 30 days'
  return `${difference > 0 ? '+' : '−'}${numberText(Math.abs(difference))} in 30 days`
}

/** Returns the difference between the last 30 days and those before. */
export function comparedText({ now, before }: Figure): string {
  const difference = now - before
  if (difference === 0) return 'as in the 30 days before'
  const amount = numberText(Math.abs(difference))
  return `${amount} ${difference > 0 ? 'more' : 'fewer'} than in the 30 days before`
}
