import { notFound } from 'next/navigation'
import { graphql } from '~/data/generated'
import { requireThing } from '~/app/(signed-in)/organizations/[name]/access'
import { NewVersion } from './new-version'

const NewVersionQuery = graphql(`
  query NewProviderVersion($id: ID!) {
    registryProvider(id: $id) {
      id
      namespace
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
          totalCount
        }
      }
    }
    cli {
      publicUrl
    }
  }
`)

type Props = PageProps<'/organizations/[name]/providers/[id]/new'>

export default async function NewVersionPage({ params }: Props) {
  const { thing: provider, data } = await requireThing(
    params,
    NewVersionQuery,
    (data) => data.registryProvider,
    'PROVIDERS_WRITE',
  )
  if (provider.registryName === 'PUBLIC') notFound()
  return <NewVersion provider={provider} keys={provider.organization.gpgKeys} url={data.cli.publicUrl} />
}
