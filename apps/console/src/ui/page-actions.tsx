'use client'

import { ActionIcon } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { type Action, ActionButton } from './action-button'
import { lazyPopover } from './dialogs/lazy-popover'

const RowActions = lazyPopover('menu', async () => (await import('./lists/row-actions')).RowActions)

/** Actions on the object of a page: the first one as a button unless it destroys, all others in a menu. */
export function PageActions({ actions }: { actions: readonly Action[] }) {
  const [first, ...rest] = actions
  const main = first && !first.danger ? first : undefined
  const others = main ? rest : actions
  return (
    <>
      {main && (
        <ActionButton
          size="xs"
          variant="default"
          leftSection={<main.icon size={15} stroke={1.6} />}
          disabledReason={main.disabledReason}
          onClick={main.run}
        >
          {main.label}
        </ActionButton>
      )}
      {others.length > 0 && (
        <RowActions
          actions={others}
          target={
            <ActionIcon variant="default" size={30} aria-label="More actions">
              <IconDots size={17} />
            </ActionIcon>
          }
        />
      )}
    </>
  )
}
