import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { cache } from 'react'
import { ask, requirePermission } from '../../../../session/ask'
import { Organization } from './organization'
import { OrganizationDetail } from './queries'

type Props = PageProps<'/organizations/[name]'>

const find = cache(async (name: string) => ask(OrganizationDetail, { name: decodeURIComponent(name) }))

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { siteOrganization } = await find((await params).name)
  return { title: `${siteOrganization?.name ?? 'Not found'} · Organizations` }
}

export default async function OrganizationPage({ params }: Props) {
  await requirePermission('SITE_ORGANIZATIONS_READ')
  const found = await find((await params).name)
  if (!found.siteOrganization) notFound()
  return <Organization name={found.siteOrganization.name} initial={found} />
}
