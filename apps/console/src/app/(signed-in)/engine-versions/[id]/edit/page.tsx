import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { cache } from 'react'
import { graphql } from '~/data/generated'
import { ask, requirePermission } from '~/session/ask'
import { EditEngineVersion } from './edit-engine-version'

const EngineVersionToEdit = graphql(`
  query EngineVersionToEdit($id: ID!) {
    engineVersion(id: $id) {
      ...EngineVersionFormFacts
    }
  }
`)

type Props = PageProps<'/engine-versions/[id]/edit'>

const find = cache(async (id: string) => (await ask(EngineVersionToEdit, { id })).engineVersion)

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const found = await find((await params).id)
  return { title: `Edit ${found?.version ?? ''} · Engine versions` }
}

export default async function EditEngineVersionPage({ params }: Props) {
  await requirePermission('ENGINE_VERSIONS_WRITE')
  const found = await find((await params).id)
  if (!found) notFound()
  return <EditEngineVersion found={found} />
}
