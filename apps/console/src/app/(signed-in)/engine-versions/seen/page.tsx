import { requirePermission } from '~/session/ask'
import { EnginesSeen } from './engines-seen'

export default async function EnginesSeenPage() {
  await requirePermission('ENGINE_VERSIONS_READ')
  return <EnginesSeen />
}
