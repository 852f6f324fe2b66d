import { z } from 'zod'
import { resource, type Resource } from '../jsonapi/resource.js'
import { day, moment } from './audit-events.filters.js'
import type { AuditEvent } from '../../domain/audit/audit-event.js'
import type { FaceServices } from '../../http/face-services.js'
import { totalPages, type Paged } from '../../kernel/page.js'

const page = z.number().int()

const trailEvent = z.object({
  id: z.string().meta({ example: '4711' }),
  version: z.literal('0'),
  type: z.literal('Resource'),
  timestamp: z.string().meta({ example: '2026-03-02T08:15:00.000Z' }),
  auth: z.object({
    accessor_id: z.string().nullable().meta({
      description: 'Null for the platform and anonymous callers.',
      example: 'user-V3R563qtJNcExAkN',
    }),
    description: z.string().meta({ description: 'The name of the actor at that time.', example: 'ana' }),
    type: z.enum(['Client', 'System']),
    impersonator_id: z.null(),
    organization_id: z.string().nullable().meta({ example: 'org-gx1DfmkpJ3qGmQWT' }),
  }),
  request: z.object({ id: z.string().meta({ example: 'f3b1c9d2-6b0c-4a58-9a3e-0d8f4a4f2b10' }) }),
  resource: z.object({
    id: z.string().meta({ example: 'at-6yEmxNAhaoQLH1Da' }),
    type: z.string().meta({ example: 'authentication_token' }),
    action: z.string().meta({ example: 'create' }),
    meta: z
      .looseObject({})
      .meta({ description: 'Further facts about the event in the audit log.', example: { name: 'ci' } }),
  }),
})

/** The vendor's document of the audit trail, which is not JSON:API (contract §10). */
const auditTrailDocument = z
  .object({
    data: z.array(trailEvent),
    pagination: z.object({
      current_page: page,
      prev_page: page.nullable(),
      next_page: page.nullable(),
      total_pages: page,
      total_count: page,
    }),
  })
  .meta({ id: 'AuditTrail' })

function presentAuditTrail(list: Paged<AuditEvent>): z.input<typeof auditTrailDocument> {
  const { number } = list.page
  const pages = totalPages(list)
  return {
    data: list.items.map(presentEvent),
    pagination: {
      current_page: number,
      prev_page: number <= 1 || pages === 0 ? null : Math.min(number - 1, pages),
      next_page: number < pages ? number + 1 : null,
      total_pages: pages,
      total_count: list.totalCount,
    },
  }
}

function presentEvent(event: AuditEvent): z.input<typeof trailEvent> {
  const [, verb = ''] = event.action.split('.')
  const { action, face, address, reason, before, after } = event
  return {
    id: event.id,
    version: '0',
    type: 'Resource',
    timestamp: event.at.toISOString(),
    auth: {
      accessor_id: event.actorId,
      description: event.actorName,
      type: event.actorType === 'system' ? 'System' : 'Client',
      impersonator_id: null,
      organization_id: event.organizationId,
    },
    request: { id: event.requestId },
    resource: {
      id: event.subjectId,
      type: event.subjectType.replaceAll('-', '_'),
      action: verb === 'delete' ? 'destroy' : verb,
      meta: {
        name: event.subjectName,
        event: action,
        administrator_override: event.administratorOverride,
        token_id: event.credentialId,
        face,
        address,
        reason,
        before,
        after,
      },
    },
  }
}

/** `/organization/audit-trail`: that of the organization whose audit-trails token asks, and of no other caller. */
export function auditTrailResource({ auditEvents }: FaceServices): Resource {
  return resource<string>({
    tag: 'Audit log',
    authorize: (ctx) => auditEvents.enterTrail(ctx),
    operations: {
      GET: {
        summary: 'List what was done in the organization, newest first, for its audit-trails token alone',
        isPaged: true,
        // The page size that the vendor's clients expect (contract §10).
        pageSize: 1000,
        parameters: {
          since: z.union([moment, day]).meta({
            description: 'Start of the period: a time, itself excluded, or a day (UTC) from its beginning.',
          }),
        },
        document: auditTrailDocument,
        mediaType: 'application/json',
        run: async ({ ctx, query, page }) =>
          presentAuditTrail(await auditEvents.listTrail(ctx, query['since'] as Date | undefined, page)),
      },
    },
  })
}
