import type { AuditEvent } from './audit-event.js'

/** Makes the row of an event in an export, by the names that its columns have outside of the platform. */
export const auditRow = (event: AuditEvent) => ({ id: event.id, ...auditAttributes(event) })

/** Makes the line of an event among other lines, told from them by its type. */
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
