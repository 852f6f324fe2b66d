import { notFound } from 'next/navigation'
import { findOrganization } from './access'
import { OrganizationFrameProvider } from './head'
import { OwnOrganizationProvider } from './own-organization'

/** What surrounds every page of an organization. Strangers get the page that does not exist, whichever they ask for. */
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
