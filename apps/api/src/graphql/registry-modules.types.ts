import { Field, Float, ID, InputType, ObjectType, registerEnumType } from 'type-graphql'
import type { ModuleVersion } from '../domain/modules/module-version.js'
import { isSetUp, type ModuleWithVersions } from '../domain/modules/module.js'
import { ActInput, changeOf, DeletePayload, GuardedInput, Payload } from './mutations.js'
import { connectionOf } from './page.types.js'

const moduleStatuses = { PENDING: 'pending', SETUP_COMPLETE: 'setup_complete' } as const
registerEnumType(moduleStatuses, { name: 'RegistryModuleStatus' })

const versionStatuses = { PENDING: 'pending', OK: 'ok', FAILED: 'failed' } as const
registerEnumType(versionStatuses, { name: 'RegistryModuleVersionStatus' })

@ObjectType('RegistryModuleVersion')
export class RegistryModuleVersionType {
  @Field(() => ID)
  id!: string

  @Field(() => String)
  version!: string

  @Field(() => versionStatuses, { description: 'Pending until its archive is uploaded and was read.' })
  status!: ModuleVersion['status']

  @Field(() => String, { nullable: true, description: 'Why the last upload was refused.' })
  error!: string | null

  @Field(() => Float, { nullable: true, description: 'Of the archive, in bytes.' })
  size!: number | null

  @Field(() => String, { nullable: true, description: 'SHA-256 of the archive, in hexadecimals.' })
  sha256!: string | null

  @Field(() => Date)
  createdAt!: Date

  @Field(() => Date, { nullable: true })
  publishedAt!: Date | null
}

export function toModuleVersionType({ archive, ...version }: ModuleVersion): RegistryModuleVersionType {
  return { ...version, size: archive?.size ?? null, sha256: archive?.sha256 ?? null }
}

@ObjectType('RegistryModuleVersionConnection')
export class RegistryModuleVersionConnection extends connectionOf(RegistryModuleVersionType) {}

@ObjectType('RegistryModule')
export class RegistryModuleType {
  @Field(() => ID)
  id!: string

  @Field(() => String, { description: 'The name of the organization.' })
  namespace!: string

  @Field(() => String)
  name!: string

  @Field(() => String)
  provider!: string

  @Field(() => moduleStatuses, { description: 'Complete as soon as one version is published.' })
  status!: (typeof moduleStatuses)[keyof typeof moduleStatuses]

  @Field(() => String, { description: 'The name of who made it.' })
  publisher!: string

  @Field(() => String, { nullable: true })
  sourceUrl!: string | null

  @Field(() => String, { nullable: true })
  description!: string | null

  @Field(() => Date)
  createdAt!: Date

  @Field(() => Date, { description: 'Also of the last change to its versions.' })
  updatedAt!: Date

  /** For the other resolvers; no field of the schema. */
  module!: ModuleWithVersions
}

export function toRegistryModuleType(module: ModuleWithVersions): RegistryModuleType {
  const { id, namespace, name, provider, publisher, createdAt, updatedAt } = module
  return {
    ...{ id, namespace, name, provider, publisher, createdAt, updatedAt, module },
    status: isSetUp(module) ? 'setup_complete' : 'pending',
    sourceUrl: module.sourceUrl || null,
    description: module.description || null,
  }
}

@ObjectType('RegistryModuleConnection')
export class RegistryModuleConnection extends connectionOf(RegistryModuleType) {}

@InputType()
class RegistryModuleAttributes {
  @Field(() => String, { nullable: true })
  sourceUrl?: string | null

  @Field(() => String, { nullable: true })
  description?: string | null
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
export class RegistryModuleDeleteInput extends GuardedInput {}

@InputType()
export class RegistryModuleVersionCreateInput {
  @Field(() => ID)
  moduleId!: string

  @Field(() => String)
  version!: string
}

@InputType()
export class RegistryModuleVersionDeleteInput extends ActInput {}

@ObjectType()
export class RegistryModulePayload extends Payload {
  @Field(() => RegistryModuleType, { nullable: true })
  registryModule?: RegistryModuleType
}

@ObjectType()
export class RegistryModuleDeletePayload extends DeletePayload {}

@ObjectType()
export class RegistryModuleVersionCreatePayload extends Payload {
  @Field(() => RegistryModuleVersionType, { nullable: true })
  registryModuleVersion?: RegistryModuleVersionType

  @Field(() => String, {
    nullable: true,
    description: 'Where the gzip tar is to be PUT, without a token and within a day; shown this once.',
  })
  uploadUrl?: string
}

@ObjectType()
export class RegistryModuleVersionDeletePayload extends DeletePayload {}
