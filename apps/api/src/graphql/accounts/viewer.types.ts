import { ObjectType, registerEnumType } from 'type-graphql'
import type { Actor } from '../../kernel/actor.js'

/** The permissions of a viewer on the whole site, as the console needs to know them. */
export const sitePermissions = {
  AUDIT_EVENTS_READ: 'audit-events:read',
  ENGINE_VERSIONS_READ: 'engine-versions:read',
  ENGINE_VERSIONS_WRITE: 'engine-versions:write',
  ORGANIZATIONS_CREATE: 'organizations:create',
  PUBLIC_PROVIDERS_READ: 'public-providers:read',
  PUBLIC_PROVIDERS_WRITE: 'public-providers:write',
  SITE_ORGANIZATIONS_READ: 'site-organizations:read',
  SITE_ORGANIZATIONS_WRITE: 'site-organizations:write',
  TRUSTED_ISSUERS_READ: 'trusted-issuers:read',
  TRUSTED_ISSUERS_WRITE: 'trusted-issuers:write',
  USERS_READ: 'users:read',
  USERS_WRITE: 'users:write',
  WEBHOOKS_READ: 'webhooks:read',
  WEBHOOKS_WRITE: 'webhooks:write',
} as const
export type SitePermission = (typeof sitePermissions)[keyof typeof sitePermissions]
registerEnumType(sitePermissions, { name: 'SitePermission' })

@ObjectType('Viewer', { description: 'Who is asking. Its lists and permissions are fields of their own.' })
export class ViewerType {
  /** The viewer, for the resolver of `permissions`; no field of the schema. */
  actor!: Actor
}
