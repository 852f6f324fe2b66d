import { cliNameWarnings } from '@engine/shared'
import { z } from 'zod'
import {
  providerPath,
  registryNames,
  type RegistryProvider,
} from '../../domain/registry-providers/registry-provider.js'
import { deprecationDocument, presentDeprecation } from '../deprecation.presenter.js'
import { identifierOf, resourceOf, selfLink, toOne } from '../jsonapi/document.js'
import { attributesOf } from '../jsonapi/attributes.js'

const versionsRelationship = z.object({
  data: z.array(identifierOf('registry-provider-versions')),
  links: z.object({ related: z.string() }),
})

const attributes = attributesOf({
  name: z.string(),
  namespace: z
    .string()
    .meta({ description: "The namespace: for a private provider its organization's name." }),
  registryName: z.enum(registryNames),
  sourceUrl: z.string().nullable().meta({ description: 'Address of its sources; private providers only.' }),
  deprecation: deprecationDocument,
  warnings: z
    .array(z.string())
    .meta({ description: 'Reasons why the CLI can never request it, and what to do; mostly empty.' }),
  createdAt: z.date(),
  updatedAt: z.date(),
  permissions: z.object({ 'can-delete': z.boolean() }).meta({ description: "The caller's own right." }),
})

export const registryProviderDocument = resourceOf('registry-providers', 'prov-cmEmLstBfjNNA9F3', {
  attributes: z.object(attributes.shape),
  relationships: z.object({
    organization: toOne('organizations'),
    versions: versionsRelationship.optional().meta({ description: 'Private providers only; newest first.' }),
    'registry-provider-versions': versionsRelationship
      .optional()
      .meta({ description: 'The same, when the versions are included.' }),
  }),
  links: selfLink,
}).meta({ id: 'RegistryProvider' })

export function presentRegistryProvider(
  provider: RegistryProvider,
  mayWrite: boolean,
  includesVersions: boolean,
): z.input<typeof registryProviderDocument> {
  const self = `/api/v2${providerPath(provider)}`
  const versions = {
    data: provider.versionIds.map((id) => ({ id, type: 'registry-provider-versions' as const })),
    links: { related: `${self}/versions` },
  }
  const isPrivate = provider.registryName === 'private'
  return {
    id: provider.id,
    type: 'registry-providers',
    attributes: attributes.present({
      ...provider,
      sourceUrl: provider.sourceUrl || null,
      deprecation: presentDeprecation(provider.deprecation),
      warnings: [...cliNameWarnings(provider)],
      permissions: { 'can-delete': mayWrite },
    }),
    relationships: {
      organization: { data: { id: provider.organization, type: 'organizations' } },
      ...(isPrivate && { versions }),
      ...(isPrivate && includesVersions && { 'registry-provider-versions': versions }),
    },
    links: { self },
  }
}
