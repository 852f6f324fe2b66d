'use client'

import { ActionIcon } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import type { Action } from '../action-button'
import { actionsColumn, type Column } from './data-table'
import { lazyPopover } from '../dialogs/lazy-popover'

const RowActions = lazyPopover('menu', async () => (await import('./row-actions')).RowActions)

/** The menu of one row. */
export const RowMenu = ({ name, actions }: { name: string; actions: readonly Action[] }) => (
  <RowActions
    actions={actions}
    target={
      <ActionIcon variant="subtle" color="gray" size={28} aria-label={`Actions for ${name}`}>
        <IconDots size={17} />
      </ActionIcon>
    }
  />
)

/** The last column of a list: the menu of each row. `nameOf` names the row for screen readers. */
export const menuColumn = <Row,>(
  nameOf: (row: Row) => string,
  actionsOf: (row: Row) => readonly Action[],
  width: number,
): Column<Row> =>
  actionsColumn(width, (row) => {
    const actions = actionsOf(row)
    return actions.length === 0 ? null : <RowMenu name={nameOf(row)} actions={actions} />
  })
