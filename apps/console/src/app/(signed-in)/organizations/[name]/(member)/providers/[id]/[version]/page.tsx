import { notFound } from 'next/navigation'
import { ask } from '~/session/ask'
import { requireOrganization } from '~/app/(signed-in)/organizations/[name]/access'
import { ProviderVersionDetail } from './queries'
import { ProviderVersion } from './version'

type Props = PageProps<'/organizations/[name]/providers/[id]/[version]'>

export default async function ProviderVersionPage({ params }: Props) {
  const { id, name, version } = await params
  const organization = await requireOrganization(name)
  const asked = { id: decodeURIComponent(id), version: decodeURIComponent(version) }
  const found = await ask(ProviderVersionDetail, asked)
  const provider = found.registryProvider
  if (provider?.organization.id !== organization.id || !provider.version) notFound()
  return <ProviderVersion id={provider.id} version={provider.version.version} initial={found} />
}
