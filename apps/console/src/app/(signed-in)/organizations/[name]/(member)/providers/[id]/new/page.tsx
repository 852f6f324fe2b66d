import { notFound } from 'next/navigation'
import { graphql } from '~/data/generated'
import { ask } from '~/session/ask'
import { requireOrganization } from '~/app/(signed-in)/organizations/[name]/access'
import { NewVersion } from './new-version'

const NewVersionQuery = graphql(`
  query NewProviderVersion($id: ID!) {
    registryProvider(id: $id) {
      id
      name
      registryName
      organization {
        id
        gpgKeys(page: { size: 100 }) {
          nodes {
            id
            keyId
            signerIds
          }
        }
      }
    }
  }
`)

export default async function NewVersionPage({
  params,
}: PageProps<'/organizations/[name]/providers/[id]/new'>) {
  const { id, name } = await params
  const organization = await requireOrganization(name, 'PROVIDERS_WRITE')
  const { registryProvider: provider } = await ask(NewVersionQuery, { id: decodeURIComponent(id) })
  if (provider?.organization.id !== organization.id || provider.registryName === 'PUBLIC') notFound()
  return <NewVersion provider={provider} keys={provider.organization.gpgKeys.nodes} />
}
