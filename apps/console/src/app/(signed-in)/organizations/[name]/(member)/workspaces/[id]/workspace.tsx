'use client'

import { Alert, Badge, Stack, Text } from '@mantine/core'
import { IconAlertTriangle, IconTag } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { WorkspaceDetailQuery } from '~/data/generated/graphql'
import { query } from '~/data/query'
import { paths } from '~/paths'
import { useActionsOfPage } from '~/shell/quick-actions'
import { useVisit } from '~/shell/recent-things'
import { lazyDialog } from '~/ui/lazy-dialog'
import { LinkButton } from '~/ui/links'
import { PageActions } from '~/ui/page-actions'
import { useRouter } from '~/ui/navigation'
import { PageHeader } from '~/ui/page-header'
import { Tabs, useTab } from '~/ui/tabs'
import { Note } from '~/ui/texts'
import { useUrlDialog } from '~/ui/url-dialog'
import { useMayHere, useOrganization } from '~/app/(signed-in)/organizations/[name]/own-organization'
import { OrganizationActivity } from '~/app/(signed-in)/organizations/[name]/organization-activity'
import { isOutdated, StateBadges } from '~/app/(signed-in)/engine-versions/state'
import { useWorkspaceActions } from '../actions'
import { CurrentStateLine } from './current-state-line'
import { LockBanner } from './lock-banner'
import { useLockActions } from './lock-actions'
import { WorkspaceDetail, type FoundWorkspace } from './queries'
import { Settings } from './settings'
import { TabContent, tabsOf } from './tab-content'

const TagsDialog = lazyDialog(async () => (await import('./tags-dialog')).TagsDialog)

export function Workspace({ id, initial }: { id: string; initial: WorkspaceDetailQuery }) {
  const { data } = useQuery({ ...query(WorkspaceDetail, { id }), initialData: initial })
  // Deleted a moment ago: the page is about to be left.
  const workspace = data.workspace ?? initial.workspace
  return workspace ? <Detail found={data} workspace={workspace} /> : null
}

function Detail({ found, workspace }: { found: WorkspaceDetailQuery; workspace: FoundWorkspace }) {
  const { name: organization } = useOrganization()
  const router = useRouter()
  const mayWrite = useMayHere('WORKSPACES_WRITE')
  const actionsOf = useWorkspaceActions(() => router.push(paths.workspaces(organization)))
  const lockActions = useLockActions(workspace)
  const [edit, ...others] = mayWrite ? actionsOf(workspace) : []
  const tagsDialog = useUrlDialog('tags')
  const changeTags = { label: 'Change tags', icon: IconTag, run: () => tagsDialog.open() }
  const actions = [...(edit ? [edit, changeTags] : []), ...lockActions, ...others]
  useVisit({
    kind: 'WORKSPACE',
    label: workspace.name,
    path: paths.workspace(organization, workspace.id),
    hint: organization,
  })
  useActionsOfPage(actions, (label) => `${label} ${workspace.name}`)
  const tabs = tabsOf(found.currentStateVersion)
  const here = useTab(tabs)
  const { id, name, description, engineVersionStatus, locked, canReadStates } = workspace
  return (
    <>
      <PageHeader
        title={name}
        tab={`${name} · Workspaces · ${organization}`}
        beside={
          <>
            <StateBadges state={engineVersionStatus} />
            {locked && <Badge color="yellow">Locked</Badge>}
          </>
        }
        actions={<PageActions actions={actions} />}
      />
      <Stack gap="md">
        {description !== null && (
          <Note maw={720} style={{ overflowWrap: 'anywhere' }}>
            {description}
          </Note>
        )}
        {found.currentStateVersion && <CurrentStateLine state={found.currentStateVersion} />}
        {locked && <LockBanner workspace={workspace} />}
        {isOutdated(engineVersionStatus) && <Outdated workspace={workspace} mayWrite={mayWrite} />}
        {canReadStates ? (
          <>
            <Tabs label={`About ${name}`} tabs={tabs} here={here} />
            <TabContent tab={here} workspace={workspace} state={found.currentStateVersion} cli={found.cli} />
          </>
        ) : (
          <Settings workspace={workspace} />
        )}
      </Stack>
      <OrganizationActivity target={id} />
      <TagsDialog workspace={workspace} opened={tagsDialog.opened && mayWrite} onClose={tagsDialog.close} />
    </>
  )
}

/** Why its version should be left, and the way to another one. */
function Outdated({ workspace, mayWrite }: { workspace: FoundWorkspace; mayWrite: boolean }) {
  const { name: organization } = useOrganization()
  const { id, engineVersion, engineVersionStatus } = workspace
  const { enabled, deprecatedReason } = engineVersionStatus
  const state = enabled ? 'deprecated' : 'disabled'
  return (
    <Alert
      color={enabled ? 'orange' : 'red'}
      icon={<IconAlertTriangle size={18} />}
      title={`Engine version ${engineVersion} is ${state}`}
    >
      <Text size="sm" style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
        {deprecatedReason ?? 'Use another version.'}
      </Text>
      {mayWrite && (
        <LinkButton href={paths.workspaceEdit(organization, id)} size="xs" variant="default" mt="xs">
          Change version
        </LinkButton>
      )}
    </Alert>
  )
}
