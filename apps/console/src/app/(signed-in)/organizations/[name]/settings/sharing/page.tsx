import { notFound } from 'next/navigation'
import { ask, requirePermission } from '~/session/ask'
import { loadSharing } from './load'
import { OrganizationSharing } from './sharing'

type Props = PageProps<'/organizations/[name]/settings/sharing'>

export default async function OrganizationSharingPage({ params, searchParams }: Props) {
  await requirePermission('SITE_ORGANIZATIONS_WRITE')
  const name = decodeURIComponent((await params).name)
  const found = await loadSharing(ask, name)
  if (!found) notFound()
  const { with: consumer } = await searchParams
  return <OrganizationSharing found={found} {...(typeof consumer === 'string' && { consumer })} />
}
