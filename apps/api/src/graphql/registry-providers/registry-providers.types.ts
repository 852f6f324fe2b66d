import { cliNameWarnings } from '@engine/shared'
import { Field, ID, InputType, ObjectType, registerEnumType } from 'type-graphql'
import type {
  ProviderOrder,
  RegistryName,
  RegistryProvider,
} from '../../domain/registry-providers/registry-provider.js'
import { DeprecationAttributes, DeprecationType, toDeprecationType } from '../deprecation.types.js'
import { changeOf, DeletePayload, OptimisticLockInput, Payload } from '../mutations.js'
import { orderOf } from '../order.types.js'
import { connectionOf } from '../page.types.js'

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

  @Field(() => DeprecationType, {
    nullable: true,
    description: 'Of all its versions; null while it is not deprecated, and of a public provider.',
  })
  deprecation!: DeprecationType | null

  @Field(() => [String], { description: 'Why the CLI can never ask for it, and what to do; mostly empty.' })
  warnings!: readonly string[]

  @Field(() => Date)
  createdAt!: Date

  @Field(() => Date, { description: 'Also of the last change to its versions.' })
  updatedAt!: Date

  /** The provider, for the other resolvers; no field of the schema. */
  provider!: RegistryProvider
}

export function toRegistryProviderType(provider: RegistryProvider): RegistryProviderType {
  const { id, registryName, namespace, name, createdAt, updatedAt } = provider
  const deprecation = toDeprecationType(provider.deprecation)
  const warnings = cliNameWarnings(provider)
  return { id, registryName, namespace, name, deprecation, warnings, createdAt, updatedAt, provider }
}

export const RegistryProviderOrderInput = orderOf<ProviderOrder>('RegistryProvider', {
  NAME: 'name',
  REGISTRY: 'registry',
  CREATED_AT: 'created',
})

@ObjectType('RegistryProviderConnection')
export class RegistryProviderConnection extends connectionOf(RegistryProviderType) {}

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
}

@InputType({ description: 'What is absent stays.' })
export class RegistryProviderUpdateInput extends changeOf(DeprecationAttributes) {}

@InputType()
export class RegistryProviderDeleteInput extends OptimisticLockInput {}

@ObjectType()
export class RegistryProviderPayload extends Payload {
  @Field(() => RegistryProviderType, { nullable: true })
  registryProvider?: RegistryProviderType
}

@ObjectType()
export class RegistryProviderDeletePayload extends DeletePayload {}
