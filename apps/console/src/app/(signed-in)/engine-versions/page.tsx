import { requirePermission } from '~/session/ask'
import { EngineVersions } from './engine-versions'

export default async function EngineVersionsPage() {
  await requirePermission('ENGINE_VERSIONS_READ')
  return <EngineVersions />
}
