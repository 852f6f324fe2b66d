import { requirePermission } from '~/session/ask'
import { NewEngineVersion } from './new-engine-version'

export default async function NewEngineVersionPage() {
  await requirePermission('ENGINE_VERSIONS_WRITE')
  return <NewEngineVersion />
}
