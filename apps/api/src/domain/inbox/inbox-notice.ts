import type { AuditAction } from '@engine/shared'
import type { OperationContext } from '../../kernel/context.js'
import type { AuditEntry } from '../audit/audit.js'

/** The kinds of notices in inboxes. An older release leaves out kinds that it does not know. */
export const noticeKinds = [
  'module-version-published',
  'module-version-deprecated',
  'module-version-revoked',
  'module-share-ended',
  'provider-share-ended',
  'engine-version-deprecated',
  'engine-version-disabled',
  'token-expires',
  'invited',
  'sharing-requested',
  'sharing-request-granted',
  'sharing-request-declined',
] as const

export type NoticeKind = (typeof noticeKinds)[number]

/** Facts for the sentence of a notice that its things do not give, as they were when it happened. */
export interface NoticeFacts {
  readonly version?: string
  readonly reason?: string | null
  /** The name of another organization. */
  readonly producer?: string
}

/** A new notice, and the things that it is about. */
export interface NewNotice {
  readonly kind: NoticeKind
  /** A key that only one notice can have. */
  readonly key?: string
  readonly moduleVersionId?: string
  readonly organizationId?: string | undefined
  /** The name of an organization, for changes whose audit rows have no id of it. */
  readonly organizationName?: string
  readonly engineVersionId?: string
  readonly membershipId?: string
  readonly userId?: string
  readonly facts?: NoticeFacts
}

/** A notice in the inbox of a person. */
export interface InboxEntry {
  readonly id: string
  readonly kind: NoticeKind
  readonly at: Date
  readonly readAt: Date | null
  readonly module: { readonly namespace: string; readonly name: string; readonly provider: string } | null
  /** The version of the module or of the engine. */
  readonly version: string | null
  /** The name of the person's own organization, or of the one that invites or asks. */
  readonly organization: string | null
  /** The name of the organization that shares or shall share, as it was. */
  readonly producer: string | null
  /** The description of a token; null for a token without one, and for other kinds. */
  readonly token: string | null
  readonly expiresAt: Date | null
  readonly reason: string | null
}

type Facts = Readonly<Record<string, unknown>>
type NotificationRule = (
  entry: AuditEntry,
  before: Facts,
  after: Facts,
  tx: OperationContext,
) => readonly NewNotice[]

const aboutModule =
  (kind: NoticeKind): NotificationRule =>
  ({ subject }, _, after) => {
    const { reason } = (after['deprecation'] ?? {}) as { readonly reason?: string }
    const facts = { version: String(after['version']), reason: reason ?? null }
    return [{ kind, moduleVersionId: subject.id, facts }]
  }

/** A list of the audit log: names, or names with the end of their shares. */
const namesIn = (facts: Facts): readonly string[] =>
  ((facts['consumers'] ?? []) as readonly (string | { name: string })[]).map((consumer) =>
    typeof consumer === 'string' ? consumer : consumer.name,
  )

/** Notices for owners of organizations that left the list; none where it became a list of all. */
const shareEnded =
  (kind: NoticeKind): NotificationRule =>
  ({ subject }, before, after) => {
    const left = new Set(namesIn(after))
    const gone = namesIn(before).filter((name) => !left.has(name))
    return gone.map((organizationName) => ({ kind, organizationName, facts: { producer: subject.name } }))
  }

const engineVersionChanged: NotificationRule = ({ subject }, before, after) => {
  const about = { engineVersionId: subject.id }
  const version = subject.name
  const reason = (after['deprecatedReason'] as string | null | undefined) ?? null
  return [
    ...(before['enabled'] === true && after['enabled'] === false
      ? [{ kind: 'engine-version-disabled' as const, ...about, facts: { version } }]
      : []),
    ...(before['deprecated'] === false && after['deprecated'] === true
      ? [{ kind: 'engine-version-deprecated' as const, ...about, facts: { version, reason } }]
      : []),
  ]
}

const invited: NotificationRule = ({ subject, organizationId }, _, { status }) =>
  status === 'invited' ? [{ kind: 'invited', organizationId, membershipId: subject.id }] : []

/** Asked again on one day, it is told once: who withdraws and asks in turns fills no inbox. */
const sharingRequested: NotificationRule = ({ organizationId }, _, after, { clock, reason = null }) => {
  const { producer } = after as { producer: string }
  const day = clock.now().toISOString().slice(0, 10)
  const key = `sharing-requested ${organizationId} ${producer.toLowerCase()} ${day}`
  return [{ kind: 'sharing-requested', key, organizationId, facts: { producer, reason } }]
}

const sharingDeclined: NotificationRule = ({ organizationId }, before, _, { reason = null }) => {
  const { producer, askedById } = before as { producer: string; askedById: string | null }
  if (askedById === null) return []
  const facts = { producer, reason }
  return [{ kind: 'sharing-request-declined', organizationId, userId: askedById, facts }]
}

/** The one place that decides which changes come to inboxes, and as what. */
const notificationRules: Partial<Record<AuditAction, NotificationRule>> = {
  'engine-version.update': engineVersionChanged,
  'module-consumers.end': shareEnded('module-share-ended'),
  'module-consumers.set': shareEnded('module-share-ended'),
  'module-version.deprecate': aboutModule('module-version-deprecated'),
  'module-version.publish': aboutModule('module-version-published'),
  'module-version.revoke': aboutModule('module-version-revoked'),
  'organization-membership.create': invited,
  'provider-consumers.end': shareEnded('provider-share-ended'),
  'provider-consumers.set': shareEnded('provider-share-ended'),
  'sharing-request.create': sharingRequested,
  'sharing-request.decline': sharingDeclined,
}

/** Returns the notices that an audited change causes; mostly none. */
export const noticesOf = (tx: OperationContext, entry: AuditEntry): readonly NewNotice[] =>
  notificationRules[entry.action]?.(entry, (entry.before ?? {}) as Facts, (entry.after ?? {}) as Facts, tx) ??
  []
