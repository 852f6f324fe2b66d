import { notFound } from 'next/navigation'
import { cache } from 'react'
import { graphql } from '~/data/generated'
import type { OrganizationAccessQuery, OrganizationPermission } from '~/data/generated/graphql'
import { ask } from '~/session/ask'

const OrganizationAccess = graphql(`
  query OrganizationAccess($name: String!) {
    organization(name: $name) {
      id
      name
      permissions
      ssoGroups
      outdated: workspaces(needsUpgrade: true, page: { size: 1 }) {
        totalCount
      }
    }
  }
`)

/** An organization that the viewer belongs to, and what they may do there. */
export type OwnOrganization = NonNullable<OrganizationAccessQuery['organization']>

/** By a name as in an address; null without access. Asked once a page. */
export const findOrganization = cache(
  async (name: string) => (await ask(OrganizationAccess, { name: decodeURIComponent(name) })).organization,
)

/** Answers like a page that does not exist to strangers, and to members without the permission. */
export async function requireOrganization(
  name: string,
  permission?: OrganizationPermission,
): Promise<OwnOrganization> {
  const organization = await findOrganization(name)
  if (!organization) notFound()
  if (permission !== undefined && !organization.permissions.includes(permission)) notFound()
  return organization
}
