import { notFound, redirect } from 'next/navigation'
import { currentViewer } from '~/session/ask'
import { findOrganization } from '../access'
import { sectionsOf } from './sections'

/** Leads to the first section that the viewer may change. */
export default async function OrganizationSettingsPage({
  params,
}: PageProps<'/organizations/[name]/settings'>) {
  const { organization, siteOrganization } = await findOrganization((await params).name)
  const found = siteOrganization ?? organization
  if (!found) notFound()
  const { permissions } = await currentViewer()
  const isSiteWriter = permissions.includes('SITE_ORGANIZATIONS_WRITE')
  const [first] = sectionsOf(found.name, found.permissions, isSiteWriter)
  if (!first) notFound()
  redirect(first.path)
}
