import { platformWarnings, versionWarnings } from '@engine/provider-source/publisher-warnings'
import { z } from 'zod'
import type { ProviderFileAddress } from '../../domain/registry-providers/provider-files.service.js'
import type { ProviderFileKind } from '../../domain/registry-providers/provider-files.js'
import {
  mayPublish,
  providerPath,
  type RegistryProvider,
} from '../../domain/registry-providers/registry-provider.js'
import type {
  RegistryProviderPlatform,
  RegistryProviderVersion,
  ProviderVersionAccess,
} from '../../domain/registry-providers/registry-provider-version.js'
import type { ProviderFileLinks } from '../../http/face-services.js'
import type { OperationContext } from '../../kernel/context.js'
import { allowsIn, type OrganizationRole } from '../../kernel/permissions.js'
import { deprecationDocument, presentDeprecation } from '../deprecation.presenter.js'
import { endOfLifeDocument, presentEndOfLife } from '../end-of-life.presenter.js'
import { attributesOf } from '../jsonapi/attributes.js'
import { identifierOf, resourceOf, toOne } from '../jsonapi/document.js'
import { presentProvenance, provenanceDocument } from '../provenance.presenter.js'

/** The caller and its roles, which decide the links of a document. */
export interface LinkMaker {
  readonly ctx: OperationContext
  readonly links: ProviderFileLinks
  readonly roles: readonly OrganizationRole[]
}

/** Rights of the caller to a version or a platform of the provider. */
const rightsOf = ({ ctx, roles }: LinkMaker, provider: RegistryProvider) => ({
  'can-delete': allowsIn(roles, ctx.actor, 'providers:write'),
  'can-upload-asset': mayPublish(ctx.actor, roles, provider),
})

/** `…-download` for a file that is there; `…-upload`, for those who may upload it, for one that is not. */
function fileLinks(
  { ctx, links, roles }: LinkMaker,
  provider: RegistryProvider,
  name: string,
  file: ProviderFileAddress,
  storageKey: string | null,
): Record<string, string> {
  if (storageKey !== null) return { [`${name}-download`]: links.download(ctx, file) }
  return mayPublish(ctx.actor, roles, provider) ? { [`${name}-upload`]: links.upload(ctx, file) } : {}
}

/** The link to which an archive of documentation may be PUT, any time. */
const docsLink = (
  { ctx, links, roles }: LinkMaker,
  provider: RegistryProvider,
  ownerId: string,
): Record<string, string> =>
  mayPublish(ctx.actor, roles, provider)
    ? { 'docs-upload': links.upload(ctx, { ownerId, kind: 'docs' }) }
    : {}

const filePermissions = z
  .object({ 'can-delete': z.boolean(), 'can-upload-asset': z.boolean() })
  .meta({ description: "The caller's own rights." })

const link = z.string().optional()

const versionAttributes = attributesOf({
  version: z.string().meta({ example: '1.0.0' }),
  keyId: z.string(),
  protocols: z.array(z.string()).meta({ example: ['5.0'] }),
  createdAt: z.date(),
  updatedAt: z.date(),
  docsUploadedAt: z
    .date()
    .nullable()
    .meta({ description: 'Time of the last upload of its documentation; null where it has none.' }),
  shasumsUploaded: z.boolean(),
  shasumsSigUploaded: z.boolean(),
  published: z.boolean().meta({
    description: 'True if the engine may install it: it is complete, and its signature and checksums match.',
  }),
  publicationError: z
    .string()
    .nullable()
    .meta({ description: 'Reason why it is not published although all its files are there, in a sentence.' }),
  warnings: z.array(z.string()).meta({
    description:
      'Reasons why the CLI cannot install or start it, or not on a platform, and what to do; mostly empty.',
  }),
  provenance: provenanceDocument,
  deprecation: deprecationDocument,
  endOfLife: endOfLifeDocument,
  permissions: filePermissions,
})

export const registryProviderVersionDocument = resourceOf(
  'registry-provider-versions',
  'provver-y5KZUsSBRLV9zCtL',
  {
    attributes: z.object(versionAttributes.shape),
    relationships: z.object({
      'registry-provider': toOne('registry-providers'),
      platforms: z.object({
        data: z.array(identifierOf('registry-provider-platforms')),
        links: z.object({ related: z.string() }),
      }),
    }),
    links: z
      .object({
        self: z.string(),
        'shasums-upload': link,
        'shasums-download': link,
        'shasums-sig-upload': link,
        'shasums-sig-download': link,
        'docs-upload': link,
      })
      .meta({
        description:
          'Uploads while a file is missing and for those who may write, downloads afterwards. Documentation may be replaced.',
      }),
  },
).meta({ id: 'RegistryProviderVersion' })

export function presentProviderVersion(
  provider: RegistryProvider,
  version: RegistryProviderVersion,
  maker: LinkMaker,
): z.input<typeof registryProviderVersionDocument> {
  const self = `/api/v2${providerPath(provider)}/versions/${version.version}`
  const file = (kind: ProviderFileKind): ProviderFileAddress => ({ ownerId: version.id, kind })
  return {
    id: version.id,
    type: 'registry-provider-versions',
    attributes: versionAttributes.present({
      ...version,
      protocols: [...version.protocols],
      shasumsUploaded: version.shasumsKey !== null,
      shasumsSigUploaded: version.shasumsSigKey !== null,
      published: version.signingKeyId !== null,
      warnings: versionWarnings(provider, version),
      provenance: presentProvenance(version.provenance),
      deprecation: presentDeprecation(version.deprecation),
      endOfLife: presentEndOfLife(version.endOfLife),
      permissions: rightsOf(maker, provider),
    }),
    relationships: {
      'registry-provider': { data: { id: provider.id, type: 'registry-providers' } },
      platforms: {
        data: version.platforms.map(({ id }) => ({ id, type: 'registry-provider-platforms' as const })),
        links: { related: `${self}/platforms` },
      },
    },
    links: {
      self,
      ...fileLinks(maker, provider, 'shasums', file('shasums'), version.shasumsKey),
      ...fileLinks(maker, provider, 'shasums-sig', file('shasums-sig'), version.shasumsSigKey),
      ...docsLink(maker, provider, version.id),
    },
  }
}

const platformAttributes = attributesOf({
  os: z.string().meta({ example: 'linux' }),
  arch: z.string().meta({ example: 'amd64' }),
  shasum: z.string(),
  filename: z.string(),
  providerBinaryUploaded: z.boolean(),
  warnings: z
    .array(z.string())
    .meta({ description: 'Reasons why the CLI cannot install or start it, and what to do; mostly empty.' }),
  permissions: filePermissions,
})

export const registryProviderPlatformDocument = resourceOf(
  'registry-provider-platforms',
  'provpltfrm-GSHhNzptr9s3WoLD',
  {
    attributes: z.object(platformAttributes.shape),
    relationships: z.object({ 'registry-provider-version': toOne('registry-provider-versions') }),
    links: z
      .object({
        self: z.string(),
        'provider-binary-upload': z.string().optional(),
        'provider-binary-download': z.string().optional(),
      })
      .meta({
        description: 'The upload while the file is missing and for those who may write, then the download.',
      }),
  },
).meta({ id: 'RegistryProviderPlatform' })

export function presentProviderPlatform(
  { provider, version }: Pick<ProviderVersionAccess, 'provider' | 'version'>,
  platform: RegistryProviderPlatform,
  maker: LinkMaker,
): z.input<typeof registryProviderPlatformDocument> {
  const { id, os, arch, binaryKey } = platform
  return {
    id,
    type: 'registry-provider-platforms',
    attributes: platformAttributes.present({
      ...platform,
      providerBinaryUploaded: binaryKey !== null,
      warnings: platformWarnings(provider, platform),
      permissions: rightsOf(maker, provider),
    }),
    relationships: {
      'registry-provider-version': { data: { id: version.id, type: 'registry-provider-versions' } },
    },
    links: {
      self: `/api/v2${providerPath(provider)}/versions/${version.version}/platforms/${os}/${arch}`,
      ...fileLinks(maker, provider, 'provider-binary', { ownerId: id, kind: 'binary' }, binaryKey),
    },
  }
}
