import { Extensions, Field, ID, ObjectType } from 'type-graphql'
import type { RegistryProvider } from '../../domain/registry-providers/registry-provider.js'
import type { PublishedProviderVersion } from '../../domain/registry-providers/registry-provider-version.js'
import { DeprecationType, toDeprecationType } from '../deprecation.types.js'
import { endOfLifeField, EndOfLifeType, toEndOfLifeType } from '../end-of-life.types.js'
import { connectionOf } from '../page.types.js'

@ObjectType('SharedRegistryProvider', {
  description: 'A private provider, as callers who may install it know it.',
})
export class SharedRegistryProviderType {
  @Field(() => ID)
  id!: string

  @Field(() => String, { description: 'The name of its organization.' })
  namespace!: string

  @Field(() => String)
  name!: string

  @Field(() => DeprecationType, { nullable: true, description: 'Of all its versions.' })
  deprecation!: DeprecationType | null

  /** The provider, for the other resolvers; no field of the schema. */
  provider!: RegistryProvider
}

export function toSharedProviderType(provider: RegistryProvider): SharedRegistryProviderType {
  const { id, namespace, name } = provider
  return { id, namespace, name, deprecation: toDeprecationType(provider.deprecation), provider }
}

@ObjectType('SharedRegistryProviderConnection')
export class SharedRegistryProviderConnection extends connectionOf(SharedRegistryProviderType) {}

@ObjectType('SharedRegistryProviderVersion', { description: 'A version that can be installed.' })
class SharedRegistryProviderVersionType {
  @Field(() => ID)
  id!: string

  @Field(() => String)
  version!: string

  @Extensions({ most: 20 })
  @Field(() => [String])
  protocols!: readonly string[]

  @Extensions({ most: 50 })
  @Field(() => [String], { description: 'Such as `linux/amd64`, in alphabetical order.' })
  platforms!: readonly string[]

  @Field(() => DeprecationType, { nullable: true, description: 'Null while it is not deprecated.' })
  deprecation!: DeprecationType | null

  @Field(() => EndOfLifeType, endOfLifeField)
  endOfLife!: EndOfLifeType | null
}

export function toSharedVersionType({
  id,
  version,
  protocols,
  platforms,
  deprecation,
  endOfLife,
}: PublishedProviderVersion): SharedRegistryProviderVersionType {
  return {
    id,
    version,
    protocols,
    platforms: platforms.map(({ os, arch }) => `${os}/${arch}`),
    deprecation: toDeprecationType(deprecation),
    endOfLife: toEndOfLifeType(endOfLife),
  }
}

@ObjectType('SharedRegistryProviderVersionConnection')
export class SharedRegistryProviderVersionConnection extends connectionOf(
  SharedRegistryProviderVersionType,
) {}
