import type { Storage } from '../../kernel/storage.js'
import type { Transactions } from '../../kernel/transaction.js'
import type { AuditService } from '../audit/audit.service.js'
import type { OrganizationsService } from '../organizations/organizations.service.js'
import type { StoreDatabase } from '../store.js'
import type { ReadSigningKey, VerifySignature } from './gpg-key.js'
import { GpgKeysService } from './gpg-keys.service.js'
import { GpgKeysStore } from './gpg-keys.store.js'
import { ProviderAccessService } from './provider-access.service.js'
import { ProviderFiles } from './provider-files.js'
import { ProviderFilesService } from './provider-files.service.js'
import { ProviderPublicationService } from './provider-publication.service.js'
import { PublishedProvidersService } from './published-providers.service.js'
import { RegistryProviderPlatformsStore } from './registry-provider-platforms.store.js'
import { RegistryProviderVersionsService } from './registry-provider-versions.service.js'
import { RegistryProviderVersionsStore } from './registry-provider-versions.store.js'
import { RegistryProvidersService } from './registry-providers.service.js'
import { RegistryProvidersStore } from './registry-providers.store.js'
import { TakenProviderPlatformsStore } from './taken-provider-platforms.store.js'

export interface ProviderInfrastructure {
  readonly database: StoreDatabase
  readonly transactions: Transactions
  readonly audit: AuditService
  readonly organizations: OrganizationsService
  readonly storage: Storage
  readonly readSigningKey: ReadSigningKey
  readonly verifySignature: VerifySignature
  /** Of one file, in bytes. */
  readonly providerUploadLimit: number
}

export interface ProviderServices {
  readonly gpgKeys: GpgKeysService
  readonly providerAccess: ProviderAccessService
  readonly providerFiles: ProviderFilesService
  readonly providerPublication: ProviderPublicationService
  readonly providers: RegistryProvidersService
  readonly providerVersions: RegistryProviderVersionsService
  readonly publishedProviders: PublishedProvidersService
}

/** The area, wired. */
export function createProviderServices(infrastructure: ProviderInfrastructure): ProviderServices {
  const { database, transactions, audit, organizations } = infrastructure
  const providers = new RegistryProvidersStore(database)
  const versions = new RegistryProviderVersionsStore(database)
  const platforms = new RegistryProviderPlatformsStore(database)
  const taken = new TakenProviderPlatformsStore(database)
  const gpgKeys = new GpgKeysStore(database)
  const { readSigningKey, verifySignature, storage, providerUploadLimit } = infrastructure
  const access = new ProviderAccessService(providers, versions, organizations)
  const files = new ProviderFiles(storage, providerUploadLimit)
  const publication = new ProviderPublicationService(
    providers,
    versions,
    taken,
    gpgKeys,
    files,
    verifySignature,
    transactions,
  )
  return {
    gpgKeys: new GpgKeysService(
      gpgKeys,
      versions,
      publication,
      organizations,
      readSigningKey,
      transactions,
      audit,
    ),
    providerAccess: access,
    providerFiles: new ProviderFilesService(platforms, access, files, publication, audit),
    providerPublication: publication,
    providers: new RegistryProvidersService(
      providers,
      versions,
      access,
      organizations,
      files,
      transactions,
      audit,
    ),
    providerVersions: new RegistryProviderVersionsService(
      versions,
      platforms,
      taken,
      providers,
      access,
      files,
      publication,
      transactions,
      audit,
    ),
    publishedProviders: new PublishedProvidersService(versions, access),
  }
}
