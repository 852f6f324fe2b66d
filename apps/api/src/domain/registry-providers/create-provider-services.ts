import type { EnginePolicyService } from '../engine-sightings/engine-policy.service.js'
import type { ReadModuleArchive } from '@engine/module-source/archive'
import type { RenderReadme } from '../registry-modules/readme-tree.js'
import { GpgKeysService } from './gpg-keys.service.js'
import { PackageHashesService } from './package-hashes.service.js'
import { ProviderDocFiles } from './provider-doc-files.js'
import { ProviderDocsService } from './provider-docs.service.js'
import { ProviderDownloadsService } from './provider-downloads.service.js'
import { ProviderDownloadsStore } from './provider-downloads.store.js'
import { ProviderFilesService } from './provider-files.service.js'
import { createProviderParts, type ProviderInfrastructure } from './provider-parts.js'
import { ProviderPublicationService } from './provider-publication.service.js'
import { PublishedProvidersService } from './published-providers.service.js'
import { RegistryProviderVersionsService } from './registry-provider-versions.service.js'
import { RegistryProvidersService } from './registry-providers.service.js'

export type ProviderServices = ReturnType<typeof createProviderServices>

/** The area, wired. */
export function createProviderServices(
  infrastructure: ProviderInfrastructure & {
    readonly enginePolicy: EnginePolicyService
    readonly readModuleArchive: ReadModuleArchive
    readonly renderReadme: RenderReadme
  },
) {
  const parts = createProviderParts(infrastructure)
  const publication = new ProviderPublicationService(parts)
  const packageHashes = new PackageHashesService(parts)
  const { storage, readModuleArchive, renderReadme } = infrastructure
  const docFiles = new ProviderDocFiles(storage, readModuleArchive)
  return {
    gpgKeys: new GpgKeysService({ ...parts, publication }),
    packageHashes,
    providerAccess: parts.access,
    providerDocs: new ProviderDocsService({ ...parts, docFiles, renderReadme }),
    providerDownloads: new ProviderDownloadsService(new ProviderDownloadsStore(infrastructure.database)),
    providerFiles: new ProviderFilesService({ ...parts, publication, packageHashes }),
    providerPublication: publication,
    providers: new RegistryProvidersService(parts),
    providerVersions: new RegistryProviderVersionsService({ ...parts, publication }),
    publishedProviders: new PublishedProvidersService({
      ...parts,
      enginePolicy: infrastructure.enginePolicy,
    }),
  }
}
