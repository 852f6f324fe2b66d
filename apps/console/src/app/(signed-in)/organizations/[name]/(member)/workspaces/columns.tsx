import { EngineVersionState, StateBadges } from '~/app/(signed-in)/engine-versions/state'
import { graphql } from '~/data/generated'
import type { WorkspaceEngineVersionFragment } from '~/data/generated/graphql'
import type { Column } from '~/ui/lists/data-table'
import { States } from '~/ui/feedback/state-dot'
import { momentColumn } from '~/ui/moment'
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
}

/** The same without the reason, which a list of all organizations would repeat in each row. */
export const siteEngineVersionColumn: Column<WorkspaceEngineVersionFragment> = {
  ...engineVersionColumn,
  cell: (workspace) => (
    <States>
      <Exact>{versionText(workspace)}</Exact>
      <StateBadges state={workspace.engineVersionStatus} />
    </States>
  ),
}

export const stateColumn = momentColumn<{ stateWrittenAt: string | null }>(
  'state',
  'Last state',
  2.4,
  ({ stateWrittenAt }) => stateWrittenAt,
  'wide',
)

export const resourcesColumn: Column<{ resourceCount: number | null }> = {
  key: 'resources',
  header: 'Resources',
  width: 2,
  align: 'end',
  cell: ({ resourceCount }) => resourceNumber(resourceCount),
}
