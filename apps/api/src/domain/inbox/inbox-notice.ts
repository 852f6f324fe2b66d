import type { AuditAction } from '@engine/shared'
import type { OperationContext } from '../../kernel/context.js'
import type { AuditEntry } from '../audit/audit.js'

/** What inboxes tell of. An older release leaves out the kinds that it does not know. */
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

/** What the sentence of a notice needs beside the things that it is about: what was so when it happened. */
export interface NoticeFacts {
  readonly version?: string
  readonly reason?: string | null
  /** The name of another organization. */
  readonly producer?: string
}

/** Something to tell of, and what it is about. */
export interface NewNotice {
  readonly kind: NoticeKind
  /** There is one of it at most. */
  readonly key?: string
  readonly moduleVersionId?: string
  readonly organizationId?: string | undefined
  /** Where the audit log knows an organization by its name alone. */
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
  /** Of the module, or of the engine. */
  readonly version: string | null
  /** The name of the person's own organization, or of the one that invites or asks. */
  readonly organization: string | null
  /** The name of the organization that shares or shall share, as it was. */
  readonly producer: string | null
  /** What a token is described by; null where it is by nothing, and for everything else. */
  readonly token: string | null
  readonly expiresAt: Date | null
  readonly reason: string | null
}

type Facts = Readonly<Record<string, unknown>>
type Telling = (entry: AuditEntry, before: Facts, after: Facts, tx: OperationContext) => readonly NewNotice[]

const aboutModule =
  (kind: NoticeKind): Telling =>
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

/** The owners of those that were on the list and are not any more; not where it became a list of all. */
const shareEnded =
  (kind: NoticeKind): Telling =>
  ({ subject }, before, after) => {
    const left = new Set(namesIn(after))
    const gone = namesIn(before).filter((name) => !left.has(name))
    return gone.map((organizationName) => ({ kind, organizationName, facts: { producer: subject.name } }))
  }

const engineVersionChanged: Telling = ({ subject }, before, after) => {
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

const invited: Telling = ({ subject, organizationId }, _, { status }) =>
  status === 'invited' ? [{ kind: 'invited', organizationId, membershipId: subject.id }] : []

/** Asked again on one day, it is told once: who withdraws and asks in turns fills no inbox. */
const sharingRequested: Telling = ({ organizationId }, _, after, { clock, reason = null }) => {
  const { producer } = after as { producer: string }
  const day = clock.now().toISOString().slice(0, 10)
  const key = `sharing-requested ${organizationId} ${producer.toLowerCase()} ${day}`
  return [{ kind: 'sharing-requested', key, organizationId, facts: { producer, reason } }]
}

const sharingDeclined: Telling = ({ organizationId }, before, _, { reason = null }) => {
  const { producer, askedById } = before as { producer: string; askedById: string | null }
  if (askedById === null) return []
  const facts = { producer, reason }
  return [{ kind: 'sharing-request-declined', organizationId, userId: askedById, facts }]
}

/** The one place that decides which changes come to inboxes, as what. */
const tellings: Partial<Record<AuditAction, Telling>> = {
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

/** What an audited change tells inboxes; mostly nothing. */
export const noticesOf = (tx: OperationContext, entry: AuditEntry): readonly NewNotice[] =>
  tellings[entry.action]?.(entry, (entry.before ?? {}) as Facts, (entry.after ?? {}) as Facts, tx) ?? []
