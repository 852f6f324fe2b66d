import { notFound } from 'next/navigation'
import { ask, requirePermission } from '~/session/ask'
import { OrganizationPolicies } from './policies'
import { SiteSettingsQuery } from '../site-values'

type Props = PageProps<'/organizations/[name]/settings/policies'>

export default async function OrganizationPoliciesPage({ params }: Props) {
  await requirePermission('SITE_ORGANIZATIONS_WRITE')
  const name = decodeURIComponent((await params).name)
  const { siteOrganization, publicProviderSettings } = await ask(SiteSettingsQuery, { name })
  if (!siteOrganization) notFound()
  return <OrganizationPolicies found={siteOrganization} site={publicProviderSettings} />
}
