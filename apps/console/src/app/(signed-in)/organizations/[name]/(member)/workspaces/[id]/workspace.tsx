'use client'

import { Alert, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { WorkspaceDetailQuery } from '~/data/generated/graphql'
import { query } from '~/data/query'
import { paths } from '~/paths'
import { useActionsOfPage } from '~/shell/quick-actions'
import { useVisit } from '~/shell/recent-things'
import { recordFacts, FactList } from '~/ui/fact-list'
import { LinkButton } from '~/ui/links'
import { PageActions } from '~/ui/page-actions'
import { useRouter } from '~/ui/navigation'
import { PageHeader } from '~/ui/page-header'
import { Section } from '~/ui/section'
import { useMayHere, useOrganization } from '~/app/(signed-in)/organizations/[name]/own-organization'
import { OrganizationActivity } from '~/app/(signed-in)/organizations/[name]/organization-activity'
import { useWorkspaceActions } from '../actions'
import { isOutdated, StateBadges } from '~/app/(signed-in)/engine-versions/state'
import { WorkspaceDetail } from './queries'

type Found = NonNullable<WorkspaceDetailQuery['workspace']>

export function Workspace({ id, initial }: { id: string; initial: WorkspaceDetailQuery }) {
  const { data } = useQuery({ ...query(WorkspaceDetail, { id }), initialData: initial })
  // Deleted a moment ago: the page is about to be left.
  const workspace = data.workspace ?? initial.workspace
  return workspace ? <Detail workspace={workspace} /> : null
}

function Detail({ workspace }: { workspace: Found }) {
  const { name: organization } = useOrganization()
  const router = useRouter()
  const mayWrite = useMayHere('WORKSPACES_WRITE')
  const actionsOf = useWorkspaceActions(() => router.push(paths.workspaces(organization)))
  const actions = mayWrite ? actionsOf(workspace) : []
  useVisit({
    kind: 'WORKSPACE',
    label: workspace.name,
    path: paths.workspace(organization, workspace.id),
    hint: organization,
  })
  useActionsOfPage(actions, (label) => `${label} ${workspace.name}`)
  const { id, name, description, engineVersion, engineVersionStatus, createdAt, updatedAt } = workspace
  return (
    <>
      <PageHeader
        title={name}
        tab={`${name} · Workspaces · ${organization}`}
        beside={<StateBadges state={engineVersionStatus} />}
        actions={<PageActions actions={actions} />}
      />
      {isOutdated(engineVersionStatus) && <Outdated workspace={workspace} mayWrite={mayWrite} />}
      <Section title="Details">
        <FactList
          labelWidth="7rem"
          facts={[
            ['Engine version', engineVersion],
            ['Description', description ?? '–'],
            ...recordFacts({ id, createdAt, updatedAt }),
          ]}
        />
      </Section>
      <OrganizationActivity target={id} />
    </>
  )
}

/** Why its version should be left, and the way to another one. */
function Outdated({ workspace, mayWrite }: { workspace: Found; mayWrite: boolean }) {
  const { name: organization } = useOrganization()
  const { id, engineVersion, engineVersionStatus } = workspace
  const { enabled, deprecatedReason } = engineVersionStatus
  const state = enabled ? 'deprecated' : 'disabled'
  return (
    <Alert
      color={enabled ? 'orange' : 'red'}
      icon={<IconAlertTriangle size={18} />}
      title={`Engine version ${engineVersion} is ${state}`}
      mb="md"
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
