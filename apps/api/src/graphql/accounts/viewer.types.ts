import { ObjectType } from 'type-graphql'
import { enumOf } from '../enums.js'
import type { Actor } from '../../kernel/actor.js'

/** The permissions of a viewer on the whole site, as the console needs to know them. */
export const sitePermissions = enumOf('SitePermission', [
  'audit-events:read',
  'engine-versions:read',
  'engine-versions:write',
  'organizations:create',
  'public-providers:read',
  'public-providers:write',
  'site-organizations:read',
  'site-organizations:write',
  'trusted-issuers:read',
  'trusted-issuers:write',
  'users:read',
  'users:write',
  'webhooks:read',
  'webhooks:write',
])
export type SitePermission = (typeof sitePermissions)[string]

@ObjectType('Viewer', { description: 'The caller. Its lists and permissions are separate fields.' })
export class ViewerType {
  /** The viewer, for the resolver of `permissions`; no field of the schema. */
  actor!: Actor
}
