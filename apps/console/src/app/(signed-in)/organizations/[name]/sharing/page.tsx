import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { cache } from 'react'
import { ask, requirePermission } from '~/session/ask'
import { loadSharing } from './load'
import { OrganizationSharingQuery } from './queries'
import { OrganizationSharing } from './sharing'

type Props = PageProps<'/organizations/[name]/sharing'>

const find = cache(async (name: string) =>
  loadSharing((variables) => ask(OrganizationSharingQuery, variables), decodeURIComponent(name)),
)

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const found = await find((await params).name)
  return { title: `Module sharing of ${found?.organization.name ?? ''} · Organizations` }
}

export default async function OrganizationSharingPage({ params }: Props) {
  await requirePermission('SITE_ORGANIZATIONS_WRITE')
  const found = await find((await params).name)
  if (!found) notFound()
  return <OrganizationSharing found={found} />
}
