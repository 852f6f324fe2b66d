import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { cache } from 'react'
import { ask, currentViewer } from '~/session/ask'
import { requireOrganization, titleIn } from './access'
import { Organization } from './organization'
import { OwnOrganizationOverview } from './own-overview'
import { WithinOrganization } from './own-organization'
import { OrganizationDetail } from './queries'

type Props = PageProps<'/organizations/[name]'>

const find = cache(async (name: string) => ask(OrganizationDetail, { name: decodeURIComponent(name) }))

const runsTheSite = async () => (await currentViewer()).permissions.includes('SITE_ORGANIZATIONS_READ')

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  if (!(await runsTheSite())) return titleIn(params, 'Organizations')
  const { siteOrganization } = await find((await params).name)
  return { title: `${siteOrganization?.name ?? 'Not found'} · Organizations` }
}

/** Site administrators see what they decide about it, its members what it has. */
export default async function OrganizationPage({ params }: Props) {
  const { name } = await params
  if (!(await runsTheSite())) {
    return (
      <WithinOrganization organization={await requireOrganization(name)}>
        <OwnOrganizationOverview />
      </WithinOrganization>
    )
  }
  const found = await find(name)
  if (!found.siteOrganization) notFound()
  return <Organization name={found.siteOrganization.name} initial={found} />
}
