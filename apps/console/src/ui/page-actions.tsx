'use client'

import { ActionIcon } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import type { Action } from './action'
import { ActionButton } from './action-button'
import { lazyPopover } from './lazy-popover'

const RowActions = lazyPopover('menu', async () => (await import('./row-actions')).RowActions)

/** What can be done with the thing of a page, beside its name: the first as a button, all others in a menu. */
export function PageActions({ actions: [main, ...others] }: { actions: readonly Action[] }) {
  if (!main) return null
  return (
    <>
      <ActionButton
        size="xs"
        variant="default"
        leftSection={<main.icon size={15} stroke={1.6} />}
        disabledReason={main.disabledReason}
        onClick={main.run}
        {...(main.danger && !main.disabledReason && { c: 'var(--mantine-color-error)' })}
      >
        {main.label}
      </ActionButton>
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
