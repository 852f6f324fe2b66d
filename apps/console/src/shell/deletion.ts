import { IconTrash } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { Action } from '../ui/action-button'
import type { useAct } from './act'

type Act = ReturnType<typeof useAct>

type Deletion = Pick<Parameters<Act>[0], 'change' | 'disabledReason' | 'after'> & {
  /** Name of what is deleted, such as `acme/network`. */
  name: string
  /** The same on the button, where the whole would be too long. */
  short?: string
  /** Effects of the deletion. */
  body: ReactNode
  reason?: 'required'
  /** Text to type as a confirmation. */
  typed?: string | undefined
  done?: string
}

/** The action that deletes a thing: asks first, and takes a reason for the audit log. */
export function deletion(act: Act, { name, short = name, body, reason, typed, ...deed }: Deletion): Action {
  return act({
    label: 'Delete',
    icon: IconTrash,
    danger: true,
    question: {
      title: `Delete ${name}?`,
      body,
      confirm: `Delete ${short}`,
      danger: true,
      reason: reason ?? true,
      typed,
    },
    done: `${name} is deleted.`,
    ...deed,
  })
}
