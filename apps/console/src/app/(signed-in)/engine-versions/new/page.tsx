import { requirePermission } from '~/session/ask'
import { NewEngineVersion } from './new-engine-version'

type Props = PageProps<'/engine-versions/new'>

export default async function NewEngineVersionPage({ searchParams }: Props) {
  await requirePermission('ENGINE_VERSIONS_WRITE')
  const { version } = await searchParams
  return <NewEngineVersion version={typeof version === 'string' ? version : ''} />
}
