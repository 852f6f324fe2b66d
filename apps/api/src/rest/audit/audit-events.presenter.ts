import { z } from 'zod'
import { auditAttributes, auditEvent, type AuditEvent } from '../../domain/audit/audit-event.js'
import { attributesOf } from '../jsonapi/attributes.js'
import { resourceOf } from '../jsonapi/document.js'

const { credentialId, subjectType, subjectId, subjectName } = auditEvent.shape
const attributes = attributesOf({
  ...auditEvent.pick({ at: true, action: true, actorType: true, actorId: true, actorName: true }).shape,
  tokenId: credentialId,
  ...auditEvent.pick({
    face: true,
    address: true,
    requestId: true,
    organizationId: true,
    organizationName: true,
    administratorOverride: true,
  }).shape,
  targetType: subjectType,
  targetId: subjectId,
  targetName: subjectName,
  ...auditEvent.pick({ before: true, after: true, reason: true }).shape,
})

export const auditEventDocument = resourceOf('audit-events', '4711', {
  attributes: z.object(attributes.shape),
}).meta({ id: 'AuditEvent' })

export function presentAuditEvent(event: AuditEvent): z.input<typeof auditEventDocument> {
  return { id: event.id, type: 'audit-events', attributes: auditAttributes(event) }
}
