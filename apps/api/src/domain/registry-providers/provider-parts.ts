import type { Storage } from '../../kernel/storage.js'
import type { RegistrySharingService } from '../registry-sharing/registry-sharing.service.js'
import type { SharedParts } from '../shared-parts.js'
import type { DescribeSigningKey, ReadSigningKey, VerifySignature } from './gpg-key.js'
import { GpgKeysStore } from './gpg-keys.store.js'
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
  /** Of one file, in bytes. */
  readonly providerUploadLimit: number
}

/** What several services of the area are made of, each made once; a service names what it needs beside them. */
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
    gpgKeys,
    signingKeys: new SigningKeys(gpgKeys, infrastructure.describeSigningKey),
    access: new ProviderAccessService(providers, versions, organizations, registrySharing),
    files: new ProviderFiles(storage, infrastructure.providerUploadLimit),
  }
}
