import { Extensions, Field, ID, InputType, Int, ObjectType } from 'type-graphql'
import { engineKinds, type EngineKind } from '../../kernel/engine-client.js'
import {
  enginePolicies,
  type EnginePolicy,
  type EnginePolicyPreview,
} from '../../domain/engine-sightings/engine-policy.js'
import { enumOf } from '../enums.js'
import {
  keptDays,
  runKey,
  type RunHistory,
  type RunsOfDay,
  type EngineRunner,
  type EngineRunnerOrder,
  type RunVersion,
  type RunVersionOrder,
  type SeenRecently,
} from '../../domain/engine-sightings/engine-sighting.js'
import {
  EngineVersionStatusType,
  toEngineVersionStatusType,
} from '../engine-versions/engine-versions.types.js'
import { connectionOf, orderOf } from '../page.types.js'

const EngineKindEnum = enumOf('EngineKind', engineKinds, {
  description: 'What a client of the registry says that it is; it can be forged.',
})

export const EnginePolicyEnum = enumOf('EnginePolicy', enginePolicies, {
  description: 'What callers are answered whose version of the engine is disabled, deprecated or unknown.',
})

const refused = 'Those that the engine policy refused.'

@ObjectType('EngineVersionSeenRecently', { description: 'In the last 30 days, by what clients say.' })
export class SeenRecentlyType implements SeenRecently {
  @Field(() => Int, { description: 'Tokens that ran it.' })
  tokens!: number

  @Field(() => Int)
  organizations!: number

  @Field(() => Int, { description: 'Requests to the registry.' })
  requests!: number

  @Field(() => Int, { description: refused })
  refused!: number

  @Field(() => Int, { description: 'Tokens that ran the version of that number of a fork of the engine.' })
  forkTokens!: number
}

/** A row of a list of who runs which version. */
@ObjectType()
abstract class SightingType {
  @Field(() => ID, { description: 'Names it in this list.' })
  id!: string

  @Field(() => EngineKindEnum)
  engine!: EngineKind

  @Field(() => Int)
  requests!: number

  @Field(() => Int, { description: refused })
  refused!: number

  @Field(() => String, { description: '`2026-03-01`, in UTC.' })
  lastDay!: string
}

@ObjectType('RunEngineVersion', { description: 'A version that is run, in the last 30 days.' })
export class RunVersionType extends SightingType implements Omit<RunVersion, 'engineVersion'> {
  @Field(() => String, { description: 'Empty where it cannot be read.' })
  version!: string

  @Field(() => Int)
  tokens!: number

  @Field(() => Int)
  organizations!: number

  @Field(() => ID, { nullable: true, description: 'Null where the platform does not know the version.' })
  engineVersionId!: string | null

  @Field(() => EngineVersionStatusType, { nullable: true, description: 'The same.' })
  engineVersionStatus!: EngineVersionStatusType | null
}

export function toRunVersionType({ engineVersion, ...row }: RunVersion): RunVersionType {
  const id = runKey(row.engine, row.version)
  if (!engineVersion) return { id, ...row, engineVersionId: null, engineVersionStatus: null }
  const { id: engineVersionId, ...status } = engineVersion
  return { id, ...row, engineVersionId, engineVersionStatus: toEngineVersionStatusType(status) }
}

@ObjectType('EngineRunsOfDay')
export class RunsOfDayType implements RunsOfDay {
  @Field(() => String, { description: '`2026-03-01`, in UTC.' })
  day!: string

  @Field(() => Int, { description: 'Requests to the registry.' })
  requests!: number
}

@ObjectType('EngineRunHistory', {
  description: 'How often a version was run; without engine and version all that are not told apart.',
})
export class RunHistoryType implements RunHistory {
  @Field(() => EngineKindEnum, { nullable: true })
  engine!: EngineKind | null

  @Field(() => String, { nullable: true, description: 'Empty where it cannot be read.' })
  version!: string | null

  @Extensions({ most: keptDays })
  @Field(() => [RunsOfDayType], { description: 'Each day in order, also those without any.' })
  days!: readonly RunsOfDayType[]
}

export const RunVersionConnection = connectionOf(RunVersionType)

export const RunVersionOrderInput = orderOf<RunVersionOrder>('RunEngineVersion', {
  TOKENS: 'tokens',
  REQUESTS: 'requests',
  LAST_DAY: 'lastDay',
})

@InputType('RunEngineVersionFilter')
export class RunVersionFilterInput {
  @Field(() => String, { nullable: true, description: 'A part of the version.' })
  search?: string

  @Field(() => EngineKindEnum, { nullable: true })
  engine?: EngineKind

  @Field(() => Boolean, {
    nullable: true,
    description: 'Versions of the engine that the platform knows, or does not.',
  })
  known?: boolean
}

@ObjectType('EngineRunner', { description: 'A token that ran a version in the last 30 days.' })
export class EngineRunnerType extends SightingType implements EngineRunner {
  @Field(() => String)
  version!: string

  @Field(() => ID, { description: 'The token; it may be gone since.' })
  credentialId!: string

  @Field(() => String, { nullable: true })
  tokenDescription!: string | null

  @Field(() => String, {
    nullable: true,
    description: 'The user, team or organization of the token; null where it is gone.',
  })
  ownerName!: string | null

  @Field(() => String, {
    nullable: true,
    description: 'Of the token, or the one whose things a person asked for.',
  })
  organizationName!: string | null
}

export function toEngineRunnerType(runner: EngineRunner): EngineRunnerType {
  const { engine, version, credentialId, organizationName } = runner
  return { id: [engine, version, credentialId, organizationName ?? ''].join(' '), ...runner }
}

export const EngineRunnerConnection = connectionOf(EngineRunnerType)

export const EngineRunnerOrderInput = orderOf<EngineRunnerOrder>('EngineRunner', {
  REQUESTS: 'requests',
  LAST_DAY: 'lastDay',
})

@InputType()
export class EngineRunnerFilter {
  @Field(() => String, { nullable: true, description: 'The whole version.' })
  version?: string

  @Field(() => EngineKindEnum, { nullable: true })
  engine?: EngineKind

  @Field(() => String, { nullable: true, description: 'The name of an organization.' })
  organization?: string
}

@ObjectType('EnginePolicyPreview', {
  description: 'Whom the policies `WARN` and `REFUSE` would have been about in the last 30 days.',
})
export class EnginePolicyPreviewType implements EnginePolicyPreview {
  @Field(() => EnginePolicyEnum, { description: "The site's own." })
  sitePolicy!: EnginePolicy

  @Field(() => Int)
  tokens!: number

  @Field(() => Int)
  organizations!: number

  @Field(() => Int, { description: 'Different versions.' })
  versions!: number

  @Field(() => Int, { description: 'Requests that were refused.' })
  refused!: number
}
