import { organizationCreation, type OrganizationAccess } from '../domain/organizations/organization.js'
import type { OrganizationsService } from '../domain/organizations/organizations.service.js'
import { parseCreation } from '../kernel/input.js'
import { requirePermission } from '../kernel/permissions.js'
import { documentOf, listDocument, listOf } from './jsonapi/document.js'
import { body, resource, type Resource } from './jsonapi/resource.js'
import { organizationDocument, presentOrganization } from './organizations.presenter.js'

const tag = 'Organizations'

/** `/organizations`: the caller's own (contract §3). */
export function organizationsResource(service: OrganizationsService): Resource {
  return resource({
    tag,
    async authorize(ctx, _params, writes) {
      if (writes) service.requireCreator(ctx)
      else requirePermission(ctx, 'account:read')
    },
    operations: {
      GET: {
        summary: "List the caller's organizations, by name",
        isPaged: 'when-asked',
        status: 200,
        document: listOf(organizationDocument),
        run: async ({ ctx, page, url }) =>
          listDocument(url, await service.listMine(ctx, page), presentOrganization),
      },
      POST: {
        summary: 'Create an organization; its creator is its first owner',
        body: body({ type: 'organizations', shape: organizationCreation, parse: parseCreation }),
        status: 201,
        document: documentOf(organizationDocument),
        run: async ({ ctx, attributes }) => ({
          data: presentOrganization(await service.create(ctx, attributes)),
        }),
      },
    },
  })
}

/** `/organizations/:org`. */
export function organizationResource(service: OrganizationsService): Resource {
  return resource<OrganizationAccess>({
    tag,
    authorize: (ctx, { org = '' }) => service.access(ctx, org, 'organizations:read'),
    operations: {
      GET: {
        summary: 'Show an organization',
        status: 200,
        document: documentOf(organizationDocument),
        run: async ({ subject }) => ({ data: presentOrganization(subject.organization) }),
      },
    },
  })
}
