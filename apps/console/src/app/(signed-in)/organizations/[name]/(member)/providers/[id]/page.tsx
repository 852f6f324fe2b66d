import { requireThing } from '~/app/(signed-in)/organizations/[name]/access'
import { ProviderDetail } from './queries'
import { Provider } from './provider'

export default async function ProviderPage({ params }: PageProps<'/organizations/[name]/providers/[id]'>) {
  const { thing, data } = await requireThing(params, ProviderDetail, (found) => found.registryProvider)
  return <Provider id={thing.id} initial={data} />
}
