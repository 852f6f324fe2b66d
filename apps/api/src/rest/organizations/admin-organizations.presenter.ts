import { z } from 'zod'
import type { AdminOrganization } from '../../domain/organizations/admin-organization.js'
import type { Consumer } from '../../domain/registry-sharing/registry-sharing.js'
import { enginePolicyDocument } from './organizations.presenter.js'

const timeout = z.string().nullable().meta({ description: "Null: the site's own.", example: '1h30m' })

const consumersLink = z.object({ links: z.object({ related: z.string() }) })

/** The attributes of contract §5. */
export const adminOrganizationDocument = z
  .object({
    id: z.string().meta({ description: 'The name of the organization.', example: 'acme' }),
    type: z.literal('organizations'),
    attributes: z.object({
      name: z.string(),
      'external-id': z.string().meta({ example: 'org-gx1DfmkpJ3qGmQWT' }),
      'notification-email': z.string(),
      'access-beta-tools': z.boolean(),
      'global-module-sharing': z.boolean(),
      'global-provider-sharing': z.boolean(),
      'is-disabled': z.boolean(),
      'sso-enabled': z.boolean(),
      'sso-groups': z
        .array(z.string())
        .meta({ description: 'Groups of single sign-on that may fill its teams.' }),
      'workspace-limit': z.number().int().nullable().meta({ description: 'Null and 0 mean none.' }),
      'apply-timeout': timeout,
      'plan-timeout': timeout,
      'engine-build-worker-apply-timeout': timeout,
      'engine-build-worker-plan-timeout': timeout,
      'engine-worker-sudo-enabled': z.boolean(),
      'engine-policy': enginePolicyDocument,
      'created-at': z.string(),
    }),
    relationships: z.object({
      owners: z.object({ data: z.array(z.object({ id: z.string(), type: z.literal('users') })) }),
      'module-consumers': consumersLink,
      'provider-consumers': consumersLink,
    }),
    links: z.object({ self: z.string() }),
  })
  .meta({ id: 'AdminOrganization' })

export function presentAdminOrganization(
  organization: AdminOrganization,
): z.input<typeof adminOrganizationDocument> {
  const { applyTimeout, planTimeout } = organization
  const self = `/api/v2/admin/organizations/${organization.name}`
  return {
    id: organization.name,
    type: 'organizations',
    attributes: {
      name: organization.name,
      'external-id': organization.id,
      'notification-email': organization.email,
      'access-beta-tools': organization.accessBetaTools,
      'global-module-sharing': organization.globalModuleSharing,
      'global-provider-sharing': organization.globalProviderSharing,
      'is-disabled': organization.isDisabled,
      'sso-enabled': false,
      'sso-groups': [...organization.ssoGroups],
      'workspace-limit': organization.workspaceLimit,
      'apply-timeout': applyTimeout,
      'plan-timeout': planTimeout,
      'engine-build-worker-apply-timeout': applyTimeout,
      'engine-build-worker-plan-timeout': planTimeout,
      'engine-worker-sudo-enabled': organization.workerSudoEnabled,
      'engine-policy': organization.enginePolicy,
      'created-at': organization.createdAt.toISOString(),
    },
    relationships: {
      owners: { data: organization.ownerIds.map((id) => ({ id, type: 'users' })) },
      'module-consumers': { links: { related: `${self}/relationships/module-consumers` } },
      'provider-consumers': { links: { related: `${self}/relationships/provider-consumers` } },
    },
    links: { self },
  }
}

/** In a list of consumers: the full resource, and when its share ends by itself, where it does (contract §12). */
export const consumerDocument = adminOrganizationDocument
  .extend({ meta: z.object({ 'sharing-ends-at': z.string() }).optional() })
  .meta({ id: 'Consumer' })

export function presentConsumer(consumer: Consumer): z.input<typeof consumerDocument> {
  const { sharingEndsAt } = consumer
  const meta = sharingEndsAt && { 'sharing-ends-at': sharingEndsAt.toISOString() }
  return { ...presentAdminOrganization(consumer), ...(meta && { meta }) }
}
