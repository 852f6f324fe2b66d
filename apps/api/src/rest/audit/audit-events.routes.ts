import { z } from 'zod'
import { longestAuditList } from '../../domain/audit/audit-event.js'
import type { FaceServices } from '../../http/face-services.js'
import { requirePermission } from '../../kernel/permissions.js'
import { auditEventFilterOf, auditEventOrderOf, auditEventParameters } from './audit-events.filters.js'
import { auditEventDocument, presentAuditEvent } from './audit-events.presenter.js'
import { listDocument, listOf } from '../jsonapi/document.js'
import { resource, type Resource } from '../jsonapi/resource.js'

const meta = {
  'has-more': z.boolean().meta({
    description: `True if more match than the ${longestAuditList.toLocaleString('en')} that the pages show.`,
  }),
}

/** `/admin/audit-events`, an extension: site administrators only. */
export function auditEventsResource({ auditEvents }: FaceServices): Resource {
  return resource({
    tag: 'Audit log',
    async authorize(ctx) {
      requirePermission(ctx, 'audit-events:read')
    },
    operations: {
      GET: {
        summary: 'List what was done, newest first',
        isPaged: true,
        parameters: auditEventParameters,
        document: listOf(auditEventDocument, { meta }),
        async run({ ctx, query, page, url }) {
          const filter = auditEventFilterOf(query)
          const list = await auditEvents.list(ctx, filter, auditEventOrderOf(query), page)
          return listDocument(url, list, presentAuditEvent, { meta: { 'has-more': list.hasMore } })
        },
      },
    },
  })
}
