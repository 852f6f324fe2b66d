'use client'

import { Group, Paper, Stack } from '@mantine/core'
import { IconArrowBackUp, IconDownload, IconFileDiff } from '@tabler/icons-react'
import { useSearchParams } from 'next/navigation'
import { graphql } from '~/data/generated'
import type { StateFactsFragment, StateListQuery } from '~/data/generated/graphql'
import { request } from '~/data/request'
import type { Action } from '~/ui/action-button'
import type { Column } from '~/ui/lists/data-table'
import { lazyDialog } from '~/ui/dialogs/lazy-dialog'
import { momentColumn } from '~/ui/moment'
import { PagedList } from '~/ui/lists/paged-list'
import { menuColumn } from '~/ui/lists/row-menu'
import { StateDot } from '~/ui/feedback/state-dot'
import { numberText, sizeText } from '~/ui/text'
import { Nothing, Small } from '~/ui/texts'
import { toastFailure } from '~/ui/feedback/toast'
import { useUrlDialog } from '~/ui/dialogs/url-dialog'
import { useList } from '~/ui/lists/use-list'
import { resourcesColumn } from '../columns'
import type { FoundState, FoundWorkspace } from './queries'
import { StateTimeline } from './state-timeline'
import { changeText } from './texts'

const ChangesDialog = lazyDialog(async () => (await import('./changes-dialog')).ChangesDialog)
const RollbackDialog = lazyDialog(async () => (await import('./rollback-dialog')).RollbackDialog)

const StateList = graphql(`
  query StateList($workspaceId: ID!, $page: PageInput!) {
    stateVersions(workspaceId: $workspaceId, page: $page) {
      nodes {
        ...StateFacts
        resourceChanges {
          added
          changed
          removed
        }
      }
    }
  }
`)

type StateRow = NonNullable<StateListQuery['stateVersions']>['nodes'][number]

const columns: readonly Column<StateRow>[] = [
  {
    key: 'serial',
    header: 'Serial',
    width: 3,
    place: 'title',
    cell: ({ serial, isCurrent, rolledBackToSerial }) => (
      <>
        <Group gap={6}>
          {numberText(serial)}
          {isCurrent && <StateDot tone="good">Current</StateDot>}
        </Group>
        {rolledBackToSerial !== null && <Small>Rolled back to {numberText(rolledBackToSerial)}</Small>}
      </>
    ),
  },
  {
    key: 'changes',
    header: 'Changes',
    width: 4,
    place: 'below',
    cell: ({ resourceChanges }) => (resourceChanges ? changeText(resourceChanges) : <Nothing />),
  },
  resourcesColumn,
  {
    key: 'size',
    header: 'Size',
    width: 2,
    place: 'wide',
    align: 'end',
    cell: ({ size }) => (size === null ? <Nothing /> : sizeText(size)),
  },
  { key: 'by', header: 'Written by', width: 3, cell: ({ createdBy }) => createdBy.name },
  momentColumn('at', 'Written', 3, ({ createdAt }) => createdAt),
]

/** Asked for when it is needed, since the link is good for minutes. */
const StateDownload = graphql(`
  query StateDownload($id: ID!) {
    stateVersion(id: $id) {
      downloadUrl
    }
  }
`)

async function download({ id, serial }: Pick<StateFactsFragment, 'id' | 'serial'>): Promise<void> {
  const { stateVersion } = await request(StateDownload, { id })
  const url = stateVersion?.downloadUrl
  if (!url) throw new Error(`State ${serial} is no longer there`)
  const link = document.createElement('a')
  link.href = url
  link.download = ''
  link.click()
}

const unreadReasons = {
  UNKNOWN: 'The state has an unsupported format.',
  ENCRYPTED: 'The client encrypted the state.',
}

type Dialogs = Readonly<Record<'showChanges' | 'rollBack', (state: StateFactsFragment) => void>>

function useStateActions(
  { locked, lockedBy, isLockedByCaller, canLock }: FoundWorkspace,
  dialogs: Dialogs,
): (state: StateFactsFragment) => Action[] {
  const lockedReason = `The workspace is locked by ${isLockedByCaller ? 'you' : (lockedBy ?? 'another run')}; unlock it first.`
  return (state) => [
    {
      label: 'Show changes',
      icon: IconFileDiff,
      disabledReason: state.form === 'COUNTED' ? undefined : unreadReasons[state.form],
      run: () => dialogs.showChanges(state),
    },
    { label: 'Download', icon: IconDownload, run: () => void download(state).catch(toastFailure) },
    ...(canLock
      ? [
          {
            label: 'Roll back to this state',
            icon: IconArrowBackUp,
            disabledReason: state.isCurrent
              ? 'It is the current state.'
              : state.form === 'ENCRYPTED'
                ? 'The client encrypted it; it can only be pushed again.'
                : locked
                  ? lockedReason
                  : undefined,
            run: () => dialogs.rollBack(state),
          },
        ]
      : []),
  ]
}

/** State versions with their authors, newest first. */
export function States({ workspace, current }: { workspace: FoundWorkspace; current: FoundState }) {
  const params = useSearchParams()
  const list = useList(StateList, {
    noun: 'state',
    variables: { workspaceId: workspace.id },
    pick: (data) => data.stateVersions,
  })
  const changes = useUrlDialog('changes', ['state'])
  const rollback = useUrlDialog('rollback', ['state'])
  const stateId = params.get('state') ?? ''
  const actionsOf = useStateActions(workspace, {
    showChanges: ({ id }) => changes.open({ state: id }),
    rollBack: ({ id }) => rollback.open({ state: id }),
  })
  const serial = list.found?.nodes.find(({ id }) => id === stateId)?.serial
  const menu = menuColumn<StateRow>((row) => `state ${row.serial}`, actionsOf, 1.4)
  return (
    <Stack gap="md">
      {list.found && (
        <StateTimeline states={list.found.nodes} onChoose={({ id }) => changes.open({ state: id })} />
      )}
      <Paper component="section" aria-label="States">
        <PagedList columns={[...columns, menu]} {...list} expected={5} nothing="None yet." />
        <ChangesDialog opened={changes.opened} onClose={changes.close} id={stateId} serial={serial} />
        <RollbackDialog
          opened={rollback.opened && workspace.canLock}
          onClose={rollback.close}
          id={stateId}
          current={current}
          workspace={workspace}
        />
      </Paper>
    </Stack>
  )
}
