import type { SharedKind } from '../../domain/organizations/shares.js'
import { partnershipsChange } from '../../domain/registry-sharing/registry-sharing.js'
import type { AdminOrganization } from '../../domain/organizations/admin-organization.js'
import type { FaceServices } from '../../http/face-services.js'
import { parseChange } from '../../kernel/input.js'
import { consumerDocument, presentConsumer } from '../organizations/admin-organizations.presenter.js'
import { listDocument, listOf } from '../jsonapi/document.js'
import { body, resource, type Operation, type Resource } from '../jsonapi/resource.js'

const tag = 'Registry sharing'

const authorized =
  ({ adminOrganizations }: FaceServices): Resource<AdminOrganization>['authorize'] =>
  (ctx, { name = '' }, writes) =>
    adminOrganizations.find(ctx, name, writes ? 'site-organizations:write' : 'site-organizations:read')

const listing = (services: FaceServices, kind: SharedKind): Operation<AdminOrganization> => ({
  summary: `List the organizations that may use the ${kind} of this one, by name`,
  isPaged: true,
  document: listOf(consumerDocument),
  run: async ({ ctx, subject, page, url }) =>
    listDocument(
      url,
      await services.registrySharing.listConsumers(ctx, kind, subject, page),
      presentConsumer,
    ),
})

/** `/admin/organizations/:name/relationships/module-consumers` (contract §5), as older clients set them. */
export const moduleConsumersResource = (services: FaceServices): Resource =>
  resource<AdminOrganization>({
    tag,
    authorize: authorized(services),
    operations: {
      GET: listing(services, 'modules'),
      PATCH: {
        summary: 'Set the consumers, all at once; this ends sharing with all',
        linkage: { type: 'organizations' },
        status: 204,
        run: ({ ctx, subject, linkage, expectedOf }) =>
          services.registryPartnerships.setConsumers(ctx, subject.id, 'modules', linkage.ids, {
            known: linkage.faults,
            expectedUpdatedAt: expectedOf(subject),
          }),
      },
    },
  })

/** `/admin/organizations/:name/relationships/provider-consumers` (contract §12). */
export const providerConsumersResource = (services: FaceServices): Resource =>
  resource<AdminOrganization>({
    tag,
    authorize: authorized(services),
    operations: { GET: listing(services, 'providers') },
  })

/** `/admin/organizations/:name/registry-partnerships` (contract §12). */
export const registryPartnershipsResource = (services: FaceServices): Resource =>
  resource<AdminOrganization>({
    tag,
    authorize: authorized(services),
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
          services.registryPartnerships.setPartnerships(ctx, subject.id, attributes, expectedOf(subject)),
      },
    },
  })
