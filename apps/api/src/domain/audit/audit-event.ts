import type { Face } from '../../kernel/context.js'
import type { Paged } from '../../kernel/page.js'

/** What was recorded of a thing, by the names of its facts; dates are texts. */
export type AuditedFacts = Readonly<Record<string, unknown>>

/** One row of the audit log, as it is read. */
export interface AuditEvent {
  /** A number that grows, as a text. */
  readonly id: string
  readonly at: Date
  /** An area and a verb, such as `engine-version.create`. */
  readonly action: string
  readonly actorType: 'user' | 'team' | 'organization' | 'system' | 'nobody'
  /** Null for the platform itself and for anonymous callers. */
  readonly actorId: string | null
  readonly actorName: string
  /** The token or the session that it was done by. */
  readonly credentialId: string | null
  readonly face: Face
  readonly address: string | null
  readonly requestId: string
  readonly organizationId: string | null
  /** What the organization is called now; null when it is gone. */
  readonly organizationName: string | null
  readonly administratorOverride: boolean
  readonly subjectType: string
  readonly subjectId: string
  /** As it was called then. */
  readonly subjectName: string
  readonly before: AuditedFacts | null
  readonly after: AuditedFacts | null
  readonly reason: string | null
}

/** What is absent lets everything through. */
export interface AuditEventFilter {
  /** A part of the action, of a name, of the reason or the address; or a whole id, also of a token or a request. */
  readonly search?: string | undefined
  /** A whole action, or the area before its dot. */
  readonly action?: string | undefined
  /** An id, or a name in any case. */
  readonly actor?: string | undefined
  readonly subjectType?: string | undefined
  /** An id, or a name in any case; the address of a module or a provider includes its versions. */
  readonly subject?: string | undefined
  /** An id, or a name, also a former one. */
  readonly organization?: string | undefined
  /** Its id; wins over `organization`. */
  readonly organizationId?: string | undefined
  readonly requestId?: string | undefined
  readonly administratorOverride?: boolean | undefined
  /** From this moment on. */
  readonly from?: Date | undefined
  /** Before this moment. */
  readonly until?: Date | undefined
}

export type AuditEventOrder = 'newest' | 'oldest'

/** What a list leads to; what lies further is found by narrowing it, or in an export. */
export const longestAuditList = 10_000

/** `totalCount` is right up to `longestAuditList`; when there is more, it is that number. */
export interface AuditEventList extends Paged<AuditEvent> {
  readonly hasMore: boolean
}
