'use client'

import { ActionIcon, Menu, Text } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import type { Action } from './action'
import type { Column } from './data-table'

/** The actions of a row. One that cannot be done says why, below its name. */
function RowMenu({ name, actions }: { name: string; actions: readonly Action[] }) {
  return (
    <Menu position="bottom-end" width={220}>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size={28} aria-label={`Actions for ${name}`}>
          <IconDots size={17} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {actions.map((action) => (
          <Item key={action.label} {...action} />
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

function Item({ label, icon: Icon, run, danger, disabledReason }: Action) {
  const icon = <Icon size={15} stroke={1.6} />
  if (disabledReason === undefined)
    return (
      <Menu.Item leftSection={icon} onClick={run} {...(danger && { c: 'var(--mantine-color-error)' })}>
        {label}
      </Menu.Item>
    )
  return (
    <Menu.Item
      leftSection={icon}
      aria-disabled
      closeMenuOnClick={false}
      c="dimmed"
      style={{ cursor: 'not-allowed' }}
    >
      {label}
      <Text size="xs" component="span" display="block">
        {disabledReason}
      </Text>
    </Menu.Item>
  )
}

/** The last column of a list: the menu of each row. `nameOf` says whose menu it is to those who hear it. */
export const menuColumn = <Row,>(
  nameOf: (row: Row) => string,
  actionsOf: (row: Row) => readonly Action[],
  width: number,
): Column<Row> => ({
  key: 'actions',
  header: 'Actions',
  width,
  align: 'end',
  place: 'menu',
  cell: (row) => <RowMenu name={nameOf(row)} actions={actionsOf(row)} />,
})
