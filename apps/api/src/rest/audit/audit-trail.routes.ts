import { z } from 'zod'
import type { AuditEventsService } from '../../domain/audit/audit-events.service.js'
import { resource, type Resource } from '../jsonapi/resource.js'
import { day, moment } from './audit-events.filters.js'
import { auditTrailDocument, presentAuditTrail } from './audit-trail.presenter.js'

/** `/organization/audit-trail`: that of the organization whose audit-trails token asks, and of no other caller. */
export function auditTrailResource(events: AuditEventsService): Resource {
  return resource<string>({
    tag: 'Audit log',
    authorize: (ctx) => events.enterTrail(ctx),
    operations: {
      GET: {
        summary: 'List what was done in the organization, newest first, for its audit-trails token alone',
        isPaged: true,
        // The page size that the vendor's clients expect (contract §10).
        pageSize: 1000,
        parameters: {
          since: z.union([moment, day]).meta({ description: 'After this moment, or this day (UTC) begins.' }),
        },
        document: auditTrailDocument,
        mediaType: 'application/json',
        run: async ({ ctx, query, page }) =>
          presentAuditTrail(await events.listTrail(ctx, query['since'] as Date | undefined, page)),
      },
    },
  })
}
