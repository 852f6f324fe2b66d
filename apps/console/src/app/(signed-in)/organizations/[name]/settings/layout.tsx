import { SectionLinks } from '~/ui/section-links'
import { findSettings } from '../access'

/** The settings of an organization: one place, with the sections that the viewer may change. */
export default async function OrganizationSettingsLayout({
  params,
  children,
}: LayoutProps<'/organizations/[name]/settings'>) {
  const sections = await findSettings((await params).name)
  return (
    <SectionLinks label="Settings" sections={sections}>
      {children}
    </SectionLinks>
  )
}
