import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { cache } from 'react'
import { ask } from '~/session/ask'
import { requireOrganization } from '~/app/(signed-in)/organizations/[name]/access'
import { ProviderVersionDetail } from './queries'
import { ProviderVersion } from './version'

type Props = PageProps<'/organizations/[name]/providers/[id]/[version]'>

const find = cache(async (id: string, version: string) =>
  ask(ProviderVersionDetail, { id: decodeURIComponent(id), version: decodeURIComponent(version) }),
)

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { id, name, version } = await params
  const { registryProvider: provider } = await find(id, version)
  const title = provider?.version ? `${provider.name} ${provider.version.version}` : 'Not found'
  return { title: `${title} · Providers · ${decodeURIComponent(name)}` }
}

export default async function ProviderVersionPage({ params }: Props) {
  const { id, name, version } = await params
  const organization = await requireOrganization(name)
  const found = await find(id, version)
  const provider = found.registryProvider
  if (provider?.organization.id !== organization.id || !provider.version) notFound()
  return <ProviderVersion id={provider.id} version={provider.version.version} initial={found} />
}
