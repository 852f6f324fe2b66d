import type { Organization } from '../domain/organizations/organization.js'
import { notFound, orElse } from '../kernel/errors.js'
import { allowsIn, type Permission } from '../kernel/permissions.js'
import type { GraphqlContext } from './context.js'

/** A filter that is null or empty asks for nothing, like one that is absent (contract §11). */
export function withoutEmpties<T extends object>(filter: T): { [K in keyof T]: Exclude<T[K], null> } {
  const given = Object.entries(filter).filter(([, value]) => value !== null && value !== '')
  return Object.fromEntries(given) as { [K in keyof T]: Exclude<T[K], null> }
}

/** A thing that is not there, or not for the caller's eyes, is null. */
export const nullWhenMissing = <T>(find: () => Promise<T>): Promise<T | null> => orElse(find, () => null)

/** The organization that a thing belongs to, for a caller who sees the thing. */
export async function organizationOf(
  { loaders }: GraphqlContext,
  organizationId: string,
): Promise<Organization> {
  const organization = await loaders.organizations.load(organizationId)
  if (!organization) throw notFound()
  return organization
}

/** Whether the caller may do this in an organization; no more than a hint for those who draw buttons. */
export async function mayIn(
  { ctx, loaders }: GraphqlContext,
  organizationId: string,
  permission: Permission,
): Promise<boolean> {
  const access = await loaders.access.load(organizationId)
  return access !== undefined && allowsIn(access.roles, ctx.actor, permission)
}
