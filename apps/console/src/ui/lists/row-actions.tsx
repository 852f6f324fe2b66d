'use client'

import { Menu, Text } from '@mantine/core'
import type { Action } from '../action-button'
import type { PopoverProps } from '../dialogs/lazy-popover'

/** The opened menu of a row. An action that cannot be done says why, below its name. */
export function RowActions({ actions, target, ...opening }: PopoverProps & { actions: readonly Action[] }) {
  return (
    <Menu position="bottom-end" width={220} {...opening}>
      <Menu.Target>{target}</Menu.Target>
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
