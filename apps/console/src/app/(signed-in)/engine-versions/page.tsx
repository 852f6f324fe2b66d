import { currentViewer } from '~/session/ask'
import { AvailableVersions } from './available-versions'
import { EngineVersions } from './engine-versions'

/** Site administrators decide which versions there are; all others see those that they may use. */
export default async function EngineVersionsPage() {
  const { permissions } = await currentViewer()
  return permissions.includes('ENGINE_VERSIONS_READ') ? <EngineVersions /> : <AvailableVersions />
}
