import { z } from 'zod'
import type { AccessDecision, OrganizationAccess } from '../../domain/organizations/organization.js'
import {
  permissionToCreateIn,
  providerChange,
  providerCreation,
  registryNames,
  type ProviderAccess,
  type ProviderAddress,
  type ProviderFilter,
  type RegistryName,
  type RegistryProvider,
} from '../../domain/registry-providers/registry-provider.js'
import type { FaceServices, ProviderFileLinks } from '../../http/face-services.js'
import { cacheTags } from '../../kernel/cache-tags.js'
import type { OperationContext } from '../../kernel/context.js'
import { parseChange, parseCreation } from '../../kernel/input.js'
import { allowsIn, type Permission } from '../../kernel/permissions.js'
import { documentOf, listDocument, listOf } from '../jsonapi/document.js'
import { described } from '../jsonapi/query.js'
import { body, resource, type Operation, type Resource } from '../jsonapi/resource.js'
import {
  presentProviderVersion,
  registryProviderVersionDocument,
  type LinkMaker,
} from './registry-provider-versions.presenter.js'
import { presentRegistryProvider, registryProviderDocument } from './registry-providers.presenter.js'

export const tag = 'Registry providers'
/** Refusal of requests about the versions of a public provider. */
export const denial = 'The provider is a public one: its versions are those of the public registry'
const type = 'registry-providers'
/** The client libraries' name for the versions, and the relationship's own. */
const includes = ['registry-provider-versions', 'versions'] as const
const document = documentOf(registryProviderDocument, registryProviderVersionDocument)

const relationships = {
  tagBindings: { type: 'tag-bindings', refusal: 'Tags of providers are not offered here' },
} as const

type Params = Readonly<Record<string, string>>

export function providerAddressIn({
  org = '',
  registry = '',
  namespace = '',
  name = '',
}: Params): ProviderAddress {
  return { organization: org, registryName: registry, namespace, name }
}

export const permissionTo = (writes: boolean): Permission => (writes ? 'providers:write' : 'providers:read')

/** Permission for routes that only write versions, platforms and files, and delete nothing. */
export const permissionToPublish = (writes: boolean): Permission =>
  writes ? 'providers:publish' : 'providers:read'

export function linkMaker(
  ctx: OperationContext,
  { roles }: Pick<AccessDecision, 'roles'>,
  links: ProviderFileLinks,
): LinkMaker {
  return { ctx, links, roles }
}

/** The providers' documents, and those of their versions when they were asked for: one statement for all of them. */
async function present(
  services: FaceServices,
  ctx: OperationContext,
  access: Pick<AccessDecision, 'roles'>,
  providers: readonly RegistryProvider[],
  included: readonly string[],
): Promise<{ data: object[]; included?: object[] }> {
  const maker = linkMaker(ctx, access, services.providerLinks)
  const wanted = included.length > 0
  const mayWrite = allowsIn(access.roles, ctx.actor, 'providers:write')
  const data = providers.map((each) => presentRegistryProvider(each, mayWrite, wanted))
  if (!wanted) return { data }
  const byId = new Map(providers.map((each) => [each.id, each]))
  const versions = await services.providerVersions.listAllOf(ctx, providers)
  return {
    data,
    included: versions.flatMap((version) => {
      const provider = byId.get(version.providerId)
      return provider ? [presentProviderVersion(provider, version, maker)] : []
    }),
  }
}

/** Cache tags of the answer; included files have links that expire, so such an answer is not cached. */
const tags = (organizationId: string, included: readonly string[]): readonly string[] | undefined =>
  included.length > 0 ? undefined : [cacheTags.access, cacheTags.providersOf(organizationId)]

/** `/organizations/:org/registry-providers` (contract §6). */
export function registryProvidersResource(services: FaceServices): Resource {
  return resource<OrganizationAccess>({
    tag,
    authorize: (ctx, { org = '' }, writes) =>
      services.organizations.access(
        ctx,
        org,
        writes ? permissionToCreateIn(ctx.actor, org) : 'providers:read',
      ),
    operations: {
      GET: {
        summary: 'List the providers of an organization, by registry name, namespace and name',
        isPaged: true,
        includes,
        parameters: {
          q: described(
            'A part of the name or the namespace, or of the name of a documented resource or data source, in any case.',
          ),
          'filter[registry_name]': z
            .enum(registryNames)
            .meta({ description: 'Private providers, or pointers to public ones.' }),
          'filter[organization_name]': described('The exact name of the owning organization.'),
        },
        document: listOf(registryProviderDocument, { included: registryProviderVersionDocument }),
        tags: ({ subject, included }) => tags(subject.organization.id, included),
        async run({ ctx, subject, query, page, included, url }) {
          const list = await services.providers.list(ctx, subject.organization.name, toFilter(query), page)
          const shown = await present(services, ctx, subject, list.items, included)
          return listDocument(url, { ...list, items: shown.data }, (item) => item, {
            included: shown.included,
          })
        },
      },
      POST: {
        summary: 'Add a provider: a public one points to the public registry, a private one is stored here',
        body: body({ type, shape: providerCreation, parse: parseCreation, relationships }),
        document,
        async run({ ctx, subject, attributes }) {
          const created = await services.providers.create(ctx, subject.organization.name, attributes)
          const { data } = await present(services, ctx, subject, [created], [])
          return { data: data[0] }
        },
      },
    },
  })
}

function toFilter(query: Readonly<Record<string, unknown>>): ProviderFilter {
  return {
    search: query['q'] as string | undefined,
    registryName: query['filter[registry_name]'] as RegistryName | undefined,
    organization: query['filter[organization_name]'] as string | undefined,
  }
}

const show = (services: FaceServices): Operation<ProviderAccess> => ({
  summary: 'Show a provider',
  includes,
  document,
  tags: ({ subject, included }) => tags(subject.provider.organizationId, included),
  async run({ ctx, subject, included }) {
    const { data, ...rest } = await present(services, ctx, subject, [subject.provider], included)
    return { data: data[0], ...rest }
  },
})

/** `/organizations/:org/registry-providers/:registry/:namespace/:name`. */
export function registryProviderResource(services: FaceServices): Resource {
  return resource<ProviderAccess>({
    tag,
    authorize: (ctx, params, writes) =>
      services.providerAccess.provider(ctx, providerAddressIn(params), permissionTo(writes)),
    operations: {
      GET: show(services),
      PATCH: {
        summary: 'Update a private provider; deprecate, revoke or restore it with all its versions',
        body: body({
          type,
          isTypeOptional: true,
          shape: providerChange,
          parse: parseChange,
          relationships,
        }),
        document,
        async run({ ctx, subject, attributes, expectedOf }) {
          const { provider } = subject
          const updated = await services.providers.update(ctx, provider.id, attributes, expectedOf(provider))
          const { data } = await present(services, ctx, subject, [updated], [])
          return { data: data[0] }
        },
      },
      DELETE: {
        summary: 'Delete a provider with all its versions and files',
        run: ({ ctx, subject, expectedOf }) =>
          services.providers.delete(ctx, subject.provider.id, expectedOf(subject.provider)),
      },
    },
  })
}

/** `/registry-providers/:id`. */
export function registryProviderByIdResource(services: FaceServices): Resource {
  return resource<ProviderAccess>({
    tag,
    authorize: (ctx, { id = '' }, writes) =>
      services.providerAccess.providerById(ctx, id, permissionTo(writes)),
    operations: { GET: show(services) },
  })
}
