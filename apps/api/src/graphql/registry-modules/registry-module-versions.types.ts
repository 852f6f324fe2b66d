import { numberVerdictOf } from '@engine/module-source/verdict'
import { Field, Float, ID, InputType, ObjectType } from 'type-graphql'
import {
  moduleVersionStatuses,
  type ModuleVersion,
} from '../../domain/registry-modules/registry-module-version.js'
import { enumOf } from '../enums.js'
import { DeprecationType, toDeprecationType } from '../deprecation.types.js'
import { endOfLifeField, EndOfLifeType, LifecycleAttributes, toEndOfLifeType } from '../end-of-life.types.js'
import { changeOf, DeletePayload, OptimisticLockInput, Payload } from '../mutations.js'
import { connectionOf } from '../page.types.js'
import { provenanceField, ProvenanceType } from '../provenance.types.js'
import { CreatedThingType } from '../things.types.js'
import { ModuleInterfaceType } from './module-interface.types.js'

const versionStatuses = enumOf('RegistryModuleVersionStatus', moduleVersionStatuses)

@ObjectType('RegistryModuleVersion')
export class RegistryModuleVersionType extends CreatedThingType {
  @Field(() => String)
  version!: string

  @Field(() => versionStatuses, { description: 'Pending until its archive is uploaded and was read.' })
  status!: ModuleVersion['status']

  @Field(() => String, { nullable: true, description: 'Why the last upload was refused.' })
  error!: string | null

  @Field(() => Date, {
    nullable: true,
    description: 'When its failed upload was put away; null where it was not, or has failed again since.',
  })
  putAwayAt!: Date | null

  @Field(() => [String], {
    description: 'What its archive gives cause to say to its publisher and its users, in sentences.',
  })
  warnings!: readonly string[]

  @Field(() => ModuleInterfaceType, {
    nullable: true,
    description:
      'As it was found when its archive was read; null before that, and of what was published before it was compared.',
  })
  interface!: ModuleInterfaceType | null

  @Field(() => String, {
    nullable: true,
    description: 'Why it may break its callers by more than its number says; null where nothing was said.',
  })
  acceptBreaking!: string | null

  @Field(() => String, {
    nullable: true,
    description: 'The commit that its publisher named; `provenance` has the one that a job of a CI built.',
  })
  commitSha!: string | null

  @Field(() => ProvenanceType, provenanceField)
  provenance!: ProvenanceType | null

  @Field(() => Float, { nullable: true, description: 'Of the archive, in bytes.' })
  size!: number | null

  @Field(() => String, { nullable: true, description: 'SHA-256 of the archive, in hexadecimals.' })
  sha256!: string | null

  @Field(() => DeprecationType, {
    nullable: true,
    description: 'Null while it is not deprecated.',
  })
  deprecation!: DeprecationType | null

  @Field(() => EndOfLifeType, endOfLifeField)
  endOfLife!: EndOfLifeType | null

  @Field(() => Date, { nullable: true })
  publishedAt!: Date | null
}

export function toModuleVersionType(version: ModuleVersion): RegistryModuleVersionType {
  const found = version.interface
  return {
    ...version,
    interface: found && { ...found, ...numberVerdictOf(version.version, found) },
    size: version.archive?.size ?? null,
    sha256: version.archive?.sha256 ?? null,
    deprecation: toDeprecationType(version.deprecation),
    endOfLife: toEndOfLifeType(version.endOfLife),
  }
}

export const RegistryModuleVersionConnection = connectionOf(RegistryModuleVersionType)

@InputType()
export class RegistryModuleVersionCreateInput {
  @Field(() => ID)
  moduleId!: string

  @Field(() => String)
  version!: string

  @Field(() => String, {
    nullable: true,
    description:
      'Why it may break its callers by more than its number says: for those who manage the module, where its policy would refuse it.',
  })
  acceptBreaking?: string | null

  @Field(() => String, { nullable: true, description: 'The commit that it is made of.' })
  commitSha?: string | null
}

@InputType({ description: 'What is absent stays. `expectedUpdatedAt` is that of the module.' })
export class RegistryModuleVersionUpdateInput extends changeOf(LifecycleAttributes) {}

@InputType({ description: '`expectedUpdatedAt` is that of the module.' })
export class RegistryModuleVersionDeleteInput extends OptimisticLockInput {}

@ObjectType()
export class RegistryModuleVersionPayload extends Payload {
  @Field(() => RegistryModuleVersionType, { nullable: true })
  registryModuleVersion?: RegistryModuleVersionType
}

@ObjectType()
export class RegistryModuleVersionCreatePayload extends RegistryModuleVersionPayload {
  @Field(() => String, {
    nullable: true,
    description: 'Where the gzip tar is to be PUT, without a token and within a day; shown this once.',
  })
  uploadUrl?: string
}

@ObjectType()
export class RegistryModuleVersionDeletePayload extends DeletePayload {}
