import { z } from 'zod'
import { enginePolicies } from '../../domain/engine-sightings/engine-policy.js'
import { entitlements } from '../../domain/organizations/entitlements.js'
import { keptOfOrganizations } from '../../domain/kept-settings.js'
import type { Organization, OrganizationAccess } from '../../domain/organizations/organization.js'
import type { Actor } from '../../kernel/actor.js'
import { allowsIn, type Permission } from '../../kernel/permissions.js'
import { keptDocument, presentKept } from '../kept-settings.presenter.js'

const related = z.object({ links: z.object({ related: z.string() }) })

/** What the caller itself may do here. */
const capabilities = {
  'can-create-module': 'modules:write',
  'can-create-provider': 'providers:write',
  'can-create-team': 'teams:write',
  'can-create-workspace': 'workspaces:write',
  'can-destroy': 'organizations:write',
  'can-manage-users': 'memberships:write',
  'can-traverse': 'organizations:read',
  'can-update': 'organizations:write',
  'can-update-api-token': 'organization-tokens:write',
} as const satisfies Record<string, Permission>

const capabilityNames = Object.keys(capabilities) as (keyof typeof capabilities)[]

export const enginePolicyDocument = z.enum(enginePolicies).nullable().meta({
  description:
    "What callers are answered whose version of the engine is disabled, deprecated or unknown. Null: the site's own.",
})

const nameDocument = {
  id: z.string().meta({ description: 'The name of the organization.', example: 'acme' }),
  type: z.literal('organizations'),
}

export const organizationDocument = z
  .object({
    ...nameDocument,
    attributes: z.object({
      ...keptDocument(keptOfOrganizations),
      name: z.string(),
      'external-id': z.string(),
      email: z.string(),
      'created-at': z.string(),
      'user-tokens-enabled': z.boolean().meta({
        description:
          "Whether people's own tokens work here; sessions, and the tokens of teams and the organization, always do.",
      }),
      'allow-force-delete-workspaces': z.boolean(),
      'speculative-plan-management-enabled': z.boolean(),
      'engine-policy': enginePolicyDocument,
      'session-timeout': z.number().int().nullable().meta({ description: 'Minutes; kept for clients.' }),
      'session-remember': z.number().int().nullable().meta({ description: 'Minutes; kept for clients.' }),
      'default-execution-mode': z.literal('local'),
      'collaborator-auth-policy': z.literal('password'),
      'saml-enabled': z.literal(false),
      'sso-groups': z
        .array(z.string())
        .meta({ description: 'Groups of single sign-on that may fill its teams.' }),
      permissions: z.record(z.enum(capabilityNames), z.boolean()),
    }),
    relationships: z.object({ 'entitlement-set': related, 'module-producers': related }),
    links: z.object({ self: z.string() }),
  })
  .meta({ id: 'Organization' })

export function presentOrganization(
  { organization, roles }: OrganizationAccess,
  actor: Actor,
): z.input<typeof organizationDocument> {
  const { name } = organization
  const self = `/api/v2/organizations/${name}`
  const permissions = capabilityNames.map((capability) => [
    capability,
    allowsIn(roles, actor, capabilities[capability]),
  ])
  return {
    id: name,
    type: 'organizations',
    attributes: {
      ...presentKept(keptOfOrganizations, organization.kept),
      name,
      'external-id': organization.id,
      email: organization.email,
      'created-at': organization.createdAt.toISOString(),
      'user-tokens-enabled': organization.userTokensEnabled,
      'allow-force-delete-workspaces': organization.allowForceDeleteWorkspaces,
      'speculative-plan-management-enabled': organization.speculativePlanManagementEnabled,
      'engine-policy': organization.enginePolicy,
      'session-timeout': organization.sessionTimeout,
      'session-remember': organization.sessionRemember,
      'default-execution-mode': 'local',
      'collaborator-auth-policy': 'password',
      'saml-enabled': false,
      'sso-groups': [...organization.ssoGroups],
      permissions: Object.fromEntries(permissions) as Record<keyof typeof capabilities, boolean>,
    },
    relationships: {
      'entitlement-set': { links: { related: `${self}/entitlement-set` } },
      'module-producers': { links: { related: `${self}/relationships/module-producers` } },
    },
    links: { self },
  }
}

/** Of another organization no more than what a module's address says. */
export const moduleProducerDocument = z
  .object({
    ...nameDocument,
    attributes: z.object({ name: z.string(), 'external-id': z.string() }),
  })
  .meta({ id: 'RegistryProducer' })

export function presentModuleProducer({ id, name }: Organization): z.input<typeof moduleProducerDocument> {
  return { id: name, type: 'organizations', attributes: { name, 'external-id': id } }
}

const entitlementNames = Object.keys(entitlements) as (keyof typeof entitlements)[]

export const entitlementSetDocument = z
  .object({
    id: z.string().meta({ description: 'The id of the organization.', example: 'org-gx1DfmkpJ3qGmQWT' }),
    type: z.literal('entitlement-sets'),
    attributes: z.record(z.enum(entitlementNames), z.boolean()),
    links: z.object({ self: z.string() }),
  })
  .meta({ id: 'EntitlementSet' })

export function presentEntitlementSet({ id, name }: Organization): z.input<typeof entitlementSetDocument> {
  const self = `/api/v2/organizations/${name}/entitlement-set`
  return { id, type: 'entitlement-sets', attributes: entitlements, links: { self } }
}
