import { notFound } from 'next/navigation'
import { requireThing } from '~/app/(signed-in)/organizations/[name]/access'
import { EditProvider } from './edit-provider'
import { ProviderToEdit } from './queries'

type Props = PageProps<'/organizations/[name]/providers/[id]/edit'>

export default async function EditProviderPage({ params }: Props) {
  const { thing: provider } = await requireThing(
    params,
    ProviderToEdit,
    (data) => data.registryProvider,
    'PROVIDERS_WRITE',
  )
  if (provider.registryName === 'PUBLIC') notFound()
  return <EditProvider found={provider} />
}
