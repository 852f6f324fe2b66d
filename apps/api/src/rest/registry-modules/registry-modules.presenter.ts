import { z } from 'zod'
import { keptOfModules } from '../../domain/kept-settings.js'
import type {
  ModuleVersion,
  ModuleVersionStatus,
} from '../../domain/registry-modules/registry-module-version.js'
import {
  addressText,
  isSetUp,
  type Module,
  type ModuleWithVersions,
} from '../../domain/registry-modules/registry-module.js'
import {
  deprecationDocument,
  presentDeprecation,
  presentRevocation,
  revocationDocument,
} from '../deprecation.presenter.js'
import { keptDocument, presentKept } from '../kept-settings.presenter.js'
import { endOfLifeDocument, presentEndOfLife } from '../end-of-life.presenter.js'

const versionStatus = z.enum(['pending', 'ok', 'reg_ingress_failed'])

export const registryModuleDocument = z
  .object({
    id: z.string().meta({ example: 'mod-zd5PWgp4vK4ZJ7Bk' }),
    type: z.literal('registry-modules'),
    attributes: z.object({
      ...keptDocument(keptOfModules),
      name: z.string(),
      namespace: z.string().meta({ description: 'The name of the organization.' }),
      provider: z.string(),
      'registry-name': z.literal('private'),
      status: z.enum(['pending', 'setup_complete']).meta({
        description: '`setup_complete` as soon as one version is published.',
      }),
      'version-statuses': z
        .array(
          z.object({
            version: z.string(),
            status: versionStatus,
            error: z.string().optional(),
            warnings: z.array(z.string()).optional(),
          }),
        )
        .meta({ description: 'Newest first.' }),
      'source-url': z.string().nullable(),
      description: z.string().nullable(),
      verified: z.boolean().meta({ description: 'Whether a site administrator vouches for it.' }),
      permissions: z
        .object({ 'can-delete': z.boolean(), 'can-resync': z.boolean(), 'can-retry': z.boolean() })
        .meta({ description: "The caller's own rights." }),
      'created-at': z.string(),
      'updated-at': z.string(),
    }),
    relationships: z.object({
      organization: z.object({ data: z.object({ id: z.string(), type: z.literal('organizations') }) }),
    }),
    links: z.object({ self: z.string() }),
  })
  .meta({ id: 'RegistryModule' })

export const registryModuleVersionDocument = z
  .object({
    id: z.string().meta({ example: 'modver-qjjF7ArLXJSWU3WU' }),
    type: z.literal('registry-module-versions'),
    attributes: z.object({
      version: z.string().meta({ example: '1.0.0' }),
      status: versionStatus,
      error: z.string().nullable().meta({ description: 'Why the last upload was refused.' }),
      warnings: z.array(z.string()).meta({
        description: 'What its archive gives cause to say to its publisher and its users, in sentences.',
      }),
      deprecation: deprecationDocument,
      'end-of-life': endOfLifeDocument,
      revocation: revocationDocument,
      source: z.literal('tfe-api'),
      'created-at': z.string(),
      'updated-at': z.string(),
    }),
    relationships: z.object({
      'registry-module': z.object({
        data: z.object({ id: z.string(), type: z.literal('registry-modules') }),
      }),
    }),
    links: z.object({
      upload: z.string().optional().meta({ description: 'Only in the answer to its creation.' }),
    }),
  })
  .meta({ id: 'RegistryModuleVersion' })

/** Client libraries know the stages of a failure, not failure as such. */
function statusWord(status: ModuleVersionStatus): z.infer<typeof versionStatus> {
  return status === 'failed' ? 'reg_ingress_failed' : status
}

export function presentRegistryModule(
  module: ModuleWithVersions,
  mayWrite: boolean,
): z.input<typeof registryModuleDocument> {
  return {
    id: module.id,
    type: 'registry-modules',
    attributes: {
      ...presentKept(keptOfModules, module.kept),
      name: module.name,
      namespace: module.namespace,
      provider: module.provider,
      'registry-name': 'private',
      status: isSetUp(module) ? 'setup_complete' : 'pending',
      'version-statuses': module.versions.map(({ version, status, error, warnings }) => ({
        version,
        status: statusWord(status),
        ...(error !== null && { error }),
        ...(warnings.length > 0 && { warnings: [...warnings] }),
      })),
      'source-url': module.sourceUrl || null,
      description: module.description || null,
      verified: module.verified,
      permissions: { 'can-delete': mayWrite, 'can-resync': mayWrite, 'can-retry': mayWrite },
      'created-at': module.createdAt.toISOString(),
      'updated-at': module.updatedAt.toISOString(),
    },
    relationships: { organization: { data: { id: module.namespace, type: 'organizations' } } },
    links: {
      self: `/api/v2/organizations/${module.namespace}/registry-modules/private/${addressText(module)}`,
    },
  }
}

export function presentRegistryModuleVersion(
  module: Module,
  version: ModuleVersion,
  upload?: string,
): z.input<typeof registryModuleVersionDocument> {
  return {
    id: version.id,
    type: 'registry-module-versions',
    attributes: {
      version: version.version,
      status: statusWord(version.status),
      error: version.error,
      warnings: [...version.warnings],
      deprecation: presentDeprecation(version.deprecation),
      'end-of-life': presentEndOfLife(version.endOfLife),
      revocation: presentRevocation(version.deprecation),
      source: 'tfe-api',
      'created-at': version.createdAt.toISOString(),
      'updated-at': (version.publishedAt ?? version.createdAt).toISOString(),
    },
    relationships: { 'registry-module': { data: { id: module.id, type: 'registry-modules' } } },
    links: upload === undefined ? {} : { upload },
  }
}
