import { Extensions, Field, Float, ID, Int, ObjectType, registerEnumType } from 'type-graphql'
import type { FailedUpload, PublicProviderAlarm } from '../../domain/attention/attention.js'
import type { Actor } from '../../kernel/actor.js'
import { connectionOf } from '../page.types.js'
import { ChecksumAlarmType } from '../engine-versions/release-feed.types.js'
import { NamedThingType, ThingType } from '../things.types.js'

const uploadKinds = { MODULE: 'module', PROVIDER: 'provider' } as const
registerEnumType(uploadKinds, { name: 'FailedUploadKind' })

@ObjectType('FailedUpload', { description: 'A version that was put up and is not good.' })
export class FailedUploadType {
  @Field(() => ID, { description: 'Of the version.' })
  id!: string

  @Field(() => uploadKinds)
  kind!: FailedUpload['kind']

  @Field(() => String, { description: 'The name of the organization.' })
  organization!: string

  @Field(() => String, { description: 'Of the module or the provider.' })
  name!: string

  @Field(() => String, { nullable: true, description: 'Of a module the provider it is for.' })
  provider!: string | null

  @Field(() => ID, { description: 'Of the module or the provider.' })
  thingId!: string

  @Field(() => String)
  version!: string

  @Field(() => String, { description: 'Why it is not good.' })
  error!: string

  @Field(() => Date)
  at!: Date
}

export const FailedUploadConnection = connectionOf(FailedUploadType)

@ObjectType('FailedVerification', {
  description:
    'An archive of an engine version that is another file than its checksum says, or cannot be read.',
})
export class FailedVerificationType {
  @Field(() => ID, { description: 'Of the version.' })
  id!: string

  @Field(() => String)
  version!: string

  @Field(() => String)
  os!: string

  @Field(() => String)
  arch!: string

  @Field(() => String, {
    nullable: true,
    description: 'Why it cannot be read; null where it is another file.',
  })
  problem!: string | null

  @Field(() => Date)
  at!: Date
}

export const FailedVerificationConnection = connectionOf(FailedVerificationType)

@ObjectType('AttentionFigure')
class AttentionFigureType {
  @Field(() => Int)
  now!: number

  @Field(() => Int, {
    description:
      'Of those that there are now, how many there were 30 days ago; of downloads those of the 30 days before.',
  })
  before!: number
}

@ObjectType('AttentionFigures')
export class AttentionFiguresType {
  @Field(() => AttentionFigureType)
  organizations!: AttentionFigureType

  @Field(() => AttentionFigureType)
  workspaces!: AttentionFigureType

  @Field(() => AttentionFigureType)
  modules!: AttentionFigureType

  @Field(() => AttentionFigureType, { description: 'Of modules, in the last 30 days.' })
  downloads!: AttentionFigureType
}

@ObjectType('UsedEngineVersion')
export class UsedEngineVersionType extends ThingType {
  @Field(() => String)
  version!: string

  @Field(() => Boolean)
  deprecated!: boolean

  @Field(() => Boolean)
  enabled!: boolean

  @Field(() => Int, { description: 'How many are on it.' })
  workspaces!: number
}

export const UsedEngineVersionConnection = connectionOf(UsedEngineVersionType)

@ObjectType('FullOrganization', { description: 'An organization that can hardly make another workspace.' })
export class FullOrganizationType extends NamedThingType {
  @Field(() => Int)
  workspaceLimit!: number

  @Field(() => Int, { description: 'How many there are.' })
  workspaces!: number
}

export const FullOrganizationConnection = connectionOf(FullOrganizationType)

@ObjectType('FullDisk', {
  description: 'A disk that is too full for more files: the rest is left to the database.',
})
export class FullDiskType {
  @Field(() => ID)
  id!: string

  @Field(() => Float, { description: 'How many bytes are free.' })
  freeBytes!: number

  @Field(() => Float, { description: 'How many bytes have to stay free: `STORAGE_RESERVE`.' })
  reserveBytes!: number
}

export const FullDiskConnection = connectionOf(FullDiskType)

@ObjectType('OutdatedOrganization', {
  description: 'An organization with workspaces on engine versions that are deprecated or disabled.',
})
export class OutdatedOrganizationType extends NamedThingType {
  @Field(() => Int, { description: 'How many of them.' })
  workspaces!: number
}

export const OutdatedOrganizationConnection = connectionOf(OutdatedOrganizationType)

@ObjectType('UnallowedSsoTeam', {
  description:
    'A team that single sign-on does not fill, since its group is not allowed to its organization.',
})
export class UnallowedSsoTeamType extends NamedThingType {
  @Field(() => String, { description: 'The name of its organization.' })
  organization!: string

  @Field(() => String, { description: 'What single sign-on calls the group.' })
  ssoTeamId!: string
}

export const UnallowedSsoTeamConnection = connectionOf(UnallowedSsoTeamType)

const publicProviderAlarmKinds = {
  ALTERED: 'altered',
  NEW_KEY: 'new-key',
  UNVERIFIED: 'unverified',
  UNREACHABLE: 'unreachable',
  WANTED: 'wanted',
} as const
registerEnumType(publicProviderAlarmKinds, { name: 'PublicProviderAlarmKind' })

@ObjectType('PublicProviderAlarm', {
  description: 'What has to be decided of a public provider, or that an origin did not answer for a day.',
})
export class PublicProviderAlarmType extends NamedThingType implements PublicProviderAlarm {
  @Field(() => publicProviderAlarmKinds)
  kind!: PublicProviderAlarm['kind']

  @Field(() => ID, { nullable: true, description: 'Null for an origin.' })
  providerId!: string | null

  @Field(() => Int, {
    description:
      'Of versions that stand so, of organizations that want it, or of providers known of the origin.',
  })
  count!: number

  @Field(() => String, {
    description: 'The newest such version, the organization that asked last, or why the last look failed.',
  })
  detail!: string

  @Field(() => Date, { description: 'The last time; of an origin, when it last answered.' })
  at!: Date
}

export const PublicProviderAlarmConnection = connectionOf(PublicProviderAlarmType)

@ObjectType('ReleaseFeedAlarm', {
  description: 'A known version for whose builds the feed of versions lists other checksums.',
})
export class ReleaseFeedAlarmType {
  @Field(() => ID, { description: 'Of the version.' })
  id!: string

  @Field(() => String)
  version!: string

  @Field(() => Date, { description: 'When that was first seen.' })
  at!: Date

  @Extensions({ most: 50 })
  @Field(() => [ChecksumAlarmType])
  builds!: readonly ChecksumAlarmType[]
}

export const ReleaseFeedAlarmConnection = connectionOf(ReleaseFeedAlarmType)

@ObjectType('Attention', {
  description: 'What went wrong or is about to, as far as the viewer can mend it, and how things go.',
})
export class AttentionType {
  /** The caller, for the resolvers; no field of the schema. */
  actor!: Actor
}
