import { notFound, redirect } from 'next/navigation'
import { paths } from '~/paths'
import { ask, currentViewer } from '~/session/ask'
import { OrganizationSettings } from './settings'
import { OrganizationSettingsQuery } from './values'

type Props = PageProps<'/organizations/[name]/settings'>

/** Those who do not run the site are led to what their owners decide. */
export default async function OrganizationSettingsPage({ params }: Props) {
  const name = decodeURIComponent((await params).name)
  const { permissions } = await currentViewer()
  if (!permissions.includes('SITE_ORGANIZATIONS_WRITE')) redirect(paths.organizationGeneral(name))
  const { siteOrganization } = await ask(OrganizationSettingsQuery, { name })
  if (!siteOrganization) notFound()
  return <OrganizationSettings found={siteOrganization} />
}
