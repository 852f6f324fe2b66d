import { z } from 'zod'
import { zipWarnings } from '../../domain/registry-providers/provider-zip.js'
import { providerPath } from '../../domain/registry-providers/registry-provider.js'
import type {
  ProviderVersionAccess,
  RegistryProviderPlatform,
} from '../../domain/registry-providers/registry-provider-version.js'
import {
  fileLinks,
  filePermissions,
  rightsOf,
  type LinkMaker,
} from './registry-provider-versions.presenter.js'

export const registryProviderPlatformDocument = z
  .object({
    id: z.string().meta({ example: 'provpltfrm-GSHhNzptr9s3WoLD' }),
    type: z.literal('registry-provider-platforms'),
    attributes: z.object({
      os: z.string().meta({ example: 'linux' }),
      arch: z.string().meta({ example: 'amd64' }),
      shasum: z.string(),
      filename: z.string(),
      'provider-binary-uploaded': z.boolean(),
      warnings: z
        .array(z.string())
        .meta({ description: 'Why the CLI cannot install or start it, and what to do; mostly empty.' }),
      permissions: filePermissions,
    }),
    relationships: z.object({
      'registry-provider-version': z.object({
        data: z.object({ id: z.string(), type: z.literal('registry-provider-versions') }),
      }),
    }),
    links: z
      .object({
        self: z.string(),
        'provider-binary-upload': z.string().optional(),
        'provider-binary-download': z.string().optional(),
      })
      .meta({
        description: 'The upload while the file is missing and for those who may write, then the download.',
      }),
  })
  .meta({ id: 'RegistryProviderPlatform' })

export function presentProviderPlatform(
  { provider, version }: Pick<ProviderVersionAccess, 'provider' | 'version'>,
  platform: RegistryProviderPlatform,
  maker: LinkMaker,
): z.input<typeof registryProviderPlatformDocument> {
  const { id, os, arch, shasum, filename, binaryKey } = platform
  return {
    id,
    type: 'registry-provider-platforms',
    attributes: {
      os,
      arch,
      shasum,
      filename,
      'provider-binary-uploaded': binaryKey !== null,
      warnings: zipWarnings(provider, [platform]),
      permissions: rightsOf(maker, provider),
    },
    relationships: {
      'registry-provider-version': { data: { id: version.id, type: 'registry-provider-versions' } },
    },
    links: {
      self: `/api/v2${providerPath(provider)}/versions/${version.version}/platforms/${os}/${arch}`,
      ...fileLinks(maker, provider, 'provider-binary', { ownerId: id, kind: 'binary' }, binaryKey),
    },
  }
}
