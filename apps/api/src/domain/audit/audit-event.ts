import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import type { Paged } from '../../kernel/page.js'

/** The recorded facts of a thing, by their names; dates are texts. */
const auditedFacts = z
  .record(z.string(), z.unknown())
  .nullable()
  .meta({ description: 'By the names of its facts; null where nothing was recorded.' })

/** A row of the audit log, as it is read. */
export const auditEvent = z.object({
  /** The number of the event, which grows, as a text. */
  id: z.string(),
  at: z.date(),
  action: z.string().meta({ description: 'An area and a verb.', example: 'engine-version.update' }),
  actorType: z.enum(['user', 'team', 'organization', 'system', 'nobody']),
  actorId: z.string().nullable().meta({ description: 'Null for the platform and for anonymous callers.' }),
  actorName: z.string().meta({ description: 'As the actor was called then.' }),
  credentialId: z.string().nullable().meta({ description: 'The token or the session that it was done by.' }),
  face: z.enum(['console', 'rest', 'registry', 'system']),
  address: z.string().nullable(),
  requestId: z.string(),
  organizationId: z.string().nullable(),
  organizationName: z
    .string()
    .nullable()
    .meta({ description: 'What it is called now; null when it is gone.' }),
  administratorOverride: z
    .boolean()
    .meta({ description: 'A site administrator acted as an owner of the organization.' }),
  subjectType: z.string().meta({ example: 'engine-version' }),
  subjectId: z.string(),
  subjectName: z.string().meta({ description: 'As the thing was called then.' }),
  before: auditedFacts,
  after: auditedFacts,
  reason: z.string().nullable(),
})

export type AuditEvent = Readonly<z.output<typeof auditEvent>>

/** A filter; an absent attribute matches all events. */
export interface AuditEventFilter {
  /** A part of the action, of a name, of the reason or the address; or a whole id, also of a token or a request. */
  readonly search?: string | undefined
  /** A whole action, or the area before its dot. */
  readonly action?: string | undefined
  /** The actor's id, or name in any case. */
  readonly actor?: string | undefined
  readonly subjectType?: string | undefined
  /** The subject's id, or name in any case; the address of a module or a provider includes its versions. */
  readonly subject?: string | undefined
  /** The organization's id, or name, also a former one. */
  readonly organization?: string | undefined
  /** The organization's id; wins over `organization`. */
  readonly organizationId?: string | undefined
  readonly requestId?: string | undefined
  readonly administratorOverride?: boolean | undefined
  /** The first moment that matches. */
  readonly from?: Date | undefined
  /** The first moment that matches no longer. */
  readonly until?: Date | undefined
}

export type AuditEventOrder = 'newest' | 'oldest'

/** Maximum number of events that a list shows; older ones are found by narrowing it, or in an export. */
export const longestAuditList = 10_000

/** `totalCount` is right up to `longestAuditList`; when there is more, it is that number. */
export interface AuditEventList extends Paged<AuditEvent> {
  readonly hasMore: boolean
}

/** Maximum number of parts of time that one count has, and of days that it spans. */
export const mostParts = 92
export const longestCount = 92

/** One fact that an event changed. */
export interface AuditChange {
  readonly name: string
  readonly before: unknown
  readonly after: unknown
}

/** Maximum number of changes that are shown with one event; values longer than a name are left out. */
export const mostChanges = 20
const shortest = 200

/** Returns the differences between before and after, except the time of the change itself. */
export function changesOf({ before, after }: Pick<AuditEvent, 'before' | 'after'>): AuditChange[] {
  const names = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])
  return [...names]
    .map((name) => ({ name, before: before?.[name] ?? null, after: after?.[name] ?? null }))
    .filter((change) => change.name !== 'updatedAt' && !isDeepStrictEqual(change.before, change.after))
    .slice(0, mostChanges)
    .map((change) => ({ ...change, before: ifShort(change.before), after: ifShort(change.after) }))
}

const ifShort = (fact: unknown): unknown =>
  typeof fact === 'object' || (typeof fact === 'string' && fact.length > shortest) ? null : fact

/** Makes the row of an event in an export, by the names that its columns have outside of the platform. */
export const auditRow = (event: AuditEvent) => ({ id: event.id, ...auditAttributes(event) })

/** Makes the line of an event; its type distinguishes it from other lines of the log. */
export const auditLine = (event: AuditEvent): string => JSON.stringify({ type: 'audit', ...auditRow(event) })

export const auditAttributes = (event: AuditEvent) => ({
  at: event.at.toISOString(),
  action: event.action,
  'actor-type': event.actorType,
  'actor-id': event.actorId,
  'actor-name': event.actorName,
  'token-id': event.credentialId,
  face: event.face,
  address: event.address,
  'request-id': event.requestId,
  'organization-id': event.organizationId,
  'organization-name': event.organizationName,
  'administrator-override': event.administratorOverride,
  'target-type': event.subjectType,
  'target-id': event.subjectId,
  'target-name': event.subjectName,
  before: event.before,
  after: event.after,
  reason: event.reason,
})
