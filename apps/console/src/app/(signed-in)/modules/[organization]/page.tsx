import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { cache } from 'react'
import { graphql } from '~/data/generated'
import { ask } from '~/session/ask'
import { Modules } from '../modules'

const ModulesNamespace = graphql(`
  query ModulesNamespace($name: String!) {
    registryModuleNamespace(name: $name) {
      id
      name
      canCreate
    }
  }
`)

type Props = PageProps<'/modules/[organization]'>

const find = cache(
  async (name: string) =>
    (await ask(ModulesNamespace, { name: decodeURIComponent(name) })).registryModuleNamespace,
)

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const found = await find((await params).organization)
  return { title: `${found?.name ?? 'Not found'} · Modules` }
}

export default async function ModulesOfOrganizationPage({ params }: Props) {
  const found = await find((await params).organization)
  if (!found) notFound()
  return <Modules organization={found.name} mayCreate={found.canCreate} belongs />
}
