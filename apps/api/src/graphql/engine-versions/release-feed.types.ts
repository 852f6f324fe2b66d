import { Extensions, Field, InputType, Int, ObjectType } from 'type-graphql'
import {
  comparedFacts,
  type FaultyEntry,
  type FeedComparison,
  type FeedDifference,
} from '../../domain/engine-versions/feed-difference.js'
import { enumOf } from '../enums.js'
import { changedArchives } from '../../domain/engine-versions/engine-archive.js'
import { reasonFor } from '../../domain/engine-versions/engine-version.js'
import {
  EngineVersionArchType,
  EngineVersionFactsType,
  EngineVersionType,
  toEngineVersionType,
} from './engine-versions.types.js'
import { Payload, reasonField, toUserError, UserError } from '../mutations.js'
import { connectionOf } from '../page.types.js'

const changeable = enumOf('ReleaseFeedChange', comparedFacts)

@ObjectType('ChecksumAlarm', {
  description: 'The file behind a known build has another checksum than before: it was replaced.',
})
export class ChecksumAlarmType {
  @Field(() => String)
  os!: string

  @Field(() => String)
  arch!: string

  @Field(() => String, { description: 'The SHA-256 that the platform knows.' })
  known!: string

  @Field(() => String, { description: 'The SHA-256 that the feed says.' })
  offered!: string
}

@ObjectType('ReleaseFeedDifference')
export class ReleaseFeedDifferenceType extends EngineVersionFactsType {
  @Field(() => String)
  version!: string

  @Field(() => EngineVersionType, {
    nullable: true,
    description: 'Null where the platform does not know the version.',
  })
  known!: EngineVersionType | null

  @Field(() => [changeable], { description: 'What taking it over changes; empty for an unknown version.' })
  changes!: string[]

  @Extensions({ most: 50 })
  @Field(() => [EngineVersionArchType], { description: 'The builds after it was taken over.' })
  archs!: readonly EngineVersionArchType[]

  @Field(() => Boolean, { description: 'As it would be afterwards, like the next three.' })
  official!: boolean

  @Extensions({ most: 50 })
  @Field(() => [ChecksumAlarmType])
  alarms!: readonly ChecksumAlarmType[]
}

@ObjectType()
export class ReleaseFeedFault {
  @Field(() => Int, { description: 'The index of the entry in the feed, from 0.' })
  index!: number

  @Field(() => [UserError])
  faults!: UserError[]
}

export const ReleaseFeedDifferenceConnection = connectionOf(ReleaseFeedDifferenceType)

export const ReleaseFeedFaultConnection = connectionOf(ReleaseFeedFault)

@ObjectType('ReleaseFeed', { description: 'What the feed of versions says and the platform does not.' })
export class ReleaseFeedType {
  readonly comparison!: FeedComparison

  @Field(() => String, { description: 'To be sent back with what is taken over.' })
  digest!: string

  @Field(() => Int, { description: 'How many versions are known just so.' })
  same!: number
}

@InputType()
export class ReleaseFeedTakeOverInput {
  @Field(() => String, { description: 'STALE when a comparison would say something else by now.' })
  digest!: string

  @Field(() => [String])
  versions!: string[]

  @Field(() => String, reasonField)
  reason?: string | null
}

@ObjectType()
export class ReleaseFeedTakeOverPayload extends Payload {
  @Field(() => [EngineVersionType], { nullable: true })
  engineVersions?: readonly EngineVersionType[]
}

export function toReleaseFeedType(comparison: FeedComparison): ReleaseFeedType {
  const { digest, same } = comparison
  return { comparison, digest, same }
}

export function toFaultType({ index, faults }: FaultyEntry): ReleaseFeedFault {
  return { index, faults: faults.map(toUserError) }
}

export function toDifferenceType(difference: FeedDifference): ReleaseFeedDifferenceType {
  const { version, known, offer, change, alarms } = difference
  const { official, beta, deprecated, deprecatedReason } = { ...offer, ...known, ...change }
  return {
    version,
    known: known ? toEngineVersionType(known) : null,
    changes: Object.keys(change),
    archs: change.archs ?? known?.archs ?? changedArchives([], offer),
    official: official ?? false,
    beta: beta ?? false,
    deprecated: deprecated ?? false,
    deprecatedReason: reasonFor(deprecated ?? false, deprecatedReason),
    alarms,
  }
}
