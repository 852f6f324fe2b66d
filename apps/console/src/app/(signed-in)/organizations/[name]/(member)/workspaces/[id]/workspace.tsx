'use client'

import { Stack, Text } from '@mantine/core'
import { IconAlertTriangle, IconLock, IconLockOpen, IconTag } from '@tabler/icons-react'
import dynamic from 'next/dynamic'
import { isOutdated, StateBadges } from '~/app/(signed-in)/engine-versions/state'
import type { CliFacts } from '~/app/(signed-in)/modules/[organization]/[name]/[provider]/words'
import { OrganizationActivity } from '~/app/(signed-in)/organizations/[name]/organization-activity'
import { useMayHere, useOrganization } from '~/app/(signed-in)/organizations/[name]/own-organization'
import type { WorkspaceDetailQuery } from '~/data/generated/graphql'
import { change } from '~/data/use-change'
import { useFound } from '~/data/use-found'
import { paths } from '~/paths'
import { useAct } from '~/shell/act'
import { useActionsOfPage } from '~/shell/quick-actions'
import { useVisit } from '~/shell/recent-things'
import { type Action, ActionButton } from '~/ui/action-button'
import { Banner } from '~/ui/feedback/banner'
import { CodeToCopy } from '~/ui/code-to-copy'
import { FactList, recordFacts } from '~/ui/fact-list'
import { KeptSettings } from '~/ui/kept-settings'
import { lazyDialog } from '~/ui/dialogs/lazy-dialog'
import { LinkButton } from '~/ui/links'
import { Ago, Moment } from '~/ui/moment'
import { useRouter } from '~/ui/navigation'
import { PageActions } from '~/ui/page-actions'
import { PageHeader } from '~/ui/page-header'
import { Section } from '~/ui/section'
import { StateDot } from '~/ui/feedback/state-dot'
import { type Tab, Tabs, useTab } from '~/ui/tabs'
import { Dimmed, Note, Nothing } from '~/ui/texts'
import { useUrlDialog } from '~/ui/dialogs/url-dialog'
import { useWorkspaceActions } from '../actions'
import { resourceNumber, versionText } from '../texts'
import { EngineAndState } from './engine-and-state'
import { type CurrentState, type FoundWorkspace, WorkspaceDetail } from './queries'
import { Resources } from './resources'
import { cloudBlock, firstCommands, tagText } from './texts'

const TagsDialog = lazyDialog(async () => (await import('./tags-dialog')).TagsDialog)

/** Returns the action that the caller may do on the lock of a workspace: one, or none. */
function useLockActions(workspace: FoundWorkspace): Action[] {
  const act = useAct()
  const { id, name, locked, lockedBy, isLockedByCaller, canLock, canUpdate } = workspace
  const holder = lockedBy ?? 'another run'
  const lock = act({
    label: 'Lock',
    icon: IconLock,
    change: change('workspaceLock', { id }),
    question: {
      title: `Lock ${name}?`,
      body: 'Only you can write its state until you unlock it. Others see your name and the reason.',
      confirm: `Lock ${name}`,
      reason: true,
    },
    done: `${name} is locked.`,
  })
  if (!locked) return canLock ? [lock] : []
  const mayUnlock = isLockedByCaller || canUpdate
  if (!mayUnlock && !canLock) return []
  const unlock = act({
    label: 'Unlock',
    icon: IconLockOpen,
    disabledReason: mayUnlock ? undefined : `Only ${holder} and those who manage workspaces can unlock it.`,
    change: isLockedByCaller ? change('workspaceUnlock', { id }) : change('workspaceForceUnlock', { id }),
    question: {
      title: `Unlock ${name}?`,
      body: isLockedByCaller
        ? 'Others can write its state again. If your run has not ended, it can no longer save its state.'
        : `${holder} may still be writing its state. Unlock it only if that run has ended: otherwise it can no longer save its state.`,
      confirm: `Unlock ${name}`,
      danger: !isLockedByCaller,
      reason: isLockedByCaller ? true : 'required',
    },
    done: `${name} is unlocked.`,
  })
  return [unlock]
}

export function Workspace({ id, initial }: { id: string; initial: WorkspaceDetailQuery }) {
  const { data, found: workspace } = useFound(WorkspaceDetail, { id }, initial, (data) => data.workspace)
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
  const tabs = tabsOf(data.currentStateVersion)
  const here = useTab(tabs)
  const { name, description, engineVersionStatus, locked, canReadStates } = workspace
  return (
    <>
      <PageHeader
        title={name}
        tab={`${name} · Workspaces · ${organization}`}
        afterTitle={
          <>
            <StateBadges state={engineVersionStatus} />
            {locked && <StateDot tone="warning">Locked</StateDot>}
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
        <EngineAndState workspace={workspace} state={data.currentStateVersion} />
        {locked && <LockBanner workspace={workspace} />}
        {isOutdated(engineVersionStatus) && <Outdated workspace={workspace} mayWrite={mayWrite} />}
        {canReadStates ? (
          <>
            <Tabs label={`About ${name}`} tabs={tabs} here={here} />
            <TabContent tab={here} workspace={workspace} state={data.currentStateVersion} cli={data.cli} />
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

/** Notice that says why a workspace should leave its version, with the way to another one. */
function Outdated({ workspace, mayWrite }: { workspace: FoundWorkspace; mayWrite: boolean }) {
  const { name: organization } = useOrganization()
  const { id, resolvedEngineVersion, engineVersionStatus } = workspace
  const { enabled, deprecatedReason } = engineVersionStatus
  const state = enabled ? 'deprecated' : 'disabled'
  return (
    <Banner
      color={enabled ? 'orange' : 'red'}
      icon={IconAlertTriangle}
      title={`Engine version ${resolvedEngineVersion} is ${state}`}
      actions={
        mayWrite && (
          <LinkButton href={paths.workspaceEdit(organization, id)} size="xs" variant="default">
            Change version
          </LinkButton>
        )
      }
    >
      {deprecatedReason ?? 'Use another version.'}
    </Banner>
  )
}

/** Banner that names the only person who may write the state of a workspace, since when and why. */
function LockBanner({ workspace }: { workspace: FoundWorkspace }) {
  const [unlock] = useLockActions(workspace)
  const { lockedAt, lockedBy, lockReason, isLockedByCaller } = workspace
  return (
    <Banner
      color="yellow"
      icon={IconLock}
      title={`Locked by ${isLockedByCaller ? 'you' : (lockedBy ?? 'another run')}`}
      actions={
        unlock && (
          <ActionButton
            size="xs"
            variant="default"
            disabledReason={unlock.disabledReason}
            onClick={unlock.run}
          >
            {unlock.label}
          </ActionButton>
        )
      }
    >
      {lockReason ?? 'No reason was given.'}
      {lockedAt !== null && (
        <Dimmed>
          {' '}
          Since <Moment at={lockedAt} /> (<Ago at={lockedAt} />)
        </Dimmed>
      )}
    </Banner>
  )
}

const Outputs = dynamic(async () => (await import('./outputs')).Outputs)
const States = dynamic(async () => (await import('./states')).States)

/** Returns the tabs of a workspace whose states the viewer may read. */
const tabsOf = (state: CurrentState): readonly Tab[] => [
  {
    key: 'resources',
    label: 'Resources',
    ...(state && state.resourceCount !== null && { count: state.resourceCount }),
  },
  { key: 'outputs', label: 'Outputs' },
  { key: 'states', label: 'States' },
  { key: 'settings', label: 'Settings' },
]

type Props = { tab: string; workspace: FoundWorkspace; state: CurrentState; cli: CliFacts }

function TabContent({ tab, workspace, state, cli }: Props) {
  if (tab === 'settings') return <Settings workspace={workspace} />
  if (!state) return <NoState workspace={workspace} cli={cli} />
  if (tab === 'outputs') return <Outputs state={state} />
  if (tab === 'states') return <States workspace={workspace} current={state} />
  return <Resources workspaceId={workspace.id} state={state} />
}

function Settings({ workspace }: { workspace: FoundWorkspace }) {
  const { id, description, resourceCount, tags, createdAt, updatedAt } = workspace
  return (
    <Stack gap="md">
      <Section title="Details">
        <FactList
          labelWidth="7rem"
          facts={[
            ['Engine version', versionText(workspace)],
            ['Description', description ?? <Nothing key="description" />],
            ['Resources', resourceNumber(resourceCount)],
            ['Tags', tags.map(tagText).join(', ') || <Nothing key="tags" />],
            ...recordFacts({ id, createdAt, updatedAt }),
          ]}
        />
      </Section>
      <KeptSettings settings={workspace.keptSettings} />
    </Stack>
  )
}

/** Empty state that says how to get the first state here. */
function NoState({ workspace, cli }: { workspace: FoundWorkspace; cli: CliFacts }) {
  const { name: organization } = useOrganization()
  return (
    <Section title="No state yet">
      <Stack gap="sm" maw={640}>
        <Text size="sm">
          Add this block to a configuration. Its state is then stored here, and runs stay on your machine.
        </Text>
        <CodeToCopy
          text={cloudBlock(cli, organization, workspace.name)}
          what="the block of the configuration"
          language="hcl"
        />
        <Text size="sm">Then run these commands. The second one moves an existing local state.</Text>
        <CodeToCopy text={firstCommands(cli)} what="the commands" language="bash" />
      </Stack>
    </Section>
  )
}
