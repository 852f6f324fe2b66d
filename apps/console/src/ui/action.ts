import type { Icon } from '@tabler/icons-react'

/** Something that can be done with a thing: in its row, on its page and in the palette. */
export type Action = {
  label: string
  icon: Icon
  run: () => void
  danger?: boolean
  /** Set: it stays in sight, does nothing, and says why. */
  disabledReason?: string | undefined
}
