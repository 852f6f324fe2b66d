import { cliNameWarnings } from '@engine/shared'
import { Field, InputType, ObjectType } from 'type-graphql'
import type { ListedVersion } from '../../domain/public-providers/provider-origins.js'
import {
  registryNames as names,
  type ProviderOrder,
  type RegistryName,
  type RegistryProvider,
} from '../../domain/registry-providers/registry-provider.js'
import { partsOf } from '../../kernel/public-registry.js'
import { enumOf } from '../enums.js'
import { DeprecationAttributes, DeprecationType, toDeprecationType } from '../deprecation.types.js'
import { changeOf, DeletePayload, OptimisticLockInput, Payload } from '../mutations.js'
import { connectionOf, orderOf } from '../page.types.js'
import { CreatedThingType } from '../things.types.js'

export const registryNames = enumOf('RegistryName', names)

@ObjectType('RegistryProvider')
export class RegistryProviderType extends CreatedThingType {
  @Field(() => registryNames, { description: 'A public provider only points to the public registry.' })
  registryName!: RegistryName

  @Field(() => String)
  namespace!: string

  @Field(() => String)
  name!: string

  @Field(() => String, { nullable: true, description: 'Address of its sources; null of a public provider.' })
  sourceUrl!: string | null

  @Field(() => DeprecationType, {
    nullable: true,
    description: 'Of all its versions; null while it is not deprecated, and of a public provider.',
  })
  deprecation!: DeprecationType | null

  @Field(() => [String], { description: 'Why the CLI can never ask for it, and what to do; mostly empty.' })
  warnings!: readonly string[]

  @Field(() => Date, { description: 'Also of the last change to its versions.' })
  updatedAt!: Date

  /** The provider, for the other resolvers; no field of the schema. */
  provider!: RegistryProvider
}

export function toRegistryProviderType(provider: RegistryProvider): RegistryProviderType {
  const deprecation = toDeprecationType(provider.deprecation)
  const sourceUrl = provider.sourceUrl || null
  return { ...provider, sourceUrl, deprecation, warnings: cliNameWarnings(provider), provider }
}

export const RegistryProviderOrderInput = orderOf<ProviderOrder>('RegistryProvider', {
  NAME: 'name',
  REGISTRY: 'registry',
  CREATED_AT: 'created',
})

export const RegistryProviderConnection = connectionOf(RegistryProviderType)

@InputType()
export class RegistryProviderCreateInput {
  @Field(() => String, { description: 'The name of the organization.' })
  organization!: string

  @Field(() => registryNames)
  registryName!: RegistryName

  @Field(() => String, { description: "Of a private provider its organization's name." })
  namespace!: string

  @Field(() => String)
  name!: string

  @Field(() => String, { nullable: true, description: 'Private providers only.' })
  sourceUrl?: string | null
}

@InputType()
class RegistryProviderAttributes extends DeprecationAttributes {
  @Field(() => String, { nullable: true })
  sourceUrl?: string | null
}

@InputType({ description: 'What is absent stays; null unsets.' })
export class RegistryProviderUpdateInput extends changeOf(RegistryProviderAttributes) {}

@InputType()
export class RegistryProviderDeleteInput extends OptimisticLockInput {}

@ObjectType()
export class RegistryProviderPayload extends Payload {
  @Field(() => RegistryProviderType, { nullable: true })
  registryProvider?: RegistryProviderType
}

@ObjectType()
export class RegistryProviderDeletePayload extends DeletePayload {}

@ObjectType('PublicProviderVersion', { description: 'A version as the public registry lists it.' })
class ListedVersionType {
  @Field(() => String)
  version!: string

  @Field(() => [String])
  protocols!: readonly string[]

  @Field(() => [String], { description: 'Such as `linux/amd64`, in alphabetical order.' })
  platforms!: readonly string[]
}

export const toListedVersionType = ({ version, protocols, platforms }: ListedVersion): ListedVersionType => ({
  ...{ version, protocols: partsOf(protocols), platforms: partsOf(platforms) },
})

@ObjectType('PublicProviderVersionConnection')
export class PublicProviderVersionConnection extends connectionOf(ListedVersionType) {
  @Field(() => String, {
    nullable: true,
    description: 'Why the public registry could not be asked, in a sentence.',
  })
  failure!: string | null
}
