import { notFound } from 'next/navigation'
import { ask, requirePermission } from '~/session/ask'
import { EngineVersion } from './engine-version'
import { EngineVersionDetail } from './queries'

export default async function EngineVersionPage({ params }: PageProps<'/engine-versions/[id]'>) {
  await requirePermission('ENGINE_VERSIONS_READ')
  const { id } = await params
  const found = await ask(EngineVersionDetail, { id })
  if (!found.engineVersion) notFound()
  return <EngineVersion id={id} initial={found} />
}
