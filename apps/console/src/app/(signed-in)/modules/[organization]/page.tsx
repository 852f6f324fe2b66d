import { notFound } from 'next/navigation'
import { graphql } from '~/data/generated'
import { ask } from '~/session/ask'
import { Modules } from '../modules'

const ModulesNamespace = graphql(`
  query ModulesNamespace($name: String!) {
    registryModuleNamespace(name: $name) {
      name
      canCreate
    }
  }
`)

export default async function ModulesOfOrganizationPage({ params }: PageProps<'/modules/[organization]'>) {
  const name = decodeURIComponent((await params).organization)
  const { registryModuleNamespace: found } = await ask(ModulesNamespace, { name })
  if (!found) notFound()
  return <Modules organization={found.name} mayCreate={found.canCreate} belongs />
}
