import { z } from 'zod'
import { entitlements } from '../../domain/organizations/entitlements.js'
import { keptOfOrganizations } from '../../domain/kept-settings.js'
import {
  organization as declared,
  type Organization,
  type OrganizationAccess,
} from '../../domain/organizations/organization.js'
import { projectIdOf } from '../../domain/organizations/project.js'
import type { Actor } from '../../kernel/actor.js'
import { allowsIn, type Permission } from '../../kernel/permissions.js'
import { attributesOf } from '../jsonapi/attributes.js'
import { keptDocument, presentKept } from '../kept-settings.presenter.js'
import { relatedLink, resourceOf, selfLink, toOne } from '../jsonapi/document.js'

/** Rights of the caller here. */
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

export const aboutName = { description: 'The name of the organization.', example: 'acme' }

const attributes = attributesOf({
  ...declared.pick({ name: true }).shape,
  externalId: declared.shape.id,
  ...declared.pick({
    email: true,
    createdAt: true,
    userTokensEnabled: true,
    allowForceDeleteWorkspaces: true,
    speculativePlanManagementEnabled: true,
    enginePolicy: true,
    publicProviders: true,
    providerCooldown: true,
    moduleInterfacePolicy: true,
    sessionTimeout: true,
    sessionRemember: true,
  }).shape,
  defaultExecutionMode: z.literal('local'),
  collaboratorAuthPolicy: z.literal('password'),
  samlEnabled: z.literal(false),
  ...declared.pick({ ssoGroups: true }).shape,
  permissions: z.record(z.enum(capabilityNames), z.boolean()),
})

export const organizationDocument = resourceOf('organizations', aboutName, {
  attributes: z.object({ ...keptDocument(keptOfOrganizations), ...attributes.shape }),
  relationships: z.object({
    'entitlement-set': relatedLink,
    'module-producers': relatedLink,
    'default-project': toOne('projects'),
  }),
  links: selfLink,
}).meta({ id: 'Organization' })

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
      ...attributes.present({
        ...organization,
        externalId: organization.id,
        defaultExecutionMode: 'local',
        collaboratorAuthPolicy: 'password',
        samlEnabled: false,
        permissions: Object.fromEntries(permissions) as Record<keyof typeof capabilities, boolean>,
      }),
    },
    relationships: {
      'entitlement-set': { links: { related: `${self}/entitlement-set` } },
      'module-producers': { links: { related: `${self}/relationships/module-producers` } },
      'default-project': { data: { id: projectIdOf(organization.id), type: 'projects' } },
    },
    links: { self },
  }
}

/** The document of another organization: it says no more than a module's address does. */
export const moduleProducerDocument = resourceOf('organizations', aboutName, {
  attributes: z.object({ name: z.string(), 'external-id': z.string() }),
}).meta({ id: 'RegistryProducer' })

export function presentModuleProducer({ id, name }: Organization): z.input<typeof moduleProducerDocument> {
  return { id: name, type: 'organizations', attributes: { name, 'external-id': id } }
}

const entitlementNames = Object.keys(entitlements) as (keyof typeof entitlements)[]

const aboutId = { description: 'The id of the organization.', example: 'org-gx1DfmkpJ3qGmQWT' }

export const entitlementSetDocument = resourceOf('entitlement-sets', aboutId, {
  attributes: z.record(z.enum(entitlementNames), z.boolean()),
  links: selfLink,
}).meta({ id: 'EntitlementSet' })

export function presentEntitlementSet({ id, name }: Organization): z.input<typeof entitlementSetDocument> {
  const self = `/api/v2/organizations/${name}/entitlement-set`
  return { id, type: 'entitlement-sets', attributes: entitlements, links: { self } }
}
