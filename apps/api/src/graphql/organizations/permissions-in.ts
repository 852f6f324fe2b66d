import { allowsIn } from '../../kernel/permissions.js'
import type { GraphqlContext } from '../context.js'
import { accessTo } from '../queries.js'
import { type OrganizationPermission, organizationPermissions } from './organizations.types.js'

/** Finds what the caller may do in an organization; nothing where they have no access. */
export async function permissionsIn(context: GraphqlContext, id: string): Promise<OrganizationPermission[]> {
  const roles = (await accessTo(context, id))?.roles ?? []
  return Object.values(organizationPermissions).filter((permission) =>
    allowsIn(roles, context.ctx.actor, permission),
  )
}
