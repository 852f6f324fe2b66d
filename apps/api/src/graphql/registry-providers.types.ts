import { Field, ID, ObjectType, registerEnumType } from 'type-graphql'
import type { GpgKey } from '../domain/registry-providers/gpg-key.js'
import type { RegistryName, RegistryProvider } from '../domain/registry-providers/registry-provider.js'
import type { RegistryProviderPlatform } from '../domain/registry-providers/registry-provider-platform.js'
import type { RegistryProviderVersion } from '../domain/registry-providers/registry-provider-version.js'
import { connectionOf } from './page.types.js'

export const registryNames = { PUBLIC: 'public', PRIVATE: 'private' } as const
registerEnumType(registryNames, { name: 'RegistryName' })

@ObjectType('RegistryProvider')
export class RegistryProviderType {
  @Field(() => ID)
  id!: string

  @Field(() => registryNames, { description: 'A public provider only points to the public registry.' })
  registryName!: RegistryName

  @Field(() => String)
  namespace!: string

  @Field(() => String)
  name!: string

  @Field(() => Date)
  createdAt!: Date

  @Field(() => Date)
  updatedAt!: Date

  /** For the resolver of `versions`; no field of the schema. */
  provider!: RegistryProvider
}

export function toRegistryProviderType(provider: RegistryProvider): RegistryProviderType {
  const { id, registryName, namespace, name, createdAt, updatedAt } = provider
  return { id, registryName, namespace, name, createdAt, updatedAt, provider }
}

@ObjectType('RegistryProviderConnection')
export class RegistryProviderConnection extends connectionOf(RegistryProviderType) {}

@ObjectType('RegistryProviderPlatform')
export class RegistryProviderPlatformType {
  @Field(() => ID)
  id!: string

  @Field(() => String)
  os!: string

  @Field(() => String)
  arch!: string

  @Field(() => String)
  shasum!: string

  @Field(() => String)
  filename!: string

  @Field(() => Boolean)
  providerBinaryUploaded!: boolean
}

function toPlatformType(platform: RegistryProviderPlatform): RegistryProviderPlatformType {
  const { id, os, arch, shasum, filename, binaryKey } = platform
  return { id, os, arch, shasum, filename, providerBinaryUploaded: binaryKey !== null }
}

@ObjectType('RegistryProviderVersion')
export class RegistryProviderVersionType {
  @Field(() => ID)
  id!: string

  @Field(() => String)
  version!: string

  @Field(() => String, { description: 'Of the key that its checksums are signed with.' })
  keyId!: string

  @Field(() => [String])
  protocols!: string[]

  @Field(() => Boolean)
  shasumsUploaded!: boolean

  @Field(() => Boolean)
  shasumsSigUploaded!: boolean

  @Field(() => [RegistryProviderPlatformType], { description: 'By os and arch.' })
  platforms!: RegistryProviderPlatformType[]

  @Field(() => Date)
  createdAt!: Date

  @Field(() => Date)
  updatedAt!: Date
}

export function toProviderVersionType(version: RegistryProviderVersion): RegistryProviderVersionType {
  const { id, keyId, createdAt, updatedAt } = version
  return {
    id,
    version: version.version,
    keyId,
    protocols: [...version.protocols],
    shasumsUploaded: version.shasumsKey !== null,
    shasumsSigUploaded: version.shasumsSigKey !== null,
    platforms: version.platforms.map(toPlatformType),
    createdAt,
    updatedAt,
  }
}

@ObjectType('RegistryProviderVersionConnection')
export class RegistryProviderVersionConnection extends connectionOf(RegistryProviderVersionType) {}

@ObjectType('GpgKey', { description: 'A public key that signs providers.' })
export class GpgKeyType {
  @Field(() => ID)
  id!: string

  @Field(() => String, { description: 'The name of the organization.' })
  namespace!: string

  @Field(() => String, { description: 'The long id, in capitals.' })
  keyId!: string

  @Field(() => String)
  asciiArmor!: string

  @Field(() => Date)
  createdAt!: Date

  @Field(() => Date)
  updatedAt!: Date
}

export function toGpgKeyType({ organizationId: _, ...key }: GpgKey): GpgKeyType {
  return key
}

@ObjectType('GpgKeyConnection')
export class GpgKeyConnection extends connectionOf(GpgKeyType) {}
