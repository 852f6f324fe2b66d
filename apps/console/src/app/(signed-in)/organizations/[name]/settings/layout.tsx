import { notFound } from 'next/navigation'
import { currentViewer } from '~/session/ask'
import { findOrganization } from '../access'
import { sectionsOf } from './sections'
import { SectionLinks } from '~/ui/section-links'

/** The settings of an organization: one place, with the sections that the viewer may change. */
export default async function OrganizationSettingsLayout({
  params,
  children,
}: LayoutProps<'/organizations/[name]/settings'>) {
  const { organization, siteOrganization } = await findOrganization((await params).name)
  const found = siteOrganization ?? organization
  if (!found) notFound()
  const { permissions } = await currentViewer()
  const isSiteWriter = permissions.includes('SITE_ORGANIZATIONS_WRITE')
  return (
    <SectionLinks label="Settings" sections={sectionsOf(found.name, found.permissions, isSiteWriter)}>
      {children}
    </SectionLinks>
  )
}
