import type { InterfacePolicy } from '@engine/module-source/verdict'
import { Field, Float, InputType, Int, ObjectType, registerEnumType } from 'type-graphql'
import { entitlements } from '../../domain/organizations/entitlements.js'
import type { OrganizationOrder } from '../../domain/organizations/organization.js'
import type { Quota } from '../../domain/quotas/quota.js'
import type { Permission } from '../../kernel/permissions.js'
import type { EnginePolicy } from '../../domain/engine-sightings/engine-policy.js'
import type { PublicProvidersRule } from '../../domain/organizations/organization.js'
import { EnginePolicyEnum } from '../engine-sightings/engine-sightings.types.js'
import { PublicProvidersRuleEnum } from '../public-providers/public-providers.types.js'
import { ModuleInterfacePolicyEnum } from '../registry-modules/module-interface.types.js'
import { DeletePayload, OptimisticLockInput, Payload } from '../mutations.js'
import { connectionOf, orderOf } from '../page.types.js'
import { ChangeableThingType, NamedThingType } from '../things.types.js'

/** The permissions of a caller in an organization, as the console needs to know them. */
export const organizationPermissions = {
  AUDIT_EVENTS_READ: 'audit-events:read',
  CI_IDENTITIES_READ: 'ci-identities:read',
  CI_IDENTITIES_WRITE: 'ci-identities:write',
  MEMBERSHIPS_WRITE: 'memberships:write',
  MODULES_PUBLISH: 'modules:publish',
  MODULES_WRITE: 'modules:write',
  ORGANIZATIONS_READ: 'organizations:read',
  ORGANIZATIONS_WRITE: 'organizations:write',
  ORGANIZATION_TOKENS_WRITE: 'organization-tokens:write',
  PROVIDERS_WRITE: 'providers:write',
  SIGNING_KEYS_WRITE: 'signing-keys:write',
  TEAMS_WRITE: 'teams:write',
  TEAM_TOKENS_WRITE: 'team-tokens:write',
  WEBHOOKS_READ: 'webhooks:read',
  WEBHOOKS_WRITE: 'webhooks:write',
  WORKSPACES_WRITE: 'workspaces:write',
} as const satisfies Record<string, Permission>
export type OrganizationPermission = (typeof organizationPermissions)[keyof typeof organizationPermissions]
registerEnumType(organizationPermissions, { name: 'OrganizationPermission' })

export type EntitlementName = keyof typeof entitlements
/** The entitlements by their names in GraphQL: `private-module-registry` is `PRIVATE_MODULE_REGISTRY`. */
export const entitlementNames = Object.fromEntries(
  Object.keys(entitlements).map((name) => [name.toUpperCase().replaceAll('-', '_'), name]),
) as Record<string, EntitlementName>
registerEnumType(entitlementNames, { name: 'Entitlement' })

const quotaKinds = {
  TEAMS: 'teams',
  TOKENS: 'tokens',
  WEBHOOKS: 'webhooks',
  CI_IDENTITIES: 'ciIdentities',
  STORAGE: 'storage',
} as const
registerEnumType(quotaKinds, { name: 'OrganizationQuotaKind' })

@ObjectType('OrganizationQuota', { description: 'What an organization has of things that are limited.' })
export class OrganizationQuotaType {
  @Field(() => quotaKinds)
  kind!: Quota['kind']

  @Field(() => Float, { description: 'Of tokens those that work, of its teams too; of storage bytes.' })
  used!: number

  @Field(() => Float, { nullable: true, description: 'Null where there is none.' })
  limit!: number | null
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

  @Field(() => ModuleInterfacePolicyEnum, { description: 'Of its modules that have none of their own.' })
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
