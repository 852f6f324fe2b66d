import type { Metadata } from 'next'
import { requirePermission } from '~/session/ask'
import { ReleaseFeed } from './release-feed'

export const metadata: Metadata = { title: 'Feed · Engine versions' }

export default async function ReleaseFeedPage() {
  await requirePermission('ENGINE_VERSIONS_WRITE')
  return <ReleaseFeed />
}
