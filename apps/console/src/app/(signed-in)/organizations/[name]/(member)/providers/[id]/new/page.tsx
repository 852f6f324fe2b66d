import { notFound } from 'next/navigation'
import { graphql } from '~/data/generated'
import { ask } from '~/session/ask'
import { requireOrganization, titleIn } from '~/app/(signed-in)/organizations/[name]/access'
import { NewVersion } from './new-version'

type Props = PageProps<'/organizations/[name]/providers/[id]/new'>

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
          }
        }
      }
    }
  }
`)

export const generateMetadata = ({ params }: Props) => titleIn(params, 'New version · Providers')

export default async function NewVersionPage({ params }: Props) {
  const { id, name } = await params
  const organization = await requireOrganization(name, 'PROVIDERS_WRITE')
  const { registryProvider: provider } = await ask(NewVersionQuery, { id: decodeURIComponent(id) })
  if (provider?.organization.id !== organization.id || provider.registryName === 'PUBLIC') notFound()
  return (
    <NewVersion provider={provider} keyIds={provider.organization.gpgKeys.nodes.map(({ keyId }) => keyId)} />
  )
}
