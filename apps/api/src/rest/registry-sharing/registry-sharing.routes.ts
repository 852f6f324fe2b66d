import type { RegistryPartnershipsService } from '../../domain/registry-sharing/registry-partnerships.service.js'
import type { SharedKind } from '../../domain/organizations/shares.js'
import { partnershipsChange } from '../../domain/registry-sharing/registry-sharing.js'
import type { RegistrySharingService } from '../../domain/registry-sharing/registry-sharing.service.js'
import type { AdminOrganization } from '../../domain/organizations/admin-organization.js'
import type { AdminOrganizationsService } from '../../domain/organizations/admin-organizations.service.js'
import { parseChange } from '../../kernel/input.js'
import { consumerDocument, presentConsumer } from '../organizations/admin-organizations.presenter.js'
import { listDocument, listOf } from '../jsonapi/document.js'
import { body, resource, type Operation, type Resource } from '../jsonapi/resource.js'

export interface SharingFace {
  readonly adminOrganizations: AdminOrganizationsService
  readonly registrySharing: RegistrySharingService
  readonly registryPartnerships: RegistryPartnershipsService
}

const tag = 'Registry sharing'

const authorized =
  ({ adminOrganizations }: SharingFace): Resource<AdminOrganization>['authorize'] =>
  (ctx, { name = '' }, writes) =>
    adminOrganizations.find(ctx, name, writes ? 'site-organizations:write' : 'site-organizations:read')

const listing = (face: SharingFace, kind: SharedKind): Operation<AdminOrganization> => ({
  summary: `List the organizations that may use the ${kind} of this one, by name`,
  isPaged: true,
  document: listOf(consumerDocument),
  run: async ({ ctx, subject, page, url }) =>
    listDocument(url, await face.registrySharing.listConsumers(ctx, kind, subject, page), presentConsumer),
})

/** `/admin/organizations/:name/relationships/module-consumers` (contract §5), as older clients set them. */
export const moduleConsumersResource = (face: SharingFace): Resource =>
  resource<AdminOrganization>({
    tag,
    authorize: authorized(face),
    operations: {
      GET: listing(face, 'modules'),
      PATCH: {
        summary: 'Set the consumers, all at once; this ends sharing with all',
        linkage: { type: 'organizations' },
        status: 204,
        run: ({ ctx, subject, linkage, expectedOf }) =>
          face.registryPartnerships.setConsumers(ctx, subject.id, 'modules', linkage.ids, {
            known: linkage.faults,
            expectedUpdatedAt: expectedOf(subject),
          }),
      },
    },
  })

/** `/admin/organizations/:name/relationships/provider-consumers` (contract §12). */
export const providerConsumersResource = (face: SharingFace): Resource =>
  resource<AdminOrganization>({
    tag,
    authorize: authorized(face),
    operations: { GET: listing(face, 'providers') },
  })

/** `/admin/organizations/:name/registry-partnerships` (contract §12). */
export const registryPartnershipsResource = (face: SharingFace): Resource =>
  resource<AdminOrganization>({
    tag,
    authorize: authorized(face),
    operations: {
      PUT: {
        summary:
          'Set who may use the modules and the providers, each list all at once, which ends sharing with all; a list that is absent stays',
        body: body({
          type: 'registry-partnerships',
          shape: partnershipsChange,
          documentNames: {
            moduleConsumers: ['module-consumers', 'module_consumers'],
            providerConsumers: ['provider-consumers', 'provider_consumers'],
          },
          parse: parseChange,
        }),
        status: 204,
        run: ({ ctx, subject, attributes, expectedOf }) =>
          face.registryPartnerships.setPartnerships(ctx, subject.id, attributes, expectedOf(subject)),
      },
    },
  })
