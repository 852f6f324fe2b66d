/**
 * Types of events that webhooks may ask for: a thing and what happened to it. The API sends no other, except
 * for the test.
 */
export const webhookEventTypes = [
  'engine-policy.refused',
  'engine-version.changed',
  'engine-version.created',
  'engine-version.deleted',
  'module-upgrade.due',
  'module-version.deprecated',
  'module-version.interface-broken',
  'module-version.published',
  'module-version.restored',
  'module-version.revoked',
  'organization-membership.invited',
  'public-provider.wanted',
  'public-provider-version.altered',
  'public-provider-version.blocked',
  'public-provider-version.held',
  'public-provider-version.released',
  'registry-provider.deprecated',
  'registry-provider.restored',
  'registry-provider.revoked',
  'registry-provider-version.deprecated',
  'registry-provider-version.documented',
  'registry-provider-version.published',
  'registry-provider-version.restored',
  'registry-provider-version.revoked',
  'sharing.changed',
] as const

export type WebhookEventType = (typeof webhookEventTypes)[number]

/** Sent on request alone, to one webhook, whatever it asks for. */
export const webhookTestType = 'webhook.test'
