import { Field, Float, ID, InputType, ObjectType, registerEnumType } from 'type-graphql'
import type { Deprecation, ModuleVersion } from '../domain/modules/module-version.js'
import { isSetUp, type ModuleWithVersions } from '../domain/modules/module.js'
import { changeOf, DeletePayload, GuardedInput, Payload } from './mutations.js'
import { connectionOf } from './page.types.js'

const moduleStatuses = { PENDING: 'pending', SETUP_COMPLETE: 'setup_complete' } as const
registerEnumType(moduleStatuses, { name: 'RegistryModuleStatus' })

const versionStatuses = { PENDING: 'pending', OK: 'ok', FAILED: 'failed' } as const
registerEnumType(versionStatuses, { name: 'RegistryModuleVersionStatus' })

const deprecationStatuses = { DEPRECATED: 'deprecated', REVOKED: 'revoked' } as const
registerEnumType(deprecationStatuses, {
  name: 'RegistryModuleVersionDeprecationStatus',
  description:
    'A deprecated version works as before; a revoked one is listed nowhere and cannot be downloaded.',
})

@ObjectType('RegistryModuleVersionDeprecation')
export class RegistryModuleVersionDeprecationType {
  @Field(() => deprecationStatuses)
  status!: Deprecation['status']

  @Field(() => String, { nullable: true })
  reason!: string | null

  @Field(() => String, { nullable: true, description: 'Where to read more.' })
  link!: string | null
}

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

  @Field(() => RegistryModuleVersionDeprecationType, {
    nullable: true,
    description: 'Null while everybody may use it.',
  })
  deprecation!: RegistryModuleVersionDeprecationType | null

  @Field(() => Date)
  createdAt!: Date

  @Field(() => Date, { nullable: true })
  publishedAt!: Date | null
}

export function toModuleVersionType({
  archive,
  deprecation,
  ...version
}: ModuleVersion): RegistryModuleVersionType {
  return {
    ...version,
    size: archive?.size ?? null,
    sha256: archive?.sha256 ?? null,
    deprecation: deprecation && {
      status: deprecation.status,
      reason: deprecation.reason || null,
      link: deprecation.link || null,
    },
  }
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

  @Field(() => Boolean, { description: 'Whether a site administrator vouches for it.' })
  verified!: boolean

  @Field(() => Date)
  createdAt!: Date

  @Field(() => Date, { description: 'Also of the last change to its versions.' })
  updatedAt!: Date

  /** For the other resolvers; no field of the schema. */
  module!: ModuleWithVersions
}

export function toRegistryModuleType(module: ModuleWithVersions): RegistryModuleType {
  const { id, namespace, name, provider, publisher, verified, createdAt, updatedAt } = module
  return {
    ...{ id, namespace, name, provider, publisher, verified, createdAt, updatedAt, module },
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
export class RegistryModuleVersionDeprecationInput {
  @Field(() => deprecationStatuses)
  status!: Deprecation['status']

  @Field(() => String, { nullable: true, description: 'Up to 1,000 characters.' })
  reason?: string | null

  @Field(() => String, { nullable: true, description: 'An http or https address.' })
  link?: string | null
}

@InputType()
class RegistryModuleVersionAttributes {
  @Field(() => RegistryModuleVersionDeprecationInput, {
    nullable: true,
    description: 'Replaces the whole; null restores the version.',
  })
  deprecation?: RegistryModuleVersionDeprecationInput | null
}

@InputType({ description: 'What is absent stays. `expectedUpdatedAt` is that of the module.' })
export class RegistryModuleVersionUpdateInput extends changeOf(RegistryModuleVersionAttributes) {}

@InputType({ description: '`expectedUpdatedAt` is that of the module.' })
export class RegistryModuleVersionDeleteInput extends GuardedInput {}

@InputType()
export class RegistryModuleVerifiedSetInput extends GuardedInput {
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

@ObjectType()
export class RegistryModuleVersionPayload extends Payload {
  @Field(() => RegistryModuleVersionType, { nullable: true })
  registryModuleVersion?: RegistryModuleVersionType
}

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
