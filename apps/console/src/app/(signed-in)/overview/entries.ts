import type { OverviewAttentionQuery } from '~/data/generated/graphql'
import { paths } from '~/paths'
import type { AskedSharing } from './sharing-request-buttons'
import { count, numberText, shortened, sizeText } from '~/ui/text'

type Attention = NonNullable<OverviewAttentionQuery['viewer']>['attention'] &
  Partial<Pick<OverviewAttentionQuery, 'disabledOrganizations'>>

export type Entry = {
  key: string
  badge: { text: string; color: 'red' | 'orange' | 'gray' }
  label: string
  /** Where it is mended. */
  path: string
  what: string
  at?: string
  /** What an organization asks for, to be granted or declined here. */
  request?: AskedSharing
}

const nothing: Attention = {
  failedUploads: { nodes: [], totalCount: 0 },
  endingInvitations: { nodes: [], totalCount: 0 },
  outdatedOrganizations: { nodes: [], totalCount: 0 },
  expiringTokens: { nodes: [], totalCount: 0 },
}

/** What needs attention as lines, the worst first, and how many there are besides. */
export function entriesOf(
  found?: OverviewAttentionQuery,
  now: Date = new Date(),
): { entries: Entry[]; more: number } {
  const attention: Attention = { ...(found?.viewer?.attention ?? nothing), ...disabledIn(found) }
  const full = (attention.fullOrganizations?.nodes ?? []).map(toFullOrganization)
  const alarms = (attention.publicProviderAlarms?.nodes ?? []).map(toPublicProviderAlarm)
  const entries = [
    ...(attention.fullDisks?.nodes ?? []).map(toFullDisk),
    ...alarms.filter(({ badge }) => badge.color === 'red'),
    ...(attention.feedAlarms?.nodes ?? []).map(toFeedAlarm),
    ...(attention.failedVerifications?.nodes ?? []).map(toFailedVerification),
    ...attention.failedUploads.nodes.map(toFailedUpload),
    ...full.filter(({ badge }) => badge.color === 'red'),
    ...attention.outdatedOrganizations.nodes.map(toOutdatedOrganization),
    ...full.filter(({ badge }) => badge.color !== 'red'),
    ...alarms.filter(({ badge }) => badge.color !== 'red'),
    ...attention.expiringTokens.nodes.map(toExpiringToken),
    ...(attention.sharingRequests?.nodes ?? []).map(toSharingRequest),
    ...(attention.unallowedSsoTeams?.nodes ?? []).map(toUnallowedSsoTeam),
    ...attention.endingInvitations.nodes.map((invitation) => toInvitation(invitation, now)),
    ...(attention.disabledOrganizations?.nodes ?? []).map(toDisabledOrganization),
  ]
  const total = Object.values(attention).reduce((sum, list) => sum + (list?.totalCount ?? 0), 0)
  return { entries, more: total - entries.length }
}

const disabledIn = (found?: OverviewAttentionQuery) =>
  found?.disabledOrganizations && { disabledOrganizations: found.disabledOrganizations }

type Node<List extends keyof Attention> = NonNullable<Attention[List]>['nodes'][number]

function toFullDisk({ id, freeBytes, reserveBytes }: Node<'fullDisks'>): Entry {
  return {
    key: id,
    badge: { text: 'No space for files', color: 'red' },
    label: 'Disk of the stored files',
    path: paths.organizations(),
    what: `Uploads are refused: ${sizeText(freeBytes)} are free, and ${sizeText(reserveBytes)} are left to the database. Make room on the disk, or delete what is not needed.`,
  }
}

function toFeedAlarm({ id, version, builds, at }: Node<'feedAlarms'>): Entry {
  const platforms = builds.map(({ os, arch }) => `${os} ${arch}`).join(', ')
  return {
    key: id,
    badge: { text: 'Checksum changed', color: 'red' },
    label: version,
    path: paths.releaseFeed(),
    what: shortened(`The checksum in the release feed differs from the known one for ${platforms}.`, 200),
    at,
  }
}

function toPublicProviderAlarm(alarm: Node<'publicProviderAlarms'>): Entry {
  const { id, kind, providerId, name, count: amount, detail, at } = alarm
  const path =
    providerId === null ? paths.sitePublicProviders({ search: name }) : paths.sitePublicProvider(providerId)
  const more = amount > 1 ? ` and ${count(amount - 1, 'more version')}` : ''
  const told: Record<typeof kind, Pick<Entry, 'badge' | 'what'>> = {
    ALTERED: {
      badge: { text: 'Provider altered', color: 'red' },
      what: `The origin has something else of ${detail}${more} than at first. Nothing of it is delivered.`,
    },
    NEW_KEY: {
      badge: { text: 'New signing key', color: 'orange' },
      what: `A new key has signed ${detail}${more}. Ask the makers about it: a cooldown holds each until you release it.`,
    },
    UNVERIFIED: {
      badge: { text: 'Not verified', color: 'orange' },
      what: `The signature of ${detail}${more} proves nothing. Nothing of it is delivered.`,
    },
    UNREACHABLE: {
      badge: { text: 'Origin unreachable', color: 'orange' },
      what: shortened(`It last answered then. ${detail}. Nothing newer becomes available.`, 200),
    },
    WANTED: {
      badge: { text: 'Provider wanted', color: 'gray' },
      what: `${detail}${amount > 1 ? ` and ${count(amount - 1, 'more organization')}` : ''} asked for it and may not use it.`,
    },
  }
  return { key: id, ...told[kind], label: name, path, at }
}

function toFailedVerification({ id, version, os, arch, problem, at }: Node<'failedVerifications'>): Entry {
  return {
    key: `${id}-${os}-${arch}`,
    badge:
      problem === null
        ? { text: 'Checksum mismatch', color: 'red' }
        : { text: 'Verification failed', color: 'red' },
    label: `${version} ${os}/${arch}`,
    path: paths.engineVersion(id),
    what: shortened(
      problem ?? 'The file behind the address of the archive is not the one of the checksum.',
      200,
    ),
    at,
  }
}

function toFailedUpload(upload: Node<'failedUploads'>): Entry {
  const { id, kind, organization, name, provider, thingId, version, error, at } = upload
  const address = { namespace: organization, name, provider: provider ?? '' }
  return {
    key: id,
    badge: { text: 'Upload failed', color: 'red' },
    label: `${organization}/${name}${provider === null ? '' : `/${provider}`} ${version}`,
    path:
      kind === 'MODULE'
        ? paths.modulePublish(address, { version })
        : paths.providerVersion(organization, thingId, version),
    what: shortened(error, 200),
    at,
  }
}

function toOutdatedOrganization({ id, name, workspaces }: Node<'outdatedOrganizations'>): Entry {
  return {
    key: `outdated-${id}`,
    badge: { text: 'Upgrade needed', color: 'orange' },
    label: name,
    path: paths.workspaces(name, { needsUpgrade: 'true' }),
    what: `${count(workspaces, 'workspace')} on deprecated or disabled engine versions`,
  }
}

function toFullOrganization({ id, name, workspaces, workspaceLimit }: Node<'fullOrganizations'>): Entry {
  const left = workspaceLimit - workspaces
  return {
    key: id,
    badge: left > 0 ? { text: 'Near limit', color: 'orange' } : { text: 'Limit reached', color: 'red' },
    label: name,
    path: paths.organizationLimits(name),
    what: `${numberText(workspaces)} of ${count(workspaceLimit, 'workspace')}`,
  }
}

function toExpiringToken({ id, description, expiresAt }: Node<'expiringTokens'>): Entry {
  return {
    key: id,
    badge: { text: 'Token expires soon', color: 'orange' },
    label: description ?? 'Without description',
    path: paths.tokens(),
    what: 'Create another one before it stops working.',
    ...(expiresAt !== null && { at: expiresAt }),
  }
}

function toDisabledOrganization({ id, name, updatedAt }: Node<'disabledOrganizations'>): Entry {
  return {
    key: `disabled-${id}`,
    badge: { text: 'Disabled', color: 'gray' },
    label: name,
    path: paths.organization(name),
    what: 'Its members, tokens and modules do not work until it is enabled.',
    at: updatedAt,
  }
}

function toUnallowedSsoTeam({ id, name, organization, ssoTeamId }: Node<'unallowedSsoTeams'>): Entry {
  return {
    key: id,
    badge: { text: 'Group not allowed', color: 'orange' },
    label: `${organization}: ${name}`,
    path: paths.organizationLimits(organization),
    what: shortened(
      `The single sign-on group ${ssoTeamId} is not allowed for ${organization}, so it does not fill this team.`,
      200,
    ),
  }
}

function toSharingRequest({ createdAt, askedByName, reason, ...request }: Node<'sharingRequests'>): Entry {
  const { id, organization, producer } = request
  return {
    key: id,
    badge: { text: 'Sharing requested', color: 'gray' },
    label: `${organization} asks for modules of ${producer}`,
    path: paths.organizationSharing(producer, { with: organization }),
    what: shortened(`${askedByName}: ${reason}`, 520),
    at: createdAt,
    request,
  }
}

function toInvitation(invitation: Node<'endingInvitations'>, now: Date): Entry {
  const { id, email, invitationExpiresAt, organization } = invitation
  const isOver = invitationExpiresAt !== null && new Date(invitationExpiresAt) <= now
  return {
    key: id,
    badge: isOver
      ? { text: 'Invitation expired', color: 'orange' }
      : { text: 'Invitation expires soon', color: 'orange' },
    label: email,
    path: paths.member(organization.name, id),
    what: `To ${organization.name}. Create a new link, or revoke the invitation.`,
    ...(invitationExpiresAt !== null && { at: invitationExpiresAt }),
  }
}

export type Figure = { now: number; before: number }

/** How many more there are of a thing than there were. */
export function changeText({ now, before }: Figure): string {
  const difference = now - before
  if (difference === 0) return 'no change in 30 days'
  return `${difference > 0 ? '+' : '−'}${numberText(Math.abs(difference))} in 30 days`
}

/** How much more happened in 30 days than in those before. */
export function comparedText({ now, before }: Figure): string {
  const difference = now - before
  if (difference === 0) return 'as in the 30 days before'
  const amount = numberText(Math.abs(difference))
  return `${amount} ${difference > 0 ? 'more' : 'fewer'} than in the 30 days before`
}
