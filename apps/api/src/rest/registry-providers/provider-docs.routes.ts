import { providerDocCategories } from '@engine/shared/provider-docs'
import { z } from 'zod'
import type { ProviderDocAccess } from '../../domain/registry-providers/provider-docs.service.js'
import type { ProviderDocFilter } from '../../domain/registry-providers/provider-doc.js'
import type { ProviderVersionAccess } from '../../domain/registry-providers/registry-provider-version.js'
import type { FaceServices } from '../../http/face-services.js'
import { documentOf, listDocument, listOf } from '../jsonapi/document.js'
import { described } from '../jsonapi/query.js'
import { resource, type Resource } from '../jsonapi/resource.js'
import {
  listedProviderDoc,
  presentListedDoc,
  presentProviderDoc,
  providerDocDocument,
} from './provider-docs.presenter.js'
import { denial, providerAddressIn, tag } from './registry-providers.routes.js'

/** `…/versions/:version/docs` (contract §16). */
export function providerDocsResource(services: FaceServices): Resource {
  return resource<ProviderVersionAccess>({
    tag,
    authorize: (ctx, { version = '', ...params }) =>
      services.providerDocs.version(ctx, providerAddressIn(params), version),
    operations: {
      GET: {
        summary: 'List the pages of the documentation of a version, by category, subcategory and slug',
        denial,
        isPaged: true,
        parameters: {
          q: described('A part of the title, the slug or the subcategory, in any case.'),
          'filter[category]': z.enum(providerDocCategories).meta({ description: 'Pages of one kind.' }),
          'filter[slug]': described('The exact slug.'),
        },
        document: listOf(listedProviderDoc),
        async run({ ctx, subject, query, page, url }) {
          const list = await services.providerDocs.list(ctx, subject.version.id, toFilter(query), page)
          return listDocument(url, list, presentListedDoc)
        },
      },
    },
  })
}

function toFilter(query: Readonly<Record<string, unknown>>): ProviderDocFilter {
  return {
    category: query['filter[category]'] as ProviderDocFilter['category'],
    slug: query['filter[slug]'] as string | undefined,
    search: query['q'] as string | undefined,
  }
}

/** `/provider-docs/:id`. */
export function providerDocResource(services: FaceServices): Resource {
  return resource<ProviderDocAccess>({
    tag,
    authorize: (ctx, { id = '' }) => services.providerDocs.find(ctx, id),
    operations: {
      GET: {
        summary: 'Show a page of the documentation of a provider’s version, in Markdown',
        document: documentOf(providerDocDocument),
        async run({ ctx, subject: { doc } }) {
          return { data: presentProviderDoc(doc, await services.providerDocs.content(ctx, doc)) }
        },
      },
    },
  })
}
