import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { cache } from 'react'
import { graphql } from '~/data/generated'
import { ask } from '~/session/ask'
import { addressIn } from '../address'
import { PublishVersion } from './publish-version'

const ModuleToPublish = graphql(`
  query ModuleToPublish($organization: String!, $name: String!, $provider: String!) {
    organization(name: $organization) {
      id
      registryModule(name: $name, provider: $provider) {
        id
        namespace
        name
        provider
        canPublish
        newestVersion {
          id
          version
        }
      }
    }
  }
`)

type Props = PageProps<'/modules/[organization]/[name]/[provider]/publish'>

const find = cache((organization: string, name: string, provider: string) =>
  ask(ModuleToPublish, { organization, name, provider }),
)

const findAt = async (params: Props['params']) =>
  (await find(...(await addressIn(params)))).organization?.registryModule

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const module = await findAt(params)
  return { title: `Publish ${module ? `${module.name}/${module.provider}` : ''} · Modules` }
}

export default async function PublishVersionPage({ params, searchParams }: Props) {
  const module = await findAt(params)
  if (!module?.canPublish) notFound()
  const { version } = await searchParams
  return <PublishVersion module={module} version={typeof version === 'string' ? version : undefined} />
}
