import { notFound } from 'next/navigation'
import { ask, currentViewer } from '~/session/ask'
import { requireOrganization } from './access'
import { Organization } from './organization'
import { OverviewHead } from './overview-head'
import { OwnOrganizationOverview } from './own-overview'
import { OrganizationDetail } from './queries'

/** Site administrators see what they decide about it, its members what it has. */
export default async function OrganizationPage({ params }: PageProps<'/organizations/[name]'>) {
  const { name } = await params
  const { permissions } = await currentViewer()
  if (!permissions.includes('SITE_ORGANIZATIONS_READ')) {
    await requireOrganization(name)
    return (
      <>
        <OverviewHead />
        <OwnOrganizationOverview />
      </>
    )
  }
  const found = await ask(OrganizationDetail, { name: decodeURIComponent(name) })
  if (!found.siteOrganization) notFound()
  return (
    <>
      <OverviewHead />
      <Organization name={found.siteOrganization.name} initial={found} />
    </>
  )
}
