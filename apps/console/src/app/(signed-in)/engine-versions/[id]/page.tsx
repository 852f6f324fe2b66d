import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { cache } from 'react'
import { ask, requirePermission } from '~/session/ask'
import { EngineVersion } from './engine-version'
import { EngineVersionDetail } from './queries'

type Props = PageProps<'/engine-versions/[id]'>

const find = cache(async (id: string) => ask(EngineVersionDetail, { id }))

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { engineVersion } = await find((await params).id)
  return { title: `${engineVersion?.version ?? 'Not found'} · Engine versions` }
}

export default async function EngineVersionPage({ params }: Props) {
  await requirePermission('ENGINE_VERSIONS_READ')
  const { id } = await params
  const found = await find(id)
  if (!found.engineVersion) notFound()
  return <EngineVersion id={id} initial={found} />
}
