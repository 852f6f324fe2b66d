import { requireOrganization } from '~/app/(signed-in)/organizations/[name]/access'
import { graphql } from '~/data/generated'
import { ask } from '~/session/ask'
import { NewWorkspace } from './new-workspace'

const UsableVersions = graphql(`
  query UsableVersions($organization: String!) {
    availableEngineVersions(organization: $organization, page: { size: 1 }) {
      totalCount
    }
    latestEngineVersion {
      id
    }
  }
`)

export default async function NewWorkspacePage({
  params,
}: PageProps<'/organizations/[name]/workspaces/new'>) {
  const { name } = await requireOrganization((await params).name, 'WORKSPACES_WRITE')
  const { availableEngineVersions, latestEngineVersion } = await ask(UsableVersions, { organization: name })
  return (
    <NewWorkspace
      hasVersions={availableEngineVersions.totalCount > 0}
      hasLatest={latestEngineVersion !== null}
    />
  )
}
