import { Field, Float, ID, InputType, Int, ObjectType } from 'type-graphql'
import { publicProvidersRules, type PublicProvidersRule } from '../../domain/organizations/organization.js'
import type { FileDifference } from '../../domain/public-providers/file-difference.js'
import {
  publicProviderStatuses,
  publicVersionDecisions,
  publicVersionStatuses,
  heldReason,
  heldUntil,
  reasonOf,
  statusOf,
  type PublicProviderVersion,
  type PublicVersionDecision,
  type PublicVersionStatus,
  type UserOfVersion,
  type RequestedBy,
} from '../../domain/public-providers/public-provider.js'
import { enumOf } from '../enums.js'
import type { PublicProviderOfOrganization } from '../../domain/public-providers/organization-public-providers.service.js'
import type { VersionStatus } from '../../domain/public-providers/public-providers-policy.js'
import { ActInput, changeOf, DeletePayload, OptimisticLockInput, Payload } from '../mutations.js'
import { connectionOf } from '../page.types.js'

export const PublicProvidersRuleEnum = enumOf('PublicProvidersRule', publicProvidersRules, {
  description: 'Which public providers may be used: all, or those that are listed.',
})

const PublicVersionStatusEnum = enumOf('PublicProviderVersionStatus', publicVersionStatuses, {
  description: 'Only what is available is listed and delivered.',
})

const SitePublicProviderStatusEnum = enumOf('SitePublicProviderStatus', publicProviderStatuses, {
  description: 'Has a version that stands so, or was asked for by organizations that may not use it.',
})

const PublicVersionDecisionEnum = enumOf('PublicProviderVersionDecision', publicVersionDecisions, {
  description: 'Release ends the hold; accept takes what an altered version is now as what it was first.',
})

@ObjectType('ProviderOrigin', { description: 'A host that public providers are registered at.' })
export class ProviderOriginType {
  @Field(() => String)
  host!: string

  @Field(() => Boolean, { name: 'isSealed', description: 'Whether it is offline: it is never asked.' })
  isOffline!: boolean
}

@ObjectType('PublicProviderSettings', { description: "The site's own, which organizations may replace." })
export class PublicProviderSettingsType {
  @Field(() => PublicProvidersRuleEnum)
  rule!: PublicProvidersRule

  @Field(() => String, {
    description: 'For how long new versions are held, such as `72h`; `0s`: not at all.',
  })
  cooldown!: string

  @Field(() => Boolean, { description: 'Without any setting public providers are passed on as they are.' })
  isSet!: boolean

  @Field(() => String, { nullable: true, description: 'The host of the public registry.' })
  mainOrigin!: string | null

  @Field(() => [ProviderOriginType])
  origins!: readonly ProviderOriginType[]
}

@ObjectType('PublicProviderStore', { description: 'The files of public providers that are stored here.' })
export class PublicProviderStoreType {
  @Field(() => Boolean, { description: 'Whether files are stored when they are first installed.' })
  isOn!: boolean

  @Field(() => Int)
  files!: number

  @Field(() => Float, { description: 'Their size in bytes.' })
  bytes!: number

  @Field(() => Float, {
    description: 'The part of it that was imported.',
  })
  importedBytes!: number

  @Field(() => Float, {
    description:
      'The part of it that is never removed to make room: imported files, and those of versions that changed at their origin.',
  })
  lastingBytes!: number

  @Field(() => Float, { description: 'In bytes; beyond it the least recently used files are removed.' })
  limit!: number
}

/** The facts of a version that members and administrators see. */
@ObjectType()
abstract class PublicProviderVersionFactsType {
  @Field(() => String)
  version!: string

  @Field(() => PublicVersionStatusEnum, { description: 'By the cooldown of the site or the organization.' })
  status!: PublicVersionStatus

  @Field(() => Date, {
    nullable: true,
    description: 'Null where nothing is held, or a person has to release it.',
  })
  heldUntil!: Date | null

  @Field(() => Date, { nullable: true, description: 'As the origin says.' })
  publishedAt!: Date | null

  @Field(() => Boolean, { description: 'Whether the origin no longer lists it; then it does not install.' })
  goneFromOrigin!: boolean

  @Field(() => [String], { description: 'Such as `linux/amd64`, as the origin lists them.' })
  listedPlatforms!: readonly string[]
}

@ObjectType('SitePublicProviderVersion', { description: 'As it was first seen.' })
export class SitePublicProviderVersionType extends PublicProviderVersionFactsType {
  @Field(() => ID)
  id!: string

  @Field(() => PublicVersionDecisionEnum, { nullable: true })
  decision!: PublicVersionDecision | null

  @Field(() => String, { nullable: true, description: 'Of the decision.' })
  reason!: string | null

  @Field(() => String, { nullable: true, description: 'Why its signature proves nothing.' })
  unverified!: string | null

  @Field(() => String, { name: 'alteration', nullable: true, description: 'What the origin has changed.' })
  mismatch!: string | null

  @Field(() => Date, { nullable: true })
  alteredAt!: Date | null

  @Field(() => Date, { description: 'By our clock.' })
  firstSeenAt!: Date

  @Field(() => Date, { nullable: true, description: 'When its signature was checked; null: not yet.' })
  checkedAt!: Date | null

  @Field(() => String, { nullable: true, description: 'Of the signing key.' })
  keyId!: string | null

  @Field(() => Boolean, {
    description:
      'Whether its signing key is new: no version by it was there at first, and a person released none before.',
  })
  newKey!: boolean

  @Field(() => Boolean, { description: 'Whether its files were uploaded, and came from no origin.' })
  imported!: boolean

  @Field(() => Date)
  updatedAt!: Date
}

export function toSiteVersionType(
  source: PublicProviderVersion,
  cooldown: number,
  now: Date,
): SitePublicProviderVersionType {
  const status = statusOf(source, cooldown, now)
  return {
    ...source,
    ...{ status, heldUntil: heldUntil(source, cooldown, now), reason: source.decisionReason },
  }
}

@ObjectType('SitePublicProviderPlatform', { description: 'A file that SHA256SUMS listed at first sight.' })
export class SitePublicProviderPlatformType {
  @Field(() => String)
  os!: string

  @Field(() => String)
  arch!: string

  @Field(() => String)
  filename!: string

  @Field(() => String)
  shasum!: string

  @Field(() => String, { nullable: true, description: 'Of the origin, or of the stored file.' })
  h1!: string | null

  @Field(() => Float, { nullable: true, description: 'In bytes; null where it is not known.' })
  size!: number | null

  @Field(() => Boolean, { description: 'Whether the file is stored here.' })
  stored!: boolean
}

@ObjectType('PublicProviderFileDifference', { description: 'A file that an origin has changed.' })
export class PublicProviderFileDifferenceType implements FileDifference {
  @Field(() => String, { description: 'The name of the zip, or `SHA256SUMS`.' })
  filename!: string

  @Field(() => String, {
    nullable: true,
    description: 'The digest that was first seen; null for a file that was not there.',
  })
  first!: string | null

  @Field(() => String, {
    nullable: true,
    description: 'The digest that the origin has now; null for a file that it no longer has.',
  })
  now!: string | null
}

@ObjectType('WantedBy', { description: 'An organization that asked for what it may not use, in 90 days.' })
export class RequestedByType implements RequestedBy {
  @Field(() => ID)
  organizationId!: string

  @Field(() => String, { description: 'Its name.' })
  organization!: string

  @Field(() => Int)
  count!: number

  @Field(() => Date)
  lastAt!: Date
}

@ObjectType('PublicProviderUser', { description: 'Who downloaded a version in 30 days.' })
export class PublicProviderUserType implements UserOfVersion {
  @Field(() => String)
  version!: string

  @Field(() => ID, { nullable: true, description: "Null for people's own tokens." })
  organizationId!: string | null

  @Field(() => String, { nullable: true, description: 'Its name.' })
  organization!: string | null

  @Field(() => Int)
  tokens!: number

  @Field(() => Int)
  downloads!: number

  @Field(() => String, { description: '`2026-03-01`, in UTC.' })
  lastDay!: string
}

export const PublicProviderUserConnection = connectionOf(PublicProviderUserType)

@ObjectType('SitePublicProvider', { description: 'A provider of an origin that is known here.' })
export class SitePublicProviderType {
  @Field(() => ID)
  id!: string

  @Field(() => String, { description: 'The host.' })
  origin!: string

  @Field(() => String)
  namespace!: string

  @Field(() => String)
  name!: string

  @Field(() => Boolean, { description: 'Whether all organizations may use it.' })
  approvedForAll!: boolean

  @Field(() => [String], { description: 'What the origin says of it at `init`.' })
  warnings!: readonly string[]

  @Field(() => Date)
  firstSeenAt!: Date

  @Field(() => Date, { name: 'lookedAt', description: 'When the origin last answered.' })
  syncedAt!: Date

  @Field(() => Date, {
    nullable: true,
    description: 'When the digests of its newest versions were last compared.',
  })
  comparedAt!: Date | null

  @Field(() => String, { name: 'lookError', nullable: true, description: 'Why the last comparison failed.' })
  syncError!: string | null

  @Field(() => Date)
  updatedAt!: Date
}

@ObjectType('SitePublicProviderCounts', { description: "Of its versions, by the site's cooldown." })
export class SitePublicProviderCountsType {
  @Field(() => String, { nullable: true })
  newestAvailable!: string | null

  @Field(() => String, { nullable: true })
  newestHeld!: string | null

  @Field(() => Date, {
    nullable: true,
    description: 'Null where nothing is held, or a person has to release it.',
  })
  newestHeldUntil!: Date | null

  @Field(() => Int)
  held!: number

  @Field(() => Int)
  blocked!: number

  @Field(() => Int)
  altered!: number

  @Field(() => Int)
  unverified!: number

  @Field(() => Int, { description: 'Those that a decision stands on.' })
  decided!: number

  @Field(() => Int, { description: 'Organizations that list it, or were allowed it.' })
  listedBy!: number
}

export const SitePublicProviderConnection = connectionOf(SitePublicProviderType)
export const SitePublicProviderVersionConnection = connectionOf(SitePublicProviderVersionType)

@InputType()
export class SitePublicProviderFilter {
  @Field(() => String, { nullable: true, description: 'A part of the origin, the namespace or the name.' })
  search?: string | null

  @Field(() => SitePublicProviderStatusEnum, { nullable: true })
  status?: 'held' | 'blocked' | 'altered' | 'unverified' | 'wanted' | null
}

@InputType()
export class SitePublicProviderCreateInput {
  @Field(() => String, { description: 'The host.' })
  origin!: string

  @Field(() => String)
  namespace!: string

  @Field(() => String)
  name!: string
}

@InputType()
export class SitePublicProviderFileImportInput extends SitePublicProviderCreateInput {
  @Field(() => String)
  version!: string

  @Field(() => String, {
    description:
      'Ends in `NAME_VERSION_OS_ARCH.zip`, or in `NAME_VERSION_SHA256SUMS`, with `.sig` or `.asc`.',
  })
  filename!: string
}

@InputType()
class PublicProviderAttributes {
  @Field(() => Boolean, { nullable: true })
  approvedForAll?: boolean | null
}

@InputType({ description: 'What is absent stays.' })
export class SitePublicProviderUpdateInput extends changeOf(PublicProviderAttributes) {}

@InputType()
export class SitePublicProviderDeleteInput extends OptimisticLockInput {}

@InputType()
export class SitePublicProviderLookInput extends ActInput {}

@InputType()
export class SitePublicProviderOrganizationsInput extends ActInput {
  @Field(() => [String], { description: 'By name.' })
  organizations!: readonly string[]
}

@InputType()
export class SitePublicProviderVersionDecideInput {
  @Field(() => ID)
  id!: string

  @Field(() => PublicVersionDecisionEnum, { nullable: true, description: 'Null takes the decision back.' })
  decision!: PublicVersionDecision | null

  @Field(() => String, {
    nullable: true,
    description: 'Required to block and to accept; the terminal prints it.',
  })
  reason?: string | null

  @Field(() => Date, { nullable: true, description: 'STALE when it has changed meanwhile.' })
  expectedUpdatedAt?: Date | null
}

@ObjectType()
export class SitePublicProviderPayload extends Payload {
  @Field(() => SitePublicProviderType, { nullable: true })
  publicProvider?: SitePublicProviderType
}

@ObjectType()
export class SitePublicProviderFileImportPayload extends Payload {
  @Field(() => String, {
    nullable: true,
    description:
      'Where the file is uploaded by PUT: 201 where it was not there, 200 where these very bytes were.',
  })
  uploadUrl?: string
}

@ObjectType()
export class SitePublicProviderDeletePayload extends DeletePayload {}

@ObjectType()
export class SitePublicProviderVersionPayload extends Payload {
  @Field(() => SitePublicProviderVersionType, { nullable: true })
  version?: SitePublicProviderVersionType
}

@ObjectType('OrganizationPublicProviderVersion')
export class OrganizationPublicProviderVersionType extends PublicProviderVersionFactsType {
  @Field(() => String, { nullable: true, description: 'Why it is not available.' })
  reason!: string | null
}

export const OrganizationPublicProviderVersionConnection = connectionOf(OrganizationPublicProviderVersionType)

@ObjectType('OrganizationPublicProvider', {
  description: 'What the organization may do with a public provider.',
})
export class OrganizationPublicProviderType {
  @Field(() => String)
  origin!: string

  @Field(() => String)
  namespace!: string

  @Field(() => String)
  name!: string

  @Field(() => Boolean, { description: 'Whether it is known here: it was asked for, or decided on.' })
  isKnown!: boolean

  @Field(() => Boolean, { description: 'Whether it installs for the organization.' })
  isUsable!: boolean

  @Field(() => Boolean, { description: 'Whether the organization lists it, or it is approved.' })
  isListed!: boolean

  @Field(() => Boolean, { description: 'Whether the caller may list it for the organization.' })
  mayList!: boolean

  /** The rest, for the resolvers; no field of the schema. */
  source!: PublicProviderOfOrganization
}

export const toOrganizationPublicProviderType = (
  source: PublicProviderOfOrganization,
): OrganizationPublicProviderType => ({ ...source, isKnown: source.provider !== undefined, source })

export const toOrganizationVersionType =
  (cooldown: number, now: Date) =>
  ({ version, status }: VersionStatus): OrganizationPublicProviderVersionType => ({
    ...version,
    ...{ status, heldUntil: heldUntil(version, cooldown, now) },
    reason: status === 'held' ? heldReason(version, cooldown) : reasonOf(version, status),
  })
