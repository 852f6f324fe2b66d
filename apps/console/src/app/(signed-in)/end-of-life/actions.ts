import { IconCalendarCancel, IconCalendarOff } from '@tabler/icons-react'
import type { EndOfLifeInput } from '~/data/generated/graphql'
import type { UserError } from '~/data/user-errors'
import type { useAct } from '~/shell/act'
import type { Action } from '~/ui/action-button'
import type { EndOfLife } from './badge'

type Change = { id: string; endOfLife: EndOfLifeInput | null; reason?: string | undefined }

type Means = {
  act: ReturnType<typeof useAct>
  update: (change: Change) => Promise<{ userErrors: readonly UserError[] }>
  disabledReason?: string | undefined
}

/** Set, change and remove the date at which a version that is not deprecated becomes so. */
export function endOfLifeActions(
  { id, label, endOfLife }: { id: string; label: string; endOfLife: EndOfLife | null },
  { act, update, disabledReason }: Means,
): Action[] {
  const ask = async () => {
    const { askEndOfLife } = await import('./dialog')
    askEndOfLife({ label, endOfLife, save: (given) => update({ id, endOfLife: given }) })
  }
  const set: Action = {
    label: endOfLife ? 'Change end of life' : 'Set end of life',
    icon: IconCalendarOff,
    disabledReason,
    run: () => void ask(),
  }
  const end = act({
    label: 'Remove end of life',
    icon: IconCalendarCancel,
    disabledReason,
    change: (reason) => update({ id, endOfLife: null, reason }),
    question: {
      title: `Remove the end of life of ${label}?`,
      body: 'It is supported without an end date.',
      confirm: 'Remove end of life',
      reason: true,
    },
    done: `${label} no longer has an end of life.`,
  })
  return [set, ...(endOfLife ? [end] : [])]
}
