import { providerDocCategories } from '@engine/shared/provider-docs'
import { z } from 'zod'
import type { ProviderDoc } from '../../domain/registry-providers/provider-doc.js'
import { attributesOf } from '../jsonapi/attributes.js'
import { resourceOf, selfLink, toOne } from '../jsonapi/document.js'
import { registryProviderVersionDocument } from './registry-provider-versions.presenter.js'

const shape = {
  category: z.enum(providerDocCategories),
  slug: z.string().meta({ description: 'File name without its ending.', example: 'server' }),
  title: z.string().meta({
    description: '`page_title` of the front matter, else the first heading, else the slug.',
    example: 'acme_server Resource',
  }),
  subcategory: z.string().meta({ description: 'From the front matter; empty where it has none.' }),
  path: z.string().meta({ description: 'Path in the archive.', example: 'docs/resources/server.md' }),
}

const listed = attributesOf(shape)
const whole = attributesOf({
  ...shape,
  content: z.string().meta({ description: 'Markdown as it was sent, without the front matter.' }),
  truncated: z.boolean().meta({ description: 'True where the page was longer than 512 KiB, and was cut.' }),
})

const relationships = z.object({ 'registry-provider-version': toOne('registry-provider-versions') })
const example = 'provdoc-Xk3vTq8NwRzL5aJc'

export const listedProviderDoc = resourceOf('provider-docs', example, {
  attributes: z.object(listed.shape),
  relationships,
  links: selfLink,
}).meta({ id: 'ListedProviderDoc' })

export const providerDocDocument = resourceOf('provider-docs', example, {
  attributes: z.object(whole.shape),
  relationships,
  links: selfLink,
}).meta({ id: 'ProviderDoc' })

const around = ({ id, versionId }: ProviderDoc) => ({
  id,
  type: 'provider-docs' as const,
  relationships: {
    'registry-provider-version': { data: { id: versionId, type: 'registry-provider-versions' as const } },
  },
  links: { self: `/api/v2/provider-docs/${id}` },
})

export const presentListedDoc = (doc: ProviderDoc): z.input<typeof listedProviderDoc> => ({
  ...around(doc),
  attributes: listed.present(doc),
})

export const presentProviderDoc = (
  doc: ProviderDoc,
  content: string,
): z.input<typeof providerDocDocument> => ({
  ...around(doc),
  attributes: whole.present({ ...doc, content }),
})

/** Answer to an upload: the version, and what became of the archive. */
export const uploadedDocsDocument = z.object({
  data: registryProviderVersionDocument,
  meta: z.object({
    pages: z.number().int(),
    ignored: z.number().int().meta({ description: 'The number of files that are no pages.' }),
    warnings: z
      .array(z.object({ path: z.string(), message: z.string() }))
      .meta({ description: 'Faults of pages that were taken all the same; the first hundred.' }),
  }),
})

const self = '/api/v2/organizations/acme/registry-providers/private/acme/widgets/versions/1.0.0'

export const uploadedDocsExample: z.input<typeof uploadedDocsDocument> = {
  data: {
    id: 'provver-y5KZUsSBRLV9zCtL',
    type: 'registry-provider-versions',
    attributes: {
      ...{ version: '1.0.0', 'key-id': '32966F3FB5AC1129', protocols: ['5.0'] },
      ...{ 'created-at': '2026-11-30T09:00:00.000Z', 'updated-at': '2026-11-30T09:05:00.000Z' },
      'docs-uploaded-at': '2026-11-30T09:05:00.000Z',
      ...{ 'shasums-uploaded': true, 'shasums-sig-uploaded': true, published: true },
      ...{ 'publication-error': null, warnings: [], provenance: null },
      ...{ deprecation: null, 'end-of-life': null },
      permissions: { 'can-delete': true, 'can-upload-asset': true },
    },
    relationships: {
      'registry-provider': { data: { id: 'prov-cmEmLstBfjNNA9F3', type: 'registry-providers' } },
      platforms: { data: [], links: { related: `${self}/platforms` } },
    },
    links: { self },
  },
  meta: {
    ...{ pages: 12, ignored: 1 },
    warnings: [{ path: 'docs/guides/begin.md', message: 'subcategory of the front matter is no text' }],
  },
}
