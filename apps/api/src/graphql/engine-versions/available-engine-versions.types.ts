import { Extensions, Field, ID, ObjectType } from 'type-graphql'
import type { EngineVersion, EngineVersionStatus } from '../../domain/engine-versions/engine-version.js'
import { endOfLifeField, EndOfLifeType, toEndOfLifeType } from '../end-of-life.types.js'
import { connectionOf } from '../page.types.js'
import { EngineVersionArchType } from './engine-versions.types.js'

@ObjectType('EngineVersionStatus', { description: 'What the users of a version have to know of it.' })
export class EngineVersionStatusType {
  @Field(() => Boolean)
  enabled!: boolean

  @Field(() => Boolean)
  beta!: boolean

  @Field(() => Boolean)
  deprecated!: boolean

  @Field(() => String, { nullable: true })
  deprecatedReason!: string | null

  @Field(() => EndOfLifeType, endOfLifeField)
  endOfLife!: EndOfLifeType | null
}

export const toEngineVersionStatusType = ({
  enabled,
  beta,
  deprecated,
  deprecatedReason,
  endOfLife,
}: EngineVersionStatus): EngineVersionStatusType => ({
  enabled,
  beta,
  deprecated,
  deprecatedReason,
  endOfLife: toEndOfLifeType(endOfLife),
})

@ObjectType('AvailableEngineVersion', { description: 'An engine version as its users see it.' })
export class AvailableEngineVersionType {
  @Field(() => ID)
  id!: string

  @Field(() => String)
  version!: string

  @Field(() => EngineVersionStatusType)
  status!: EngineVersionStatusType

  @Extensions({ most: 50 })
  @Field(() => [EngineVersionArchType], { description: 'In the order given.' })
  archs!: readonly EngineVersionArchType[]

  @Field(() => Date)
  createdAt!: Date
}

export function toAvailableEngineVersionType(version: EngineVersion): AvailableEngineVersionType {
  const { id, archs, createdAt } = version
  return { id, version: version.version, status: toEngineVersionStatusType(version), archs, createdAt }
}

@ObjectType('AvailableEngineVersionConnection')
export class AvailableEngineVersionConnection extends connectionOf(AvailableEngineVersionType) {}
