import { interfacePolicies } from '@engine/module-source/verdict'
import { z } from 'zod'
import { keptOfModules } from '../../domain/kept-settings.js'
import type { FolderEngines } from '../../domain/registry-modules/module-folder.js'
import type {
  ModuleVersion,
  ModuleVersionStatus,
  VersionStatuses,
} from '../../domain/registry-modules/registry-module-version.js'
import { addressText, type Module } from '../../domain/registry-modules/registry-module.js'
import {
  deprecationDocument,
  presentDeprecation,
  presentRevocation,
  revocationDocument,
} from '../deprecation.presenter.js'
import { keptDocument, presentKept } from '../kept-settings.presenter.js'
import { endOfLifeDocument, presentEndOfLife } from '../end-of-life.presenter.js'
import { inJson } from '../jsonapi/json-text.js'
import { resourceOf, selfLink, toOne } from '../jsonapi/document.js'
import { attributesOf } from '../jsonapi/attributes.js'
import { presentProvenance, provenanceDocument } from '../provenance.presenter.js'
import { moduleInterfaceDocument, presentModuleInterface } from './module-interface.presenter.js'

const versionStatus = z.enum(['pending', 'ok', 'reg_ingress_failed'])

const moduleAttributes = attributesOf({
  name: z.string(),
  namespace: z.string().meta({ description: 'The name of the organization.' }),
  provider: z.string(),
  registryName: z.literal('private'),
  status: z.enum(['pending', 'setup_complete']).meta({
    description: '`setup_complete` as soon as one version is published.',
  }),
  versionStatuses: z
    .array(
      z.object({
        version: z.string(),
        status: versionStatus,
        error: z.string().optional(),
        warnings: z.array(z.string()).optional(),
      }),
    )
    .meta({ description: 'Newest first.' }),
  sourceUrl: z.string().nullable(),
  description: z.string().nullable(),
  verified: z.boolean().meta({ description: 'True if a site administrator vouches for it.' }),
  moduleInterfacePolicy: z.enum(interfacePolicies).nullable().meta({
    description:
      "Answer to a version that breaks callers by more than its number says. Null: the organization's policy.",
  }),
  effectiveModuleInterfacePolicy: z.enum(interfacePolicies).meta({
    description: "The module's policy, or else the organization's.",
  }),
  permissions: z
    .object({ 'can-delete': z.boolean(), 'can-resync': z.boolean(), 'can-retry': z.boolean() })
    .meta({ description: "The caller's own rights." }),
  createdAt: z.date(),
  updatedAt: z.date(),
})

export const registryModuleDocument = resourceOf('registry-modules', 'mod-zd5PWgp4vK4ZJ7Bk', {
  attributes: z.object({ ...keptDocument(keptOfModules), ...moduleAttributes.shape }),
  relationships: z.object({ organization: toOne('organizations') }),
  links: selfLink,
}).meta({ id: 'RegistryModule' })

const versionAttributes = attributesOf({
  version: z.string().meta({ example: '1.0.0' }),
  status: versionStatus,
  error: z.string().nullable().meta({ description: 'Reason why the last upload was refused.' }),
  warnings: z.array(z.string()).meta({
    description: 'Warnings about its archive for its publisher and its users, in sentences.',
  }),
  engineConstraints: z
    .array(
      z.object({
        path: z.string().meta({ example: 'modules/net' }),
        constraint: z.string().meta({ example: '>= 1.5' }),
        engines: z
          .array(
            z.object({
              engine: z.string().meta({ example: 'engine' }),
              constraint: z.string().meta({ example: '>= 1.12' }),
            }),
          )
          .nullable()
          .meta({
            description:
              'Constraints of a `language` block on engines by their names. Null for versions published before these were read.',
          }),
      }),
    )
    .nullable()
    .meta({
      description:
        'Engine constraints of the root, whose path is empty, and of each submodule. Null if unknown.',
    }),
  interface: moduleInterfaceDocument,
  acceptBreaking: z.string().nullable().meta({
    description: 'Reason why it may break callers by more than its number says; null without one.',
  }),
  commitSha: z.string().nullable().meta({
    description: 'The commit that its publisher named; `provenance` has the one that a job of a CI built.',
  }),
  provenance: provenanceDocument,
  deprecation: deprecationDocument,
  endOfLife: endOfLifeDocument,
  revocation: revocationDocument,
  source: z.literal('tfe-api'),
  createdAt: z.date(),
  updatedAt: z.date(),
})

export const registryModuleVersionDocument = resourceOf(
  'registry-module-versions',
  'modver-qjjF7ArLXJSWU3WU',
  {
    attributes: z.object(versionAttributes.shape),
    relationships: z.object({ 'registry-module': toOne('registry-modules') }),
    links: z.object({
      upload: z.string().optional().meta({ description: 'Upload link, only in the answer to its creation.' }),
    }),
  },
).meta({ id: 'RegistryModuleVersion' })

/** The words of the states: client libraries know the stages of a failure, not failure as such. */
export const statusWords: Readonly<Record<ModuleVersionStatus, z.infer<typeof versionStatus>>> = {
  pending: 'pending',
  ok: 'ok',
  failed: 'reg_ingress_failed',
}

export function presentRegistryModule(
  module: Module,
  { isSetUp, text }: VersionStatuses,
  mayWrite: boolean,
): z.input<typeof registryModuleDocument> {
  return {
    id: module.id,
    type: 'registry-modules',
    attributes: {
      ...presentKept(keptOfModules, module.kept),
      ...moduleAttributes.present({
        ...module,
        registryName: 'private',
        status: isSetUp ? 'setup_complete' : 'pending',
        versionStatuses: inJson(text),
        sourceUrl: module.sourceUrl || null,
        description: module.description || null,
        permissions: { 'can-delete': mayWrite, 'can-resync': mayWrite, 'can-retry': mayWrite },
      }),
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
  {
    engineConstraints,
    upload,
  }: { readonly engineConstraints?: readonly FolderEngines[] | undefined; readonly upload?: string },
): z.input<typeof registryModuleVersionDocument> {
  return {
    id: version.id,
    type: 'registry-module-versions',
    attributes: versionAttributes.present({
      ...version,
      status: statusWords[version.status],
      warnings: [...version.warnings],
      engineConstraints: engineConstraints
        ? engineConstraints.map(({ engines, ...each }) => ({ ...each, engines: engines && [...engines] }))
        : null,
      interface: presentModuleInterface(version.interface),
      provenance: presentProvenance(version.provenance),
      deprecation: presentDeprecation(version.deprecation),
      endOfLife: presentEndOfLife(version.endOfLife),
      revocation: presentRevocation(version.deprecation),
      source: 'tfe-api',
      updatedAt: version.publishedAt ?? version.createdAt,
    }),
    relationships: { 'registry-module': { data: { id: module.id, type: 'registry-modules' } } },
    links: upload === undefined ? {} : { upload },
  }
}
