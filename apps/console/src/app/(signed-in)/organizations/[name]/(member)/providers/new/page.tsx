import { requireOrganization } from '~/app/(signed-in)/organizations/[name]/access'
import { NewProvider } from './new-provider'

export default async function NewProviderPage({ params }: PageProps<'/organizations/[name]/providers/new'>) {
  await requireOrganization((await params).name, 'PROVIDERS_WRITE')
  return <NewProvider />
}
