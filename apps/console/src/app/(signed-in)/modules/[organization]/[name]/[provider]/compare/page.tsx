import { notFound } from 'next/navigation'
import { graphql } from '~/data/generated'
import { ask } from '~/session/ask'
import { addressIn } from '../address'
import { Readme } from '../documents/readme'
import { CompareVersions } from './compare-versions'
import { ModuleComparison } from './queries'
import { versionsToCompare } from './versions-to-compare'

const ModuleToCompare = graphql(`
  query ModuleToCompare($organization: String!, $name: String!, $provider: String!) {
    registryModuleNamespace(name: $organization) {
      registryModule(name: $name, provider: $provider) {
        namespace
        name
        provider
        ...VersionsToCompare
      }
    }
  }
`)

type Props = PageProps<'/modules/[organization]/[name]/[provider]/compare'>

/** The address names two versions; by itself the newest and the one before it. */
export default async function CompareVersionsPage({ params, searchParams }: Props) {
  const address = await addressIn(params)
  const module = (await ask(ModuleToCompare, address)).registryModuleNamespace?.registryModule
  if (!module) notFound()
  const numbers = versionsToCompare(module, await searchParams)
  if (!numbers) return <CompareVersions module={module} />
  const found = await ask(ModuleComparison, { ...address, ...numbers })
  const comparison = found.registryModuleNamespace?.registryModule?.comparison
  if (!comparison) notFound()
  const { releaseNotes, ...facts } = comparison
  return (
    <CompareVersions
      module={module}
      comparison={facts}
      releaseNotes={
        releaseNotes && <Readme readme={releaseNotes} archive={{ module, version: numbers.to }} />
      }
    />
  )
}
