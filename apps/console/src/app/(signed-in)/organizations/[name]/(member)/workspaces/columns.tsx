import { EngineVersionState } from '~/app/(signed-in)/engine-versions/state'
import { graphql } from '~/data/generated'
import type { WorkspaceEngineVersionFragment } from '~/data/generated/graphql'
import type { Column } from '~/ui/data-table'
import { Exact } from '~/ui/texts'
import { resourceNumber, versionText } from './texts'

export const WorkspaceEngineVersion = graphql(`
  fragment WorkspaceEngineVersion on Workspace {
    engineVersion
    resolvedEngineVersion
    engineVersionStatus {
      ...EngineVersionStateFacts
    }
  }
`)

export const engineVersionColumn: Column<WorkspaceEngineVersionFragment> = {
  key: 'version',
  header: 'Engine version',
  width: 4,
  place: 'below',
  cell: (workspace) => (
    <EngineVersionState
      version={<Exact>{versionText(workspace)}</Exact>}
      state={workspace.engineVersionStatus}
    />
  ),
  text: versionText,
}

export const resourcesColumn: Column<{ resourceCount: number | null }> = {
  key: 'resources',
  header: 'Resources',
  width: 2,
  align: 'end',
  cell: ({ resourceCount }) => resourceNumber(resourceCount),
  text: ({ resourceCount }) => resourceCount ?? '',
}
