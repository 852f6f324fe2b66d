import type { Metadata } from 'next'
import { notFound, redirect } from 'next/navigation'
import { cache } from 'react'
import { paths } from '~/paths'
import { ask, currentViewer } from '~/session/ask'
import { OrganizationSettingsQuery } from './queries'
import { OrganizationSettings } from './settings'

type Props = PageProps<'/organizations/[name]/settings'>

const find = cache(
  async (name: string) =>
    (await ask(OrganizationSettingsQuery, { name: decodeURIComponent(name) })).siteOrganization,
)

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  if (!(await currentViewer()).permissions.includes('SITE_ORGANIZATIONS_WRITE')) return {}
  const found = await find((await params).name)
  return { title: `Settings of ${found?.name ?? ''} · Organizations` }
}

/** Those who do not run the site are led to what their owners decide. */
export default async function OrganizationSettingsPage({ params }: Props) {
  const { permissions } = await currentViewer()
  if (!permissions.includes('SITE_ORGANIZATIONS_WRITE'))
    redirect(paths.organizationGeneral(decodeURIComponent((await params).name)))
  const found = await find((await params).name)
  if (!found) notFound()
  return <OrganizationSettings found={found} />
}
