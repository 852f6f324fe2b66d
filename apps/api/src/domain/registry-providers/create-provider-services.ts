import type { EnginePolicyService } from '../engine-sightings/engine-policy.service.js'
import { GpgKeysService } from './gpg-keys.service.js'
import { PackageHashesService } from './package-hashes.service.js'
import { ProviderFilesService } from './provider-files.service.js'
import { createProviderParts, type ProviderInfrastructure } from './provider-parts.js'
import { ProviderPublicationService } from './provider-publication.service.js'
import { PublishedProvidersService } from './published-providers.service.js'
import { RegistryProviderVersionsService } from './registry-provider-versions.service.js'
import { RegistryProvidersService } from './registry-providers.service.js'

export type ProviderServices = ReturnType<typeof createProviderServices>

/** The area, wired. */
export function createProviderServices(
  infrastructure: ProviderInfrastructure & { readonly enginePolicy: EnginePolicyService },
) {
  const parts = createProviderParts(infrastructure)
  const publication = new ProviderPublicationService(parts)
  const packageHashes = new PackageHashesService(parts)
  return {
    gpgKeys: new GpgKeysService({ ...parts, publication }),
    packageHashes,
    providerAccess: parts.access,
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
