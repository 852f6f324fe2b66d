import { graphql } from '~/data/generated'
import { ask, requirePermission } from '~/session/ask'
import { EnginesSeen } from './engines-seen'

const EnginesSeenAtAll = graphql(`
  query EnginesSeenAtAll {
    runEngineVersions(page: { size: 1 }) {
      totalCount
    }
  }
`)

export default async function EnginesSeenPage() {
  await requirePermission('ENGINE_VERSIONS_READ')
  const { runEngineVersions } = await ask(EnginesSeenAtAll, {})
  return <EnginesSeen hasRuns={runEngineVersions.totalCount > 0} />
}
