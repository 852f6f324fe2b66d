import type { Organization } from '../domain/organizations/organization.js'
import { notFound, orElse } from '../kernel/errors.js'
import { allowsIn, type Permission } from '../kernel/permissions.js'
import { batched } from './batched.js'
import type { GraphqlContext } from './context.js'

/** Removes what is null or empty from a filter: it asks for nothing, like what is absent (contract §11). */
export function withoutEmpties<T extends object>(
  filter: T | null | undefined,
): { [K in keyof T]: Exclude<T[K], null> } {
  const given = Object.entries(filter ?? {}).filter(([, value]) => value !== null && value !== '')
  return Object.fromEntries(given) as { [K in keyof T]: Exclude<T[K], null> }
}

/** Returns null for a thing that does not exist, or that the caller may not see. */
export const nullWhenMissing = <T>(find: () => Promise<T>): Promise<T | null> => orElse(find, () => null)

const organizationById = batched(
  async ({ ctx, services }, ids) =>
    new Map((await services.organizations.findMany(ctx, ids)).map((each) => [each.id, each])),
)

/** Finds the caller's access to an organization, with its roles; undefined where it has none. */
export const accessTo = batched(({ ctx, services }, ids) =>
  services.organizations.accessMany(ctx, ids, 'organizations:read'),
)

/** Finds the organization that a thing belongs to, for a caller who sees the thing. */
export async function organizationOf(context: GraphqlContext, organizationId: string): Promise<Organization> {
  const organization = await organizationById(context, organizationId)
  if (!organization) throw notFound()
  return organization
}

/** True where the caller may do this in an organization; no more than a hint for the console's buttons. */
export async function mayIn(
  context: GraphqlContext,
  organizationId: string,
  permission: Permission,
): Promise<boolean> {
  const access = await accessTo(context, organizationId)
  return access !== undefined && allowsIn(access.roles, context.ctx.actor, permission)
}
