import type { Metadata } from 'next'
import { requirePermission } from '~/session/ask'
import { NewEngineVersion } from './new-engine-version'

export const metadata: Metadata = { title: 'New · Engine versions' }

export default async function NewEngineVersionPage() {
  await requirePermission('ENGINE_VERSIONS_WRITE')
  return <NewEngineVersion />
}
