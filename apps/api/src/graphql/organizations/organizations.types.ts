import type { InterfacePolicy } from '@engine/module-source/verdict'
import { Field, Float, InputType, Int, ObjectType } from 'type-graphql'
import { shownQuotas } from '../../domain/quotas/quota.js'
import { enumOf } from '../enums.js'
import { entitlements } from '../../domain/organizations/entitlements.js'
import { type OrganizationOrder, type PublicProvidersRule } from '../../domain/organizations/organization.js'
import type { Quota } from '../../domain/quotas/quota.js'
import type { EnginePolicy } from '../../domain/engine-sightings/engine-policy.js'
import { EnginePolicyEnum } from '../engine-sightings/engine-sightings.types.js'
import { PublicProvidersRuleEnum } from '../public-providers/public-providers.types.js'
import { ModuleInterfacePolicyEnum } from '../registry-modules/module-interface.types.js'
import { DeletePayload, OptimisticLockInput, Payload } from '../mutations.js'
import { connectionOf, orderOf } from '../page.types.js'
import { ChangeableThingType, NamedThingType } from '../things.types.js'

/** The permissions of a caller in an organization, as the console needs to know them. */
export const organizationPermissions = enumOf('OrganizationPermission', [
  'audit-events:read',
  'ci-identities:read',
  'ci-identities:write',
  'memberships:write',
  'modules:publish',
  'modules:write',
  'organizations:read',
  'organizations:write',
  'organization-tokens:write',
  'providers:write',
  'signing-keys:write',
  'teams:write',
  'team-tokens:write',
  'webhooks:read',
  'webhooks:write',
  'workspaces:write',
])
export type OrganizationPermission = (typeof organizationPermissions)[string]

export type EntitlementName = keyof typeof entitlements
export const entitlementNames = enumOf('Entitlement', Object.keys(entitlements) as EntitlementName[])

const quotaKinds = enumOf('OrganizationQuotaKind', shownQuotas)

@ObjectType('OrganizationQuota', { description: 'What an organization has of things that are limited.' })
export class OrganizationQuotaType {
  @Field(() => quotaKinds)
  kind!: Quota['kind']

  @Field(() => Float, { description: 'Of tokens those that work, of its teams too; of storage bytes.' })
  used!: number

  @Field(() => Float, { nullable: true, description: 'Null where there is none.' })
  limit!: number | null
}

@ObjectType('OrganizationFigures', { description: 'How an organization is, in numbers.' })
export class OrganizationFiguresType {
  @Field(() => Int)
  workspaces!: number

  @Field(() => Int, { description: 'Workspaces on deprecated or disabled engine versions.' })
  outdatedWorkspaces!: number

  @Field(() => Int)
  modules!: number

  @Field(() => Int)
  providers!: number

  @Field(() => Int, {
    description: 'Uploads of its modules and providers that failed and were not put away.',
  })
  failedUploads!: number

  @Field(() => Int, { description: 'Those who are invited do not count.' })
  members!: number

  @Field(() => Int)
  teams!: number

  @Field(() => Int)
  owners!: number

  @Field(() => Float, { description: 'Bytes of its modules, providers and states.' })
  storedBytes!: number

  @Field(() => Date, {
    nullable: true,
    description: 'When its audit log had its newest event; null where the log has no longer any.',
  })
  lastActivityAt!: Date | null
}

@ObjectType('Organization')
export class OrganizationType extends ChangeableThingType {
  @Field(() => String)
  name!: string

  @Field(() => String)
  email!: string

  @Field(() => Boolean, { description: 'Hidden from all but site administrators while it is.' })
  isDisabled!: boolean

  @Field(() => [String], {
    description: 'Groups of single sign-on that may fill its teams, as site administrators allow them.',
  })
  ssoGroups!: readonly string[]

  @Field(() => Boolean, { description: "Whether people's own tokens work here; the console always does." })
  userTokensEnabled!: boolean

  @Field(() => Boolean, { description: 'Whether all other organizations may use its modules.' })
  globalModuleSharing!: boolean

  @Field(() => Boolean, { description: 'Whether all other organizations may use its private providers.' })
  globalProviderSharing!: boolean

  @Field(() => Int, { nullable: true, description: 'Null and 0 mean none.' })
  workspaceLimit!: number | null

  @Field(() => EnginePolicyEnum, { nullable: true, description: "Null means the site's own." })
  enginePolicy!: EnginePolicy | null

  @Field(() => PublicProvidersRuleEnum, { nullable: true, description: "Null means the site's own." })
  publicProviders!: PublicProvidersRule | null

  @Field(() => String, {
    nullable: true,
    description: "For how long new versions of public providers are held. Null means the site's own.",
  })
  providerCooldown!: string | null

  @Field(() => ModuleInterfacePolicyEnum, { description: 'For its modules without an own policy.' })
  moduleInterfacePolicy!: InterfacePolicy
}

export const OrganizationOrderInput = orderOf<OrganizationOrder>('Organization', {
  NAME: 'name',
  EMAIL: 'email',
  CREATED_AT: 'created',
})

export const OrganizationConnection = connectionOf(OrganizationType)

@ObjectType('OrganizationReference', {
  description: "Of another organization no more than what a module's address says.",
})
export class OrganizationReferenceType extends NamedThingType {}

export const OrganizationReferenceConnection = connectionOf(OrganizationReferenceType)

@InputType()
export class OrganizationCreateInput {
  @Field(() => String)
  name!: string

  @Field(() => String)
  email!: string
}

@InputType({ description: 'What is absent stays; a former name stays taken.' })
export class OrganizationUpdateInput extends OptimisticLockInput {
  @Field(() => String, { nullable: true })
  name?: string | null

  @Field(() => String, { nullable: true })
  email?: string | null

  @Field(() => Boolean, { nullable: true })
  userTokensEnabled?: boolean | null

  @Field(() => ModuleInterfacePolicyEnum, { nullable: true })
  moduleInterfacePolicy?: InterfacePolicy | null
}

@InputType()
export class OrganizationDeleteInput extends OptimisticLockInput {}

@ObjectType()
export class OrganizationPayload extends Payload {
  @Field(() => OrganizationType, { nullable: true })
  organization?: OrganizationType
}

@ObjectType()
export class OrganizationCreatePayload extends OrganizationPayload {}

@ObjectType()
export class OrganizationDeletePayload extends DeletePayload {}
