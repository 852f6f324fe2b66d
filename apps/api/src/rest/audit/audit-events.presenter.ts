import { z } from 'zod'
import type { AuditEvent } from '../../domain/audit/audit-event.js'
import { auditAttributes } from '../../domain/audit/audit-row.js'

const facts = z
  .record(z.string(), z.unknown())
  .nullable()
  .meta({ description: 'By the names of its facts; null where nothing was recorded.' })

export const auditEventDocument = z
  .object({
    id: z.string().meta({ example: '4711' }),
    type: z.literal('audit-events'),
    attributes: z.object({
      at: z.string(),
      action: z.string().meta({ description: 'An area and a verb.', example: 'engine-version.update' }),
      'actor-type': z.enum(['user', 'team', 'organization', 'system', 'nobody']),
      'actor-id': z
        .string()
        .nullable()
        .meta({ description: 'Null for the platform and for anonymous callers.' }),
      'actor-name': z.string().meta({ description: 'As the actor was called then.' }),
      'token-id': z
        .string()
        .nullable()
        .meta({ description: 'The token or the session that it was done by.' }),
      face: z.enum(['console', 'rest', 'registry', 'system']),
      address: z.string().nullable(),
      'request-id': z.string(),
      'organization-id': z.string().nullable(),
      'organization-name': z
        .string()
        .nullable()
        .meta({ description: 'What it is called now; null when it is gone.' }),
      'administrator-override': z
        .boolean()
        .meta({ description: 'A site administrator acted as an owner of the organization.' }),
      'target-type': z.string().meta({ example: 'engine-version' }),
      'target-id': z.string(),
      'target-name': z.string().meta({ description: 'As the thing was called then.' }),
      before: facts,
      after: facts,
      reason: z.string().nullable(),
    }),
  })
  .meta({ id: 'AuditEvent' })

export function presentAuditEvent(event: AuditEvent): z.input<typeof auditEventDocument> {
  return { id: event.id, type: 'audit-events', attributes: auditAttributes(event) }
}
