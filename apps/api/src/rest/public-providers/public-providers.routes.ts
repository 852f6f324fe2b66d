import { z } from 'zod'
import type { AdminPublicProvidersService } from '../../domain/public-providers/admin-public-providers.service.js'
import {
  publicProviderChange,
  publicProviderCreation,
  type PublicProvider,
  type PublicProviderFilter,
} from '../../domain/public-providers/public-provider.js'
import type { FaceServices } from '../../http/face-services.js'
import type { OperationContext } from '../../kernel/context.js'
import { found } from '../../kernel/errors.js'
import { parseChange, parseCreation } from '../../kernel/input.js'
import { requirePermission } from '../../kernel/permissions.js'
import { documentOf, listDocument, listOf } from '../jsonapi/document.js'
import { described } from '../jsonapi/query.js'
import { body, resource, WithStatus, type Operation, type Resource } from '../jsonapi/resource.js'
import {
  approvedOrganizationDocument,
  presentApprovedOrganization,
  presentPublicProvider,
  publicProviderDocument,
} from './public-providers.presenter.js'

export const tag = 'Public providers'
const document = documentOf(publicProviderDocument)

export const providerIn =
  ({ adminPublicProviders }: FaceServices): Resource<PublicProvider>['authorize'] =>
  (ctx, { id = '' }, writes) =>
    adminPublicProviders.find(ctx, id, writes ? 'public-providers:write' : 'public-providers:read')

/** The documents of providers: two statements for all of them. */
async function present(
  ctx: OperationContext,
  service: AdminPublicProvidersService,
  providers: readonly PublicProvider[],
): Promise<ReturnType<typeof presentPublicProvider>[]> {
  const ids = providers.map(({ id }) => id)
  const [counts, requests] = await Promise.all([service.countsOf(ctx, ids), service.requestsOf(ctx, ids)])
  return providers.map((each) =>
    presentPublicProvider(each, { counts: counts.get(each.id), requests: requests.get(each.id) }),
  )
}

const presentOne = async (
  ctx: OperationContext,
  service: AdminPublicProvidersService,
  provider: PublicProvider,
) => ({ data: (await present(ctx, service, [provider]))[0] })

/** `/admin/public-providers` (contract §14): site administrators only. */
export function publicProvidersResource({ adminPublicProviders: service }: FaceServices): Resource {
  return resource({
    tag,
    async authorize(ctx, _params, writes) {
      requirePermission(ctx, writes ? 'public-providers:write' : 'public-providers:read')
    },
    operations: {
      GET: {
        summary: 'List the known public providers, by origin, namespace and name',
        isPaged: true,
        parameters: {
          q: described('A part of the origin, the namespace or the name, in any case.'),
          'filter[status]': z.enum(['held', 'blocked', 'altered', 'unverified', 'wanted']).meta({
            description:
              "Providers with a version of this status by the site's cooldown, or `wanted`: that organizations requested and may not use.",
          }),
        },
        document: listOf(publicProviderDocument),
        async run({ ctx, query, page, url }) {
          const filter = {
            search: query['q'] as string | undefined,
            status: query['filter[status]'] as PublicProviderFilter['status'],
          }
          const list = await service.list(ctx, filter, page)
          const items = await present(ctx, service, list.items)
          return listDocument(url, { ...list, items }, (item) => item)
        },
      },
      POST: {
        summary: 'Discover a provider of an origin; 200 for a known one',
        body: body({ type: 'public-providers', shape: publicProviderCreation, parse: parseCreation }),
        document,
        otherStatus: 200,
        async run({ ctx, attributes }) {
          const { provider, isNew } = await service.create(ctx, attributes)
          const made = await presentOne(ctx, service, provider)
          return isNew ? made : new WithStatus(200, made)
        },
      },
    },
  })
}

/** `/admin/public-providers/:id`. */
export function publicProviderResource(services: FaceServices): Resource {
  const { adminPublicProviders: service } = services
  return resource<PublicProvider>({
    tag,
    authorize: providerIn(services),
    operations: {
      GET: {
        summary: 'Show a public provider',
        document,
        run: ({ ctx, subject }) => presentOne(ctx, service, subject),
      },
      PATCH: {
        summary: 'Approve a public provider for all organizations, or withdraw the approval',
        body: body({ type: 'public-providers', shape: publicProviderChange, parse: parseChange }),
        document,
        async run({ ctx, subject, attributes, expectedOf }) {
          const updated = await service.update(ctx, subject.id, attributes, expectedOf(subject))
          return presentOne(ctx, service, updated)
        },
      },
      DELETE: {
        summary:
          'Forget a public provider, and what was seen of it; not while it is approved, an organization lists it or a decision stands',
        run: ({ ctx, subject, expectedOf }) => service.delete(ctx, subject.id, expectedOf(subject)),
      },
    },
  })
}

/** `/admin/public-providers/:id/actions/look`. */
export function publicProviderSyncResource(services: FaceServices): Resource {
  const { adminPublicProviders: service } = services
  return resource<PublicProvider>({
    tag,
    authorize: providerIn(services),
    operations: {
      POST: {
        summary: 'Begin to compare its versions, and the checksums of the newest 20, with the origin',
        status: 202,
        document,
        run: async ({ ctx, subject }) => presentOne(ctx, service, await service.sync(ctx, subject.id)),
      },
    },
  })
}

/** `/admin/public-providers/:id/relationships/organizations`: the organizations that were allowed it. */
export function approvedOrganizationsResource(services: FaceServices): Resource {
  const { adminPublicProviders: service } = services
  const operation = (summary: string, change: 'approve' | 'withdraw'): Operation<PublicProvider> => ({
    summary,
    linkage: { type: 'organizations' },
    status: 204,
    run: ({ ctx, subject, linkage }) => service[change](ctx, subject.id, linkage),
  })
  return resource<PublicProvider>({
    tag,
    authorize: providerIn(services),
    operations: {
      GET: {
        summary:
          'List the organizations that were allowed it, by name; those that list it themselves are apart',
        isPaged: true,
        document: listOf(approvedOrganizationDocument),
        run: async ({ ctx, subject, page, url }) =>
          listDocument(
            url,
            found((await service.approvedOf(ctx, [subject.id], page)).get(subject.id)),
            presentApprovedOrganization,
          ),
      },
      POST: operation('Allow organizations to use it, by name', 'approve'),
      DELETE: operation('Withdraw it from organizations; those that list it themselves go on', 'withdraw'),
    },
  })
}
