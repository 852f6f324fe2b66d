import { Extensions, Field, ObjectType } from 'type-graphql'
import type { RegistryProvider } from '../../domain/registry-providers/registry-provider.js'
import type { PublishedProviderVersion } from '../../domain/registry-providers/registry-provider-version.js'
import { DeprecationType, toDeprecationType } from '../deprecation.types.js'
import { endOfLifeField, EndOfLifeType, toEndOfLifeType } from '../end-of-life.types.js'
import { connectionOf } from '../page.types.js'
import { NamedThingType, ThingType } from '../things.types.js'

@ObjectType('SharedRegistryProvider', {
  description: 'A private provider, as callers who may install it know it.',
})
export class SharedRegistryProviderType extends NamedThingType {
  @Field(() => String, { description: 'The name of its organization.' })
  namespace!: string

  @Field(() => DeprecationType, { nullable: true, description: 'Of all its versions.' })
  deprecation!: DeprecationType | null

  /** The provider, for the other resolvers; no field of the schema. */
  provider!: RegistryProvider
}

export function toSharedProviderType(provider: RegistryProvider): SharedRegistryProviderType {
  return { ...provider, deprecation: toDeprecationType(provider.deprecation), provider }
}

export const SharedRegistryProviderConnection = connectionOf(SharedRegistryProviderType)

@ObjectType('SharedRegistryProviderVersion', { description: 'A version that can be installed.' })
export class SharedRegistryProviderVersionType extends ThingType {
  @Field(() => String)
  version!: string

  @Extensions({ most: 20 })
  @Field(() => [String])
  protocols!: readonly string[]

  @Extensions({ most: 50 })
  @Field(() => [String], { description: 'Such as `linux/amd64`, in alphabetical order.' })
  platforms!: readonly string[]

  @Field(() => Date, {
    nullable: true,
    description: 'Time of the last upload of its documentation; null where it has none.',
  })
  docsUploadedAt!: Date | null

  @Field(() => DeprecationType, { nullable: true, description: 'Null while it is not deprecated.' })
  deprecation!: DeprecationType | null

  @Field(() => EndOfLifeType, endOfLifeField)
  endOfLife!: EndOfLifeType | null
}

export function toSharedVersionType(version: PublishedProviderVersion): SharedRegistryProviderVersionType {
  return {
    ...version,
    platforms: version.platforms.map(({ os, arch }) => `${os}/${arch}`),
    deprecation: toDeprecationType(version.deprecation),
    endOfLife: toEndOfLifeType(version.endOfLife),
  }
}

export const SharedRegistryProviderVersionConnection = connectionOf(SharedRegistryProviderVersionType)
