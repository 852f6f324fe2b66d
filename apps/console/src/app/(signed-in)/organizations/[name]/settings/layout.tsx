import { findSettings } from '../access'
import { Settings } from './frame'

/** The settings of an organization: one place, with the sections that the viewer may change. */
export default async function OrganizationSettingsLayout({
  params,
  children,
}: LayoutProps<'/organizations/[name]/settings'>) {
  const sections = await findSettings((await params).name)
  return <Settings sections={sections}>{children}</Settings>
}
