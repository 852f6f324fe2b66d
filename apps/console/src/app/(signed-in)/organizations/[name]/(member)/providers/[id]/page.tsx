import { notFound } from 'next/navigation'
import { ask } from '~/session/ask'
import { requireOrganization } from '~/app/(signed-in)/organizations/[name]/access'
import { Provider } from './provider'
import { ProviderDetail } from './queries'

export default async function ProviderPage({ params }: PageProps<'/organizations/[name]/providers/[id]'>) {
  const { id, name } = await params
  const organization = await requireOrganization(name)
  const found = await ask(ProviderDetail, { id: decodeURIComponent(id) })
  if (found.registryProvider?.organization.id !== organization.id) notFound()
  return <Provider id={found.registryProvider.id} initial={found} />
}
