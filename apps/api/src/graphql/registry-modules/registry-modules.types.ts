import type { InterfacePolicy } from '@engine/module-source/verdict'
import { Field, InputType, ObjectType } from 'type-graphql'
import { enumOf } from '../enums.js'
import { keptOfModules, keptValues } from '../../domain/kept-settings.js'
import type { Module, VisibleModule } from '../../domain/registry-modules/registry-module.js'
import { KeptSettingType, toKeptSettings } from '../kept-settings.types.js'
import { changeOf, DeletePayload, OptimisticLockInput, Payload } from '../mutations.js'
import { connectionOf } from '../page.types.js'
import { CreatedThingType } from '../things.types.js'
import { ModuleInterfacePolicyEnum } from './module-interface.types.js'

const moduleStatuses = enumOf('RegistryModuleStatus', ['pending', 'setup_complete'])
export type ModuleStatus = (typeof moduleStatuses)[string]

@ObjectType('RegistryModule')
export class RegistryModuleType extends CreatedThingType {
  @Field(() => String, { description: 'The name of the organization.' })
  namespace!: string

  @Field(() => String)
  name!: string

  @Field(() => String)
  provider!: string

  @Field(() => moduleStatuses, { description: 'Complete as soon as one version is published.' })
  status?: ModuleStatus

  @Field(() => String, { description: 'The name of who made it.' })
  publisher!: string

  @Field(() => String, { nullable: true })
  sourceUrl!: string | null

  @Field(() => String, { nullable: true })
  description!: string | null

  @Field(() => Boolean, { description: 'Whether a site administrator vouches for it.' })
  verified!: boolean

  @Field(() => ModuleInterfacePolicyEnum, {
    nullable: true,
    description: "Null means the organization's own; those with whom the module is shared do not see it.",
  })
  moduleInterfacePolicy!: InterfacePolicy | null

  @Field(() => [KeptSettingType], {
    description: 'What clients set and compare, by name; without effect here.',
  })
  keptSettings!: readonly KeptSettingType[]

  @Field(() => Date, { description: 'Also of the last change to its versions.' })
  updatedAt!: Date

  @Field(() => Boolean, {
    description:
      'Whether it is only shared with the caller, who sees published versions alone and not who downloads it.',
  })
  usableOnly!: boolean

  /** The module, for the other resolvers; no field of the schema. */
  module!: Module
}

export function toRegistryModuleType(module: Module | VisibleModule): RegistryModuleType {
  return {
    ...module,
    module,
    sourceUrl: module.sourceUrl || null,
    description: module.description || null,
    keptSettings: toKeptSettings(keptValues(keptOfModules, module.kept)),
    usableOnly: 'usableOnly' in module && module.usableOnly,
  }
}

export const RegistryModuleConnection = connectionOf(RegistryModuleType)

@InputType()
class RegistryModuleAttributes {
  @Field(() => String, { nullable: true })
  sourceUrl?: string | null

  @Field(() => String, { nullable: true })
  description?: string | null

  @Field(() => ModuleInterfacePolicyEnum, {
    nullable: true,
    description: "Null means the organization's own.",
  })
  moduleInterfacePolicy?: InterfacePolicy | null
}

@InputType()
export class RegistryModuleCreateInput extends RegistryModuleAttributes {
  @Field(() => String, { description: 'The name of the organization.' })
  organization!: string

  @Field(() => String)
  name!: string

  @Field(() => String)
  provider!: string
}

@InputType({ description: 'What is absent stays; null unsets.' })
export class RegistryModuleUpdateInput extends changeOf(RegistryModuleAttributes) {}

@InputType()
export class RegistryModuleDeleteInput extends OptimisticLockInput {}

@InputType()
export class RegistryModuleVerifiedSetInput extends OptimisticLockInput {
  @Field(() => Boolean)
  verified!: boolean
}

@ObjectType()
export class RegistryModulePayload extends Payload {
  @Field(() => RegistryModuleType, { nullable: true })
  registryModule?: RegistryModuleType
}

@ObjectType()
export class RegistryModuleDeletePayload extends DeletePayload {}
