import { Field, Float, ID, InputType, ObjectType, registerEnumType } from 'type-graphql'
import type { Deprecation } from '../../domain/registry-modules/module-deprecation.js'
import type { ModuleVersion } from '../../domain/registry-modules/registry-module-version.js'
import { changeOf, DeletePayload, OptimisticLockInput, Payload } from '../mutations.js'
import { connectionOf } from '../page.types.js'

const versionStatuses = { PENDING: 'pending', OK: 'ok', FAILED: 'failed' } as const
registerEnumType(versionStatuses, { name: 'RegistryModuleVersionStatus' })

const deprecationStatuses = { DEPRECATED: 'deprecated', REVOKED: 'revoked' } as const
registerEnumType(deprecationStatuses, {
  name: 'RegistryModuleVersionDeprecationStatus',
  description: 'A deprecated version works as before; a revoked one is in no list and cannot be downloaded.',
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
    description: 'Null while it is not deprecated.',
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
export class RegistryModuleVersionDeleteInput extends OptimisticLockInput {}

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
