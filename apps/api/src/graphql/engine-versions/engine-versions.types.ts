import { Extensions, Field, ID, InputType, Int, ObjectType } from 'type-graphql'
import { mainArchive } from '../../domain/engine-versions/engine-archive.js'
import {
  deletionBlock,
  type EngineLine,
  type EngineVersion,
  type EngineVersionOrder,
  type EngineVersionStatus,
} from '../../domain/engine-versions/engine-version.js'
import { ActInput, changeOf, DeletePayload, Payload } from '../mutations.js'
import {
  EndOfLifeInput,
  endOfLifeField,
  EndOfLifeType,
  toEndOfLifeAttribute,
  toEndOfLifeType,
} from '../end-of-life.types.js'
import { connectionOf, orderOf } from '../page.types.js'
import { CreatedThingType } from '../things.types.js'

@ObjectType('EngineVersionArch')
export class EngineVersionArchType {
  @Field(() => String)
  os!: string

  @Field(() => String)
  arch!: string

  @Field(() => String)
  url!: string

  @Field(() => String, { description: 'SHA-256 of the zip, in lower-case hexadecimals.' })
  sha!: string
}

/** The facts of a version that both the platform and the feed of versions have. */
@ObjectType()
export abstract class EngineVersionFactsType {
  @Field(() => Boolean)
  beta!: boolean

  @Field(() => Boolean)
  deprecated!: boolean

  @Field(() => String, { nullable: true })
  deprecatedReason!: string | null
}

/** The status of a version of the platform. */
@ObjectType()
abstract class EngineVersionStandingType extends EngineVersionFactsType {
  @Field(() => Boolean)
  enabled!: boolean

  @Field(() => EndOfLifeType, endOfLifeField)
  endOfLife!: EndOfLifeType | null
}

@ObjectType('EngineVersionDeletionBlock', { description: 'Why a version cannot be deleted.' })
export class EngineVersionDeletionBlockType {
  @Field(() => Boolean)
  official!: boolean

  @Field(() => Int)
  workspaces!: number
}

@ObjectType('EngineVersionDependents')
export class EngineVersionDependentsType {
  @Field(() => Int)
  workspaces!: number

  @Field(() => Int, { description: 'That these workspaces belong to.' })
  organizations!: number
}

@ObjectType('EngineVersion')
export class EngineVersionType extends EngineVersionStandingType {
  @Field(() => ID)
  id!: string

  @Field(() => String)
  version!: string

  @Field(() => String, { description: 'The linux/amd64 archive; empty when there is none.' })
  url!: string

  @Field(() => String)
  sha!: string

  @Extensions({ most: 50 })
  @Field(() => [EngineVersionArchType], { description: 'In the order given.' })
  archs!: readonly EngineVersionArchType[]

  @Field(() => Boolean)
  official!: boolean

  @Field(() => Date)
  createdAt!: Date

  @Field(() => Date)
  updatedAt!: Date

  @Field(() => Int, { description: 'How many workspaces use it.' })
  usage!: number

  @Field(() => Boolean)
  deletable!: boolean

  @Field(() => EngineVersionDeletionBlockType, {
    nullable: true,
    description: 'Null when it can be deleted.',
  })
  deletionBlockedBy!: EngineVersionDeletionBlockType | null
}

export function toEngineVersionType(version: EngineVersion): EngineVersionType {
  const block = deletionBlock(version)
  const { url, sha } = mainArchive(version.archs)
  const endOfLife = toEndOfLifeType(version.endOfLife)
  return { ...version, endOfLife, url, sha, deletable: block === undefined, deletionBlockedBy: block ?? null }
}

@ObjectType('EngineLine', {
  description: 'The versions that share their first two numbers; each counts in one state.',
})
export class EngineLineType implements EngineLine {
  @Field(() => String, { description: 'Such as `1.9`.' })
  line!: string

  @Field(() => Int, { description: 'How many are on one of its versions.' })
  workspaces!: number

  @Field(() => Int, { description: 'Enabled versions that are not deprecated and have no end of life.' })
  supported!: number

  @Field(() => Int, { description: 'Enabled versions with an end of life.' })
  ending!: number

  @Field(() => Int, { description: 'Enabled versions that are deprecated.' })
  deprecated!: number

  @Field(() => Int)
  disabled!: number

  @Field(() => Date, { nullable: true, description: 'The last end of life of those.' })
  lastEnd!: Date | null
}

export const EngineVersionConnection = connectionOf(EngineVersionType)

export const EngineVersionOrderInput = orderOf<EngineVersionOrder>('EngineVersion', {
  VERSION: 'version',
  USAGE: 'usage',
  CREATED_AT: 'created',
})

@InputType()
export class EngineVersionFilter {
  @Field(() => String, { nullable: true, description: 'Part of the version number.' })
  search?: string

  @Field(() => Boolean, { nullable: true })
  enabled?: boolean

  @Field(() => Boolean, { nullable: true })
  official?: boolean

  @Field(() => Boolean, { nullable: true })
  beta?: boolean

  @Field(() => Boolean, { nullable: true })
  deprecated?: boolean

  @Field(() => Boolean, { nullable: true, description: 'Whether any workspace uses it.' })
  used?: boolean
}

@InputType()
class EngineVersionArchInput {
  @Field(() => String, { nullable: true, description: '`linux` when absent.' })
  os?: string

  @Field(() => String, { nullable: true, description: '`amd64` when absent.' })
  arch?: string

  @Field(() => String)
  url!: string

  @Field(() => String)
  sha!: string
}

@InputType()
class EngineVersionAttributes {
  @Field(() => String, { nullable: true })
  url?: string

  @Field(() => String, { nullable: true })
  sha?: string

  @Field(() => [EngineVersionArchInput], { nullable: true })
  archs?: EngineVersionArchInput[]

  @Field(() => Boolean, { nullable: true })
  official?: boolean

  @Field(() => Boolean, { nullable: true })
  enabled?: boolean

  @Field(() => Boolean, { nullable: true })
  beta?: boolean

  @Field(() => Boolean, { nullable: true })
  deprecated?: boolean

  @Field(() => String, { nullable: true })
  deprecatedReason?: string

  @Field(() => EndOfLifeInput, { nullable: true, description: 'Replaces the whole; null takes it back.' })
  endOfLife?: EndOfLifeInput | null
}

/** Makes the attributes as documents write them. */
export const toEngineVersionAttributes = <Input extends Pick<EngineVersionAttributes, 'endOfLife'>>({
  endOfLife,
  ...attributes
}: Input) => ({ ...attributes, endOfLife: toEndOfLifeAttribute(endOfLife) })

@InputType()
export class EngineVersionCreateInput extends EngineVersionAttributes {
  @Field(() => String)
  version!: string
}

@InputType()
export class EngineVersionUpdateInput extends changeOf(EngineVersionAttributes) {
  @Field(() => String, { nullable: true })
  version?: string
}

@InputType()
export class EngineVersionDeleteInput extends ActInput {}

@ObjectType()
export class EngineVersionPayload extends Payload {
  @Field(() => EngineVersionType, { nullable: true })
  engineVersion?: EngineVersionType
}

@ObjectType()
export class EngineVersionDeletePayload extends DeletePayload {}

@ObjectType('EngineVersionStatus', { description: 'What the users of a version have to know of it.' })
export class EngineVersionStatusType extends EngineVersionStandingType {}

export const toEngineVersionStatusType = (status: EngineVersionStatus): EngineVersionStatusType => ({
  ...status,
  endOfLife: toEndOfLifeType(status.endOfLife),
})

@ObjectType('AvailableEngineVersion', { description: 'An engine version as its users see it.' })
export class AvailableEngineVersionType extends CreatedThingType {
  @Field(() => String)
  version!: string

  @Field(() => EngineVersionStatusType)
  status!: EngineVersionStatusType

  @Extensions({ most: 50 })
  @Field(() => [EngineVersionArchType], { description: 'In the order given.' })
  archs!: readonly EngineVersionArchType[]
}

export function toAvailableEngineVersionType(version: EngineVersion): AvailableEngineVersionType {
  return { ...version, status: toEngineVersionStatusType(version) }
}

export const AvailableEngineVersionConnection = connectionOf(AvailableEngineVersionType)
