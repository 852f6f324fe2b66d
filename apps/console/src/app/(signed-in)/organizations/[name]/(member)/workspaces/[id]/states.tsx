'use client'

import { Badge, Group, Paper } from '@mantine/core'
import { useSearchParams } from 'next/navigation'
import { graphql } from '~/data/generated'
import type { StateListQuery } from '~/data/generated/graphql'
import type { Column } from '~/ui/data-table'
import { lazyDialog } from '~/ui/lazy-dialog'
import { Moment } from '~/ui/moment'
import { PagedList } from '~/ui/paged-list'
import { menuColumn } from '~/ui/row-menu'
import { sizeText } from '~/ui/size-text'
import { Small } from '~/ui/texts'
import { useUrlDialog } from '~/ui/url-dialog'
import { useList } from '~/ui/use-list'
import { resourceNumber } from '../resource-number'
import { changeText } from './change-text'
import type { FoundState, FoundWorkspace } from './queries'
import { useStateActions } from './state-actions'

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
      pageInfo {
        ...PageFacts
      }
      totalCount
    }
  }
`)

export type StateRow = NonNullable<StateListQuery['stateVersions']>['nodes'][number]

const columns: readonly Column<StateRow>[] = [
  {
    key: 'serial',
    header: 'Serial',
    width: 3,
    place: 'title',
    cell: ({ serial, isCurrent, rolledBackToSerial }) => (
      <>
        <Group gap={6}>
          {serial.toLocaleString('en')}
          {isCurrent && <Badge>Current</Badge>}
        </Group>
        {rolledBackToSerial !== null && (
          <Small>Rolled back to {rolledBackToSerial.toLocaleString('en')}</Small>
        )}
      </>
    ),
  },
  {
    key: 'changes',
    header: 'Changes',
    width: 4,
    cell: ({ resourceChanges }) => (resourceChanges ? changeText(resourceChanges) : '–'),
  },
  {
    key: 'resources',
    header: 'Resources',
    width: 2,
    align: 'end',
    cell: ({ resourceCount }) => resourceNumber(resourceCount),
  },
  {
    key: 'size',
    header: 'Size',
    width: 2,
    align: 'end',
    cell: ({ size }) => (size === null ? '–' : sizeText(size)),
  },
  { key: 'by', header: 'Written by', width: 3, cell: ({ createdBy }) => createdBy.name },
  { key: 'at', header: 'Written', width: 3, cell: ({ createdAt }) => <Moment at={createdAt} /> },
]

/** Who wrote what when, newest first. */
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
  )
}
