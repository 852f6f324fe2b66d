import { notFound } from 'next/navigation'
import { graphql } from '~/data/generated'
import { ask } from '~/session/ask'
import { addressIn } from '../address'
import { PublishVersion } from './publish-version'

const ModuleToPublish = graphql(`
  query ModuleToPublish($organization: String!, $name: String!, $provider: String!) {
    organization(name: $organization) {
      moduleInterfacePolicy
      registryModule(name: $name, provider: $provider) {
        id
        namespace
        name
        provider
        canPublish
        canDelete
        moduleInterfacePolicy
        newestVersion {
          version
        }
      }
    }
  }
`)

type Props = PageProps<'/modules/[organization]/[name]/[provider]/publish'>

export default async function PublishVersionPage({ params, searchParams }: Props) {
  const { organization } = await ask(ModuleToPublish, await addressIn(params))
  const module = organization?.registryModule
  if (!organization || !module?.canPublish) notFound()
  const { version } = await searchParams
  return (
    <PublishVersion
      module={module}
      policy={module.moduleInterfacePolicy ?? organization.moduleInterfacePolicy}
      version={typeof version === 'string' ? version : undefined}
    />
  )
}
