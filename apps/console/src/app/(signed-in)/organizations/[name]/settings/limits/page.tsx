import { notFound } from 'next/navigation'
import { ask, requirePermission } from '~/session/ask'
import { OrganizationLimits } from './limits'
import { SiteSettingsQuery } from '../site-values'

type Props = PageProps<'/organizations/[name]/settings/limits'>

export default async function OrganizationLimitsPage({ params }: Props) {
  await requirePermission('SITE_ORGANIZATIONS_WRITE')
  const name = decodeURIComponent((await params).name)
  const { siteOrganization } = await ask(SiteSettingsQuery, { name })
  if (!siteOrganization) notFound()
  return <OrganizationLimits found={siteOrganization} />
}
