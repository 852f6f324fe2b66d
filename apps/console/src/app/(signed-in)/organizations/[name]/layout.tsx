import { notFound } from 'next/navigation'
import { findOrganization } from './access'
import { OrganizationFrameProvider } from './head'
import { OwnOrganizationProvider } from './own-organization'

/**
 * Layout of every page of an organization. Strangers get the page for what does not exist, whichever they
 * open.
 */
export default async function OrganizationLayout({ params, children }: LayoutProps<'/organizations/[name]'>) {
  const found = await findOrganization((await params).name)
  const name = (found.siteOrganization ?? found.organization)?.name
  if (name === undefined) notFound()
  return (
    <OwnOrganizationProvider organization={found.organization}>
      <OrganizationFrameProvider key={name} name={name} initial={found}>
        {children}
      </OrganizationFrameProvider>
    </OwnOrganizationProvider>
  )
}
