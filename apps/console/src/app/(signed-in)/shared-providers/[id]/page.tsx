import { notFound } from 'next/navigation'
import { ask } from '~/session/ask'
import { SharedProviderDetail } from './queries'
import { SharedProvider } from './shared-provider'

export default async function SharedProviderPage({ params }: PageProps<'/shared-providers/[id]'>) {
  const id = decodeURIComponent((await params).id)
  const found = await ask(SharedProviderDetail, { id, page: { number: 1, size: 20 } })
  if (!found.sharedRegistryProvider) notFound()
  return <SharedProvider id={id} provider={found.sharedRegistryProvider} cli={found.cli} />
}
