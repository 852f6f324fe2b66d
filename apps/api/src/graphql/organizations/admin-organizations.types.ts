import { Field, InputType, Int, ObjectType } from 'type-graphql'
import type {
  AdminOrganization,
  AdminOrganizationList,
  AdminOrganizationOrder,
  TimeoutDefaults,
} from '../../domain/organizations/admin-organization.js'
import type { Consumer } from '../../domain/registry-sharing/registry-sharing.js'
import type { EnginePolicy } from '../../domain/engine-sightings/engine-policy.js'
import type { PublicProvidersRule } from '../../domain/organizations/organization.js'
import { EnginePolicyEnum } from '../engine-sightings/engine-sightings.types.js'
import { PublicProvidersRuleEnum } from '../public-providers/public-providers.types.js'
import { DeletePayload, OptimisticLockInput, Payload } from '../mutations.js'
import { OrganizationType } from './organizations.types.js'
import { connectionOf, orderOf, toConnection, type Connection } from '../page.types.js'

@ObjectType('SiteOrganization', { description: 'An organization as site administrators see it.' })
export class SiteOrganizationType extends OrganizationType {
  @Field(() => Boolean, { description: 'Whether its workspaces may use beta versions.' })
  accessBetaTools!: boolean

  @Field(() => Boolean)
  workerSudoEnabled!: boolean

  @Field(() => String, { nullable: true, description: "As it was set; null means the site's own." })
  applyTimeout!: string | null

  @Field(() => String, { nullable: true, description: "As it was set; null means the site's own." })
  planTimeout!: string | null

  @Field(() => String, { description: "What applies: its own or else the site's." })
  effectiveApplyTimeout!: string

  @Field(() => String, { description: "What applies: its own or else the site's." })
  effectivePlanTimeout!: string

  @Field(() => String, { description: "The site's own." })
  defaultApplyTimeout!: string

  @Field(() => String, { description: "The site's own." })
  defaultPlanTimeout!: string

  @Field(() => Date, {
    nullable: true,
    description: 'In a list of consumers: when what is shared with it ends by itself; null where it goes on.',
  })
  sharingEndsAt!: Date | null

  /** The organization, for the resolver of `owners`; no field of the schema. */
  source!: AdminOrganization
}

export function toSiteOrganizationType(
  source: AdminOrganization & Partial<Pick<Consumer, 'sharingEndsAt'>>,
  defaults: TimeoutDefaults,
): SiteOrganizationType {
  const { ownerIds: _, sharingEndsAt = null, ...facts } = source
  return {
    ...facts,
    sharingEndsAt,
    effectiveApplyTimeout: source.applyTimeout ?? defaults.applyTimeout,
    effectivePlanTimeout: source.planTimeout ?? defaults.planTimeout,
    defaultApplyTimeout: defaults.applyTimeout,
    defaultPlanTimeout: defaults.planTimeout,
    source,
  }
}

@ObjectType('DisableConsequences', { description: 'In numbers.' })
export class DisableConsequencesType {
  @Field(() => Int)
  workspaces!: number

  @Field(() => Int)
  teams!: number

  @Field(() => Int, { description: 'Those who are invited do not count.' })
  members!: number

  @Field(() => Int)
  modules!: number

  @Field(() => Int)
  providers!: number

  @Field(() => Int, {
    description: 'Other organizations that can no longer use its modules or its providers.',
  })
  consumersLosing!: number
}

@ObjectType('OrganizationStatusCounts', { description: 'Over the whole filtered list, whatever the page.' })
export class StatusCountsType {
  @Field(() => Int)
  total!: number

  @Field(() => Int)
  active!: number

  @Field(() => Int)
  disabled!: number
}

export const SiteOrganizationOrderInput = orderOf<AdminOrganizationOrder>('SiteOrganization', {
  NAME: 'name',
  WORKSPACES: 'workspaces',
  OUTDATED_WORKSPACES: 'outdated',
  MODULES: 'modules',
  MEMBERS: 'members',
  STORED_BYTES: 'stored',
  LAST_ACTIVITY: 'activity',
  CREATED_AT: 'created',
})

@ObjectType('SiteOrganizationConnection')
export class SiteOrganizationConnection extends connectionOf(SiteOrganizationType) {
  @Field(() => StatusCountsType)
  statusCounts!: StatusCountsType
}

export function toSiteOrganizationConnection(
  list: AdminOrganizationList,
  defaults: TimeoutDefaults,
): Connection<SiteOrganizationType> & { statusCounts: StatusCountsType } {
  const connection = toConnection(list, (each) => toSiteOrganizationType(each, defaults))
  return { ...connection, statusCounts: list.statusCounts }
}

@InputType()
export class SiteOrganizationFilter {
  @Field(() => String, {
    nullable: true,
    description: 'Part of the name or the e-mail address, in any case.',
  })
  search?: string | null

  @Field(() => Boolean, { nullable: true, description: 'Whether it shares its modules, with all or some.' })
  isModuleProducer?: boolean | null

  @Field(() => Boolean, { nullable: true, description: 'Whether it shares its modules or its providers.' })
  isProducer?: boolean | null

  @Field(() => Boolean, { nullable: true })
  isDisabled?: boolean | null

  @Field(() => Boolean, {
    nullable: true,
    description: 'Whether it has as many workspaces as it may, or reached a limit of the site.',
  })
  isAtLimit?: boolean | null

  @Field(() => Boolean, {
    nullable: true,
    description: 'Whether its audit log has no event of the last 90 days.',
  })
  isIdle?: boolean | null

  @Field(() => Boolean, { nullable: true, description: 'Whether no one is in its team of owners.' })
  isWithoutOwner?: boolean | null

  @Field(() => Boolean, {
    nullable: true,
    description: 'Whether it has workspaces on deprecated or disabled engine versions.',
  })
  isOutdated?: boolean | null
}

@InputType({
  description:
    'What is absent stays; null unsets the limit, the timeouts, the policy, and what is decided of public providers.',
})
export class SiteOrganizationUpdateInput extends OptimisticLockInput {
  @Field(() => Boolean, { nullable: true })
  isDisabled?: boolean | null

  @Field(() => Boolean, { nullable: true })
  accessBetaTools?: boolean | null

  @Field(() => Boolean, { nullable: true, description: 'True empties the list of consumers.' })
  globalModuleSharing?: boolean | null

  @Field(() => Boolean, { nullable: true, description: 'True empties the list of consumers of providers.' })
  globalProviderSharing?: boolean | null

  @Field(() => Boolean, { nullable: true })
  workerSudoEnabled?: boolean | null

  @Field(() => Int, { nullable: true })
  workspaceLimit?: number | null

  @Field(() => String, { nullable: true })
  applyTimeout?: string | null

  @Field(() => String, { nullable: true })
  planTimeout?: string | null

  @Field(() => EnginePolicyEnum, { nullable: true })
  enginePolicy?: EnginePolicy | null

  @Field(() => PublicProvidersRuleEnum, { nullable: true })
  publicProviders?: PublicProvidersRule | null

  @Field(() => String, { nullable: true, description: '`0s`: nothing is held.' })
  providerCooldown?: string | null

  @Field(() => [String], {
    nullable: true,
    description:
      'All groups of single sign-on that may fill its teams; those that are left out no longer do.',
  })
  ssoGroups?: readonly string[] | null
}

@InputType()
export class SiteOrganizationDeleteInput extends OptimisticLockInput {}

@ObjectType()
export class SiteOrganizationPayload extends Payload {
  @Field(() => SiteOrganizationType, { nullable: true })
  organization?: SiteOrganizationType
}

@ObjectType()
export class SiteOrganizationDeletePayload extends DeletePayload {}
