import type { ModuleSharingService } from '../../domain/module-sharing/module-sharing.service.js'
import type { AdminOrganization } from '../../domain/organizations/admin-organization.js'
import type { AdminOrganizationsService } from '../../domain/organizations/admin-organizations.service.js'
import {
  adminOrganizationDocument,
  presentAdminOrganization,
} from '../organizations/admin-organizations.presenter.js'
import { listDocument, listOf } from '../jsonapi/document.js'
import { resource, type Resource } from '../jsonapi/resource.js'

/** `/admin/organizations/:name/relationships/module-consumers` (contract §5). */
export function moduleConsumersResource(
  sharing: ModuleSharingService,
  organizations: AdminOrganizationsService,
): Resource {
  return resource<AdminOrganization>({
    tag: 'Module sharing',
    authorize: (ctx, { name = '' }, writes) =>
      organizations.find(ctx, name, writes ? 'site-organizations:write' : 'site-organizations:read'),
    operations: {
      GET: {
        summary: 'List the organizations that may use the modules of this one, by name',
        isPaged: true,
        document: listOf(adminOrganizationDocument),
        run: async ({ ctx, subject, page, url }) =>
          listDocument(url, await sharing.listConsumers(ctx, subject, page), presentAdminOrganization),
      },
      PATCH: {
        summary: 'Set the consumers, all at once; this ends sharing with all',
        linkage: { type: 'organizations' },
        status: 204,
        run: ({ ctx, subject, linkage, expectedOf }) =>
          sharing.setConsumers(ctx, subject.id, linkage.ids, {
            known: linkage.faults,
            expectedUpdatedAt: expectedOf(subject),
          }),
      },
    },
  })
}
