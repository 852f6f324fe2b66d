import { notFound } from 'next/navigation'
import { ask, requirePermission } from '~/session/ask'
import { PublicProvider } from './public-provider'
import { PublicProviderDetail } from './queries'

export default async function PublicProviderPage({ params }: PageProps<'/public-providers/[id]'>) {
  await requirePermission('PUBLIC_PROVIDERS_READ')
  const { id } = await params
  const found = await ask(PublicProviderDetail, { id })
  if (!found.sitePublicProvider) notFound()
  return <PublicProvider id={id} initial={found} />
}
