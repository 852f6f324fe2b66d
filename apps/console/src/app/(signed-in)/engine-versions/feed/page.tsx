import { requirePermission } from '~/session/ask'
import { ReleaseFeed } from './release-feed'

export default async function ReleaseFeedPage() {
  await requirePermission('ENGINE_VERSIONS_WRITE')
  return <ReleaseFeed />
}
