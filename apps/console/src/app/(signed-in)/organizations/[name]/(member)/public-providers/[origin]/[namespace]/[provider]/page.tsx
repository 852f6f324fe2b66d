import { requireOrganization } from '~/app/(signed-in)/organizations/[name]/access'
import { notFound } from 'next/navigation'
import { ask } from '~/session/ask'
import { PublicProviderStatus } from '~/app/(signed-in)/organizations/[name]/(member)/public-providers/queries'
import { PublicProvider } from './public-provider'

type Props = PageProps<'/organizations/[name]/public-providers/[origin]/[namespace]/[provider]'>

/** The CLI prints the address of this page where a provider is not approved. */
export default async function PublicProviderPage({ params }: Props) {
  const { name, origin, namespace, provider } = await params
  const organization = (await requireOrganization(name)).name
  const found = await ask(PublicProviderStatus, {
    organization,
    origin: decodeURIComponent(origin),
    namespace: decodeURIComponent(namespace),
    name: decodeURIComponent(provider),
  })
  const there = found.organization?.publicProvider
  if (!there) notFound()
  return <PublicProvider address={there} initial={found} />
}
