import { notFound } from 'next/navigation'
import { ask, requirePermission } from '~/session/ask'
import { EngineVersionToEdit } from '~/app/(signed-in)/engine-versions/form/values'
import { EditEngineVersion } from './edit-engine-version'

export default async function EditEngineVersionPage({ params }: PageProps<'/engine-versions/[id]/edit'>) {
  await requirePermission('ENGINE_VERSIONS_WRITE')
  const { engineVersion } = await ask(EngineVersionToEdit, { id: (await params).id })
  if (!engineVersion) notFound()
  return <EditEngineVersion found={engineVersion} />
}
