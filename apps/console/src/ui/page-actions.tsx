'use client'

import type { Action } from './action'
import { ActionButton } from './action-button'

/** What can be done with the thing of a page, as buttons beside its name. */
export function PageActions({ actions }: { actions: readonly Action[] }) {
  return actions.map(({ label, icon: Icon, run, danger, disabledReason }) => (
    <ActionButton
      key={label}
      size="xs"
      variant="default"
      leftSection={<Icon size={15} stroke={1.6} />}
      disabledReason={disabledReason}
      onClick={run}
      {...(danger && !disabledReason && { c: 'var(--mantine-color-error)' })}
    >
      {label}
    </ActionButton>
  ))
}
