import { requireThing } from '~/app/(signed-in)/organizations/[name]/access'
import type { ProviderDetailQuery } from '~/data/generated/graphql'
import { ask } from '~/session/ask'
import { PublicProviderStanding } from '~/app/(signed-in)/organizations/[name]/(member)/public-providers/queries'
import { type FoundProvider, ProviderDetail } from './queries'
import { Provider } from './provider'

export default async function ProviderPage({ params }: PageProps<'/organizations/[name]/providers/[id]'>) {
  const { thing, data } = await requireThing(params, ProviderDetail, (found) => found.registryProvider)
  return <Provider id={thing.id} initial={data} standing={await standingOf(thing, data)} />
}

/** What the organization may do with a provider of the public registry; undefined where there is none. */
async function standingOf(
  { registryName, organization, namespace, name }: FoundProvider,
  { publicProviderSettings: { mainOrigin } }: ProviderDetailQuery,
) {
  if (registryName === 'PRIVATE' || mainOrigin === null) return undefined
  const address = { origin: mainOrigin, namespace, name }
  return ask(PublicProviderStanding, { organization: organization.name, ...address })
}
