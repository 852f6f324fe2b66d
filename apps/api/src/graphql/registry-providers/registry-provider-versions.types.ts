import { Field, ID, InputType, ObjectType } from 'type-graphql'
import { platformWarnings, versionWarnings } from '@engine/provider-source/publisher-warnings'
import type { RegistryProvider } from '../../domain/registry-providers/registry-provider.js'
import type {
  RegistryProviderPlatform,
  RegistryProviderVersion,
} from '../../domain/registry-providers/registry-provider-version.js'
import { DeprecationType, toDeprecationType } from '../deprecation.types.js'
import { endOfLifeField, EndOfLifeType, LifecycleAttributes, toEndOfLifeType } from '../end-of-life.types.js'
import { changeOf, DeletePayload, OptimisticLockInput, Payload } from '../mutations.js'
import { connectionOf } from '../page.types.js'
import { provenanceField, ProvenanceType } from '../provenance.types.js'
import { CreatedThingType, ThingType } from '../things.types.js'

@ObjectType('RegistryProviderPlatform')
export class RegistryProviderPlatformType extends ThingType {
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

  @Field(() => [String], {
    description: 'Why the CLI cannot install or start it, and what to do; mostly empty.',
  })
  warnings!: readonly string[]

  /** The provider, for the other resolvers; no field of the schema. */
  provider!: RegistryProvider
}

export function toPlatformType(
  provider: RegistryProvider,
  platform: RegistryProviderPlatform,
): RegistryProviderPlatformType {
  const warnings = platformWarnings(provider, platform)
  return { ...platform, providerBinaryUploaded: platform.binaryKey !== null, warnings, provider }
}

@ObjectType('RegistryProviderVersion')
export class RegistryProviderVersionType extends CreatedThingType {
  @Field(() => String)
  version!: string

  @Field(() => String, { description: 'Of the key that its checksums are signed with.' })
  keyId!: string

  @Field(() => [String])
  protocols!: readonly string[]

  @Field(() => Boolean)
  shasumsUploaded!: boolean

  @Field(() => Boolean)
  shasumsSigUploaded!: boolean

  @Field(() => Boolean, { description: 'Whether the engine may install it: all is there and checks out.' })
  published!: boolean

  @Field(() => String, {
    nullable: true,
    description: 'Why it is not published though all its files are there, in a sentence.',
  })
  publicationError!: string | null

  @Field(() => ProvenanceType, provenanceField)
  provenance!: ProvenanceType | null

  @Field(() => [String], {
    description:
      'Why the CLI cannot install or start it, or not on a platform, and what to do; mostly empty.',
  })
  warnings!: readonly string[]

  @Field(() => DeprecationType, { nullable: true, description: 'Null while it is not deprecated.' })
  deprecation!: DeprecationType | null

  @Field(() => EndOfLifeType, endOfLifeField)
  endOfLife!: EndOfLifeType | null

  @Field(() => [RegistryProviderPlatformType], { description: 'By os and arch.' })
  platforms!: RegistryProviderPlatformType[]

  @Field(() => Date, {
    nullable: true,
    description: 'Time of the last upload of its documentation; null where it has none.',
  })
  docsUploadedAt!: Date | null

  @Field(() => Date, { description: 'Also of the last change to its files and platforms.' })
  updatedAt!: Date

  /** The provider, for the other resolvers; no field of the schema. */
  provider!: RegistryProvider
}

export function toProviderVersionType(
  provider: RegistryProvider,
  version: RegistryProviderVersion,
): RegistryProviderVersionType {
  return {
    ...version,
    shasumsUploaded: version.shasumsKey !== null,
    shasumsSigUploaded: version.shasumsSigKey !== null,
    published: version.signingKeyId !== null,
    warnings: versionWarnings(provider, version),
    deprecation: toDeprecationType(version.deprecation),
    endOfLife: toEndOfLifeType(version.endOfLife),
    platforms: version.platforms.map((platform) => toPlatformType(provider, platform)),
    provider,
  }
}

export const RegistryProviderVersionConnection = connectionOf(RegistryProviderVersionType)

@InputType()
export class RegistryProviderVersionCreateInput {
  @Field(() => ID, { description: 'Of a private provider.' })
  providerId!: string

  @Field(() => String)
  version!: string

  @Field(() => String, { description: 'Of the key that its checksums are signed with.' })
  keyId!: string

  @Field(() => [String], { nullable: true, description: 'Such as `5.0`.' })
  protocols?: string[] | null
}

@InputType({ description: 'What is absent stays.' })
export class RegistryProviderVersionUpdateInput extends changeOf(LifecycleAttributes) {}

@InputType()
export class RegistryProviderVersionDeleteInput extends OptimisticLockInput {}

@InputType()
export class RegistryProviderPlatformCreateInput {
  @Field(() => ID)
  versionId!: string

  @Field(() => String)
  os!: string

  @Field(() => String)
  arch!: string

  @Field(() => String, { description: 'The SHA-256 of the zip.' })
  shasum!: string

  @Field(() => String)
  filename!: string
}

@InputType()
export class RegistryProviderPlatformDeleteInput extends OptimisticLockInput {}

@ObjectType()
export class RegistryProviderVersionPayload extends Payload {
  @Field(() => RegistryProviderVersionType, { nullable: true })
  registryProviderVersion?: RegistryProviderVersionType
}

@ObjectType()
export class RegistryProviderVersionDeletePayload extends DeletePayload {}

@ObjectType()
export class RegistryProviderPlatformPayload extends Payload {
  @Field(() => RegistryProviderPlatformType, { nullable: true })
  registryProviderPlatform?: RegistryProviderPlatformType
}

@ObjectType()
export class RegistryProviderPlatformDeletePayload extends DeletePayload {}
