import { Field, ID, InputType, Int, ObjectType } from 'type-graphql'
import {
  bulkActKinds,
  bulkActOutcomes,
  type ActedTarget,
  type BulkAct,
  type BulkActKind,
  type BulkActOutcome,
  type Foreseen,
  type OutcomeCounts,
  type Value,
} from '../../domain/bulk-acts/bulk-act.js'
import { sharingWays } from '../../domain/bulk-acts/sharing-acts.js'
import type { SharedKind } from '../../domain/organizations/shares.js'
import type { BulkActRequest } from '../../domain/bulk-acts/bulk-acts.service.js'
import type { EnginePolicy } from '../../domain/engine-sightings/engine-policy.js'
import { UserFilter } from '../accounts/users.types.js'
import { enumOf } from '../enums.js'
import { EnginePolicyEnum } from '../engine-sightings/engine-sightings.types.js'
import { JsonScalar } from '../json.js'
import { ActInput, Payload, reasonField } from '../mutations.js'
import { SiteOrganizationFilter } from '../organizations/admin-organizations.types.js'
import { connectionOf } from '../page.types.js'
import { withoutEmpties } from '../queries.js'
import { SitePublicProviderFilter } from '../public-providers/public-providers.types.js'
import { registryNames } from '../registry-providers/registry-providers.types.js'
import type { RegistryName } from '../../domain/registry-providers/registry-provider.js'
import { RegistryModuleFilter } from '../registry-modules/module-catalogue.resolver.js'
import { sharedKindNames } from '../registry-sharing/registry-sharing.types.js'
import { SiteWorkspaceFilter } from '../workspaces/workspaces.types.js'
import { CreatedThingType } from '../things.types.js'

const kinds = enumOf('BulkActKind', bulkActKinds)

export const outcomes = enumOf('BulkActOutcome', bulkActOutcomes)

@ObjectType('BulkActCounts', { description: 'Numbers of targets.' })
class CountsType implements OutcomeCounts {
  @Field(() => Int)
  waiting!: number

  @Field(() => Int)
  changed!: number

  @Field(() => Int, { description: 'Those that had the value already.' })
  unchanged!: number

  @Field(() => Int)
  refused!: number

  @Field(() => Int, { description: 'Those that waited when it was stopped.' })
  cancelled!: number
}

@ObjectType('BulkAct', {
  description: 'An act on many things; it can be looked up until 30 days after its end.',
})
export class BulkActType extends CreatedThingType {
  @Field(() => kinds)
  kind!: BulkActKind

  @Field(() => JsonScalar, { description: 'What is to be set, by the names of `BulkActSettings`.' })
  settings!: Value

  @Field(() => String, { nullable: true })
  reason!: string | null

  @Field(() => String, { description: 'The name of who started it.' })
  userName!: string

  @Field(() => ID, { nullable: true, description: 'The act that it takes back.' })
  undoesId!: string | null

  @Field(() => ID, { nullable: true, description: 'The act that takes it back.' })
  undoneById!: string | null

  @Field(() => Date, { nullable: true })
  cancelledAt!: Date | null

  @Field(() => Date, { nullable: true, description: 'Null while it is under way.' })
  finishedAt!: Date | null

  /** The source of the resolvers of its fields; no field of the schema. */
  source!: BulkAct
}

/** `CountsType`, for the resolver. */
export { CountsType as BulkActCountsType }

export const toBulkActType = (source: BulkAct): BulkActType => ({ ...source, source })

export const BulkActConnection = connectionOf(BulkActType)

@ObjectType('BulkActTarget')
export class BulkActTargetType implements ActedTarget {
  @Field(() => ID, {
    description:
      'Of the thing: an organization, a user, a workspace, a module, one of its versions, or a provider.',
  })
  id!: string

  @Field(() => String, { description: 'As it was called at the start.' })
  name!: string

  @Field(() => outcomes)
  outcome!: BulkActOutcome

  @Field(() => String, { nullable: true, description: 'Why it was refused.' })
  message!: string | null
}

export const BulkActTargetConnection = connectionOf(BulkActTargetType)

const names = 'The first ten names.'

@ObjectType('BulkActPreviewPart')
class PartType {
  @Field(() => Int)
  count!: number

  @Field(() => [String], { description: names })
  names!: readonly string[]
}

@ObjectType('BulkActPreviewRefusal')
class RefusalType extends PartType {
  @Field(() => String)
  reason!: string
}

@ObjectType('BulkActPreviewAffected', {
  description: 'Of acts on sharing and approvals; of others it is null.',
})
class AffectedType extends PartType {
  @Field(() => Boolean, { description: 'All organizations; then the number is 0.' })
  isAll!: boolean
}

@ObjectType('BulkActPreview', { description: 'What an act would do now.' })
export class BulkActPreviewType implements Foreseen {
  @Field(() => Int)
  total!: number

  @Field(() => PartType)
  changing!: PartType

  @Field(() => PartType, { description: 'What has the value already.' })
  unchanged!: PartType

  @Field(() => [RefusalType], { description: 'The twenty most frequent reasons, then the others together.' })
  refused!: readonly RefusalType[]

  @Field(() => AffectedType, { nullable: true, description: 'Organizations that may use more afterwards.' })
  gains!: AffectedType | null

  @Field(() => AffectedType, { nullable: true, description: 'Organizations that may use less afterwards.' })
  loses!: AffectedType | null
}

const sharingWaysEnum = enumOf('BulkActSharingWay', sharingWays)

@InputType()
class BulkActSharing {
  @Field(() => sharedKindNames)
  of!: SharedKind

  @Field(() => sharingWaysEnum, { description: '`ADD` and `REMOVE` keep the others on the list.' })
  way!: (typeof sharingWays)[number]

  @Field(() => [String], { defaultValue: [], description: 'Names of organizations, for `ADD` and `REMOVE`.' })
  consumers!: string[]
}

@InputType()
class BulkActDeprecation {
  @Field(() => String)
  reason!: string

  @Field(() => String, { nullable: true })
  link?: string | null
}

@InputType()
class BulkActApproval {
  @Field(() => Boolean, { defaultValue: false, description: 'For all organizations, including later ones.' })
  forAll!: boolean

  @Field(() => [String], { defaultValue: [], description: 'Names of organizations.' })
  organizations!: string[]
}

@InputType()
class BulkActProviderFilter {
  @Field(() => String, { nullable: true, description: 'A part of the name or the namespace.' })
  search?: string | null

  @Field(() => registryNames, { nullable: true })
  registryName?: RegistryName | null

  @Field(() => String, {
    nullable: true,
    description: 'The name of the one organization to look at; all of them are for site administrators.',
  })
  organization?: string | null
}

@InputType()
class BulkActModuleVersionFilter {
  @Field(() => ID)
  moduleId!: string
}

@InputType()
class BulkActWorkspaceFilter extends SiteWorkspaceFilter {
  @Field(() => String, {
    nullable: true,
    description: 'The name of the one organization to look at; all of them are for site administrators.',
  })
  organization?: string
}

@InputType({ description: 'What the act sets: the field of its kind, and no other.' })
class BulkActSettings {
  @Field(() => Int, { nullable: true, description: 'Of `ORGANIZATION_LIMIT`; null for no limit.' })
  workspaceLimit?: number | null

  @Field(() => EnginePolicyEnum, {
    nullable: true,
    description: "Of `ORGANIZATION_ENGINE_POLICY`; null for the site's own.",
  })
  enginePolicy?: EnginePolicy | null

  @Field(() => BulkActSharing, { nullable: true, description: 'Of `ORGANIZATION_SHARING`.' })
  sharing?: BulkActSharing | null

  @Field(() => Boolean, { nullable: true, description: 'Of `USER_SUSPENSION`; false ends suspensions.' })
  suspended?: boolean | null

  @Field(() => String, {
    nullable: true,
    description: 'Of `WORKSPACE_ENGINE_VERSION`: an exact version, `latest`, or a constraint.',
  })
  engineVersion?: string | null

  @Field(() => BulkActDeprecation, {
    nullable: true,
    description:
      'Of `MODULE_DEPRECATION` (all published versions that are neither deprecated nor revoked), `MODULE_VERSION_DEPRECATION` and `PROVIDER_DEPRECATION`.',
  })
  deprecation?: BulkActDeprecation | null

  @Field(() => BulkActApproval, {
    nullable: true,
    description: 'Of `PUBLIC_PROVIDER_APPROVAL`; approvals from before stay.',
  })
  approval?: BulkActApproval | null
}

@InputType({ description: 'An act on things by their ids, or on all that match the filter of their list.' })
export class BulkActPreviewInput {
  @Field(() => kinds)
  kind!: BulkActKind

  @Field(() => BulkActSettings)
  settings!: BulkActSettings

  @Field(() => [ID], { nullable: true, description: 'At most 10,000; they win over a filter.' })
  ids?: string[] | null

  @Field(() => SiteOrganizationFilter, { nullable: true, description: 'For acts on organizations.' })
  organizations?: SiteOrganizationFilter | null

  @Field(() => UserFilter, { nullable: true, description: 'For acts on users.' })
  users?: UserFilter | null

  @Field(() => BulkActWorkspaceFilter, { nullable: true, description: 'For acts on workspaces.' })
  workspaces?: BulkActWorkspaceFilter | null

  @Field(() => RegistryModuleFilter, { nullable: true, description: 'For acts on modules.' })
  modules?: RegistryModuleFilter | null

  @Field(() => BulkActModuleVersionFilter, {
    nullable: true,
    description: 'For acts on versions of a module.',
  })
  moduleVersions?: BulkActModuleVersionFilter | null

  @Field(() => BulkActProviderFilter, {
    nullable: true,
    description: 'For acts on the providers of organizations.',
  })
  providers?: BulkActProviderFilter | null

  @Field(() => SitePublicProviderFilter, { nullable: true, description: 'For acts on public providers.' })
  publicProviders?: SitePublicProviderFilter | null
}

@InputType()
export class BulkActStartInput extends BulkActPreviewInput {
  @Field(() => Int, {
    nullable: true,
    description: 'The total of the preview; CONFLICT when another number matches by now.',
  })
  expectedTotal?: number | null

  @Field(() => String, reasonField)
  reason?: string | null
}

/** The filter that a kind takes. */
const filters = {
  'organization-limit': 'organizations',
  'organization-engine-policy': 'organizations',
  'organization-sharing': 'organizations',
  'user-suspension': 'users',
  'workspace-engine-version': 'workspaces',
  'module-deprecation': 'modules',
  'module-version-deprecation': 'moduleVersions',
  'provider-deprecation': 'providers',
  'public-provider-approval': 'publicProviders',
} as const satisfies Record<BulkActKind, keyof BulkActPreviewInput>

export function toRequest(input: BulkActPreviewInput): BulkActRequest {
  const { kind, settings, ids } = input
  const filter = input[filters[kind]]
  return {
    kind,
    settings: { ...settings },
    selection: { ids: ids ?? undefined, ...(filter && { filter: withoutEmpties<object>(filter) }) },
  }
}

@InputType()
export class BulkActUndoInput extends ActInput {}

@InputType()
export class BulkActRetryInput extends ActInput {}

@InputType()
export class BulkActCancelInput {
  @Field(() => ID)
  id!: string
}

@ObjectType()
export class BulkActPayload extends Payload {
  @Field(() => BulkActType, { nullable: true })
  bulkAct?: BulkActType
}
