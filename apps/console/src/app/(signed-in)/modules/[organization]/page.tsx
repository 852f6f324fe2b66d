import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { cache } from 'react'
import { graphql } from '../../../../data/generated'
import { ask } from '../../../../session/ask'
import { Modules } from '../modules'

const ModulesOrganization = graphql(`
  query ModulesOrganization($name: String!) {
    organization(name: $name) {
      id
      name
      permissions
    }
  }
`)

type Props = PageProps<'/modules/[organization]'>

const find = cache(
  async (name: string) => (await ask(ModulesOrganization, { name: decodeURIComponent(name) })).organization,
)

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const found = await find((await params).organization)
  return { title: `${found?.name ?? 'Not found'} · Modules` }
}

export default async function ModulesOfOrganizationPage({ params }: Props) {
  const found = await find((await params).organization)
  if (!found) notFound()
  return <Modules organization={found.name} mayCreate={found.permissions.includes('MODULES_WRITE')} />
}
