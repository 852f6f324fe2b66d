import { cliNameWarnings } from '@engine/shared'
import { z } from 'zod'
import {
  providerPath,
  registryNames,
  type RegistryProvider,
} from '../../domain/registry-providers/registry-provider.js'
import { deprecationDocument, presentDeprecation } from '../deprecation.presenter.js'

const versionsRelationship = z.object({
  data: z.array(z.object({ id: z.string(), type: z.literal('registry-provider-versions') })),
  links: z.object({ related: z.string() }),
})

export const registryProviderDocument = z
  .object({
    id: z.string().meta({ example: 'prov-cmEmLstBfjNNA9F3' }),
    type: z.literal('registry-providers'),
    attributes: z.object({
      name: z.string(),
      namespace: z.string().meta({ description: "Of a private provider: its organization's name." }),
      'registry-name': z.enum(registryNames),
      deprecation: deprecationDocument,
      warnings: z
        .array(z.string())
        .meta({ description: 'Why the CLI can never ask for it, and what to do; mostly empty.' }),
      'created-at': z.string(),
      'updated-at': z.string(),
      permissions: z.object({ 'can-delete': z.boolean() }).meta({ description: "The caller's own right." }),
    }),
    relationships: z.object({
      organization: z.object({ data: z.object({ id: z.string(), type: z.literal('organizations') }) }),
      versions: versionsRelationship
        .optional()
        .meta({ description: 'Private providers only; newest first.' }),
      'registry-provider-versions': versionsRelationship
        .optional()
        .meta({ description: 'The same, when the versions are included.' }),
    }),
    links: z.object({ self: z.string() }),
  })
  .meta({ id: 'RegistryProvider' })

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
    attributes: {
      name: provider.name,
      namespace: provider.namespace,
      'registry-name': provider.registryName,
      deprecation: presentDeprecation(provider.deprecation),
      warnings: [...cliNameWarnings(provider)],
      'created-at': provider.createdAt.toISOString(),
      'updated-at': provider.updatedAt.toISOString(),
      permissions: { 'can-delete': mayWrite },
    },
    relationships: {
      organization: { data: { id: provider.organization, type: 'organizations' } },
      ...(isPrivate && { versions }),
      ...(isPrivate && includesVersions && { 'registry-provider-versions': versions }),
    },
    links: { self },
  }
}
