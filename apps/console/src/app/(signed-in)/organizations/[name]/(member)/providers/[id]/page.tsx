import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { cache } from 'react'
import { ask } from '~/session/ask'
import { requireOrganization } from '~/app/(signed-in)/organizations/[name]/access'
import { Provider } from './provider'
import { ProviderDetail } from './queries'

type Props = PageProps<'/organizations/[name]/providers/[id]'>

const find = cache(async (id: string) => ask(ProviderDetail, { id: decodeURIComponent(id) }))

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { id, name } = await params
  const { registryProvider } = await find(id)
  return { title: `${registryProvider?.name ?? 'Not found'} · Providers · ${decodeURIComponent(name)}` }
}

export default async function ProviderPage({ params }: Props) {
  const { id, name } = await params
  const organization = await requireOrganization(name)
  const found = await find(id)
  if (found.registryProvider?.organization.id !== organization.id) notFound()
  return <Provider id={found.registryProvider.id} initial={found} />
}
