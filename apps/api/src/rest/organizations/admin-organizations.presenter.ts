import { z } from 'zod'
import type { AdminOrganization } from '../../domain/organizations/admin-organization.js'
import type { Consumer } from '../../domain/registry-sharing/registry-sharing.js'
import { organization as declared } from '../../domain/organizations/organization.js'
import { attributesOf } from '../jsonapi/attributes.js'
import { relatedLink, resourceOf, selfLink, toMany } from '../jsonapi/document.js'
import { aboutName } from './organizations.presenter.js'

/** Attributes of contract §5. */
const attributes = attributesOf({
  ...declared.pick({ name: true }).shape,
  externalId: z.string().meta({ example: 'org-gx1DfmkpJ3qGmQWT' }),
  notificationEmail: declared.shape.email,
  ...declared.pick({
    accessBetaTools: true,
    globalModuleSharing: true,
    globalProviderSharing: true,
    isDisabled: true,
  }).shape,
  ssoEnabled: z.boolean(),
  ...declared.pick({ ssoGroups: true, workspaceLimit: true, applyTimeout: true, planTimeout: true }).shape,
  engineBuildWorkerApplyTimeout: declared.shape.applyTimeout,
  engineBuildWorkerPlanTimeout: declared.shape.planTimeout,
  engineWorkerSudoEnabled: declared.shape.workerSudoEnabled,
  ...declared.pick({ enginePolicy: true, publicProviders: true, providerCooldown: true, createdAt: true })
    .shape,
})

export const adminOrganizationDocument = resourceOf('organizations', aboutName, {
  attributes: z.object(attributes.shape),
  relationships: z.object({
    owners: toMany('users'),
    'module-consumers': relatedLink,
    'provider-consumers': relatedLink,
  }),
  links: selfLink,
}).meta({ id: 'AdminOrganization' })

export function presentAdminOrganization(
  organization: AdminOrganization,
): z.input<typeof adminOrganizationDocument> {
  const self = `/api/v2/admin/organizations/${organization.name}`
  return {
    id: organization.name,
    type: 'organizations',
    attributes: attributes.present({
      ...organization,
      externalId: organization.id,
      notificationEmail: organization.email,
      ssoEnabled: false,
      engineBuildWorkerApplyTimeout: organization.applyTimeout,
      engineBuildWorkerPlanTimeout: organization.planTimeout,
      engineWorkerSudoEnabled: organization.workerSudoEnabled,
    }),
    relationships: {
      owners: { data: organization.ownerIds.map((id) => ({ id, type: 'users' })) },
      'module-consumers': { links: { related: `${self}/relationships/module-consumers` } },
      'provider-consumers': { links: { related: `${self}/relationships/provider-consumers` } },
    },
    links: { self },
  }
}

/** An entry in a list of consumers: the full resource, and the end of its share, if it has one (contract §12). */
export const consumerDocument = adminOrganizationDocument
  .extend({ meta: z.object({ 'sharing-ends-at': z.string() }).optional() })
  .meta({ id: 'Consumer' })

export function presentConsumer(consumer: Consumer): z.input<typeof consumerDocument> {
  const { sharingEndsAt } = consumer
  const meta = sharingEndsAt && { 'sharing-ends-at': sharingEndsAt.toISOString() }
  return { ...presentAdminOrganization(consumer), ...(meta && { meta }) }
}
