import type { DescribeSigningKey, ReadSigningKey, VerifySignature } from '@engine/provider-source/signatures'
import type { Storage } from '../../kernel/storage.js'
import type { RegistrySharingService } from '../registry-sharing/registry-sharing.service.js'
import type { SharedParts } from '../shared-parts.js'
import { GpgKeysStore } from './gpg-keys.store.js'
import { ProviderDocsChangesStore } from './provider-docs-changes.store.js'
import { ProviderDocsStore } from './provider-docs.store.js'
import { ProviderAccessService } from './provider-access.service.js'
import { ProviderFiles } from './provider-files.js'
import { RegistryProviderVersionsStore } from './registry-provider-versions.store.js'
import { RegistryProvidersStore } from './registry-providers.store.js'
import { SigningKeys } from './signing-keys.js'

export interface ProviderInfrastructure extends SharedParts {
  readonly registrySharing: RegistrySharingService
  readonly storage: Storage
  readonly readSigningKey: ReadSigningKey
  readonly describeSigningKey: DescribeSigningKey
  readonly verifySignature: VerifySignature
  /** Limit of one file, in bytes. */
  readonly providerUploadLimit: number
}

/** Parts that several services of the area share, each created once; a service names what else it needs. */
export type ProviderParts = ReturnType<typeof createProviderParts>

export function createProviderParts(infrastructure: ProviderInfrastructure) {
  const { database, organizations, registrySharing, storage } = infrastructure
  const providers = new RegistryProvidersStore(database)
  const versions = new RegistryProviderVersionsStore(database)
  const gpgKeys = new GpgKeysStore(database)
  return {
    ...infrastructure,
    providers,
    versions,
    docs: new ProviderDocsStore(database),
    docsChanges: new ProviderDocsChangesStore(database),
    gpgKeys,
    signingKeys: new SigningKeys(gpgKeys, infrastructure.describeSigningKey),
    access: new ProviderAccessService(providers, versions, organizations, registrySharing),
    files: new ProviderFiles(storage, infrastructure.providerUploadLimit),
  }
}
