import { notFound } from 'next/navigation'
import { cache } from 'react'
import type { OrganizationFrameQuery, OrganizationPermission } from '~/data/generated/graphql'
import { ask, currentViewer } from '~/session/ask'
import { OrganizationFrame } from './queries'

/** An organization that the viewer belongs to, and what they may do there. */
export type OwnOrganization = NonNullable<OrganizationFrameQuery['organization']>

/** By a name as in an address: as its members see it, and as the site does; each null without access. Asked once a page. */
export const findOrganization = cache(async (name: string) => {
  const { permissions } = await currentViewer()
  const forSite = permissions.includes('SITE_ORGANIZATIONS_READ')
  return ask(OrganizationFrame, { name: decodeURIComponent(name), forSite })
})

/** Answers like a page that does not exist to strangers, and to members without the permission. */
export async function requireOrganization(
  name: string,
  permission?: OrganizationPermission,
): Promise<OwnOrganization> {
  const { organization } = await findOrganization(name)
  if (!organization) notFound()
  if (permission !== undefined && !organization.permissions.includes(permission)) notFound()
  return organization
}
