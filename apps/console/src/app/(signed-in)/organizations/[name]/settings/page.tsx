import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { cache } from 'react'
import { ask, requirePermission } from '../../../../../session/ask'
import { OrganizationSettingsQuery } from './queries'
import { OrganizationSettings } from './settings'

type Props = PageProps<'/organizations/[name]/settings'>

const find = cache(
  async (name: string) =>
    (await ask(OrganizationSettingsQuery, { name: decodeURIComponent(name) })).siteOrganization,
)

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const found = await find((await params).name)
  return { title: `Settings of ${found?.name ?? ''} · Organizations` }
}

export default async function OrganizationSettingsPage({ params }: Props) {
  await requirePermission('SITE_ORGANIZATIONS_WRITE')
  const found = await find((await params).name)
  if (!found) notFound()
  return <OrganizationSettings found={found} />
}
