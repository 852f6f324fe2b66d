import { IconCalendarCancel, IconCalendarOff } from '@tabler/icons-react'
import type { EndOfLifeInput } from '~/data/generated/graphql'
import type { UserError } from '~/data/user-errors'
import { showOutcome } from '~/shell/show-outcome'
import type { Action } from '~/ui/action'
import { confirm } from '~/ui/confirm'
import type { EndOfLife } from './facts'

type Change = { id: string; endOfLife: EndOfLifeInput | null; reason?: string | undefined }

type Means = {
  update: (change: Change) => Promise<{ userErrors: readonly UserError[] }>
  disabledReason?: string | undefined
}

/** Set, change and take back the date at which a version that is not deprecated becomes so. */
export function endOfLifeActions(
  { id, label, endOfLife }: { id: string; label: string; endOfLife: EndOfLife | null },
  { update, disabledReason }: Means,
): Action[] {
  const ask = async () => {
    const { askEndOfLife } = await import('./dialog')
    askEndOfLife({ label, endOfLife, save: (given) => update({ id, endOfLife: given }) })
  }
  const takeBack = () =>
    confirm({
      title: `Take back the end of life of ${label}?`,
      children: 'It goes on being supported, with no date.',
      action: 'Take back',
      askReason: true,
      run: async (reason) =>
        showOutcome(await update({ id, endOfLife: null, reason }), `${label} has no end of life any more.`),
    })
  const set: Action = {
    label: endOfLife ? 'Change end of life' : 'Set end of life',
    icon: IconCalendarOff,
    disabledReason,
    run: () => void ask(),
  }
  const end: Action = {
    label: 'Take back end of life',
    icon: IconCalendarCancel,
    disabledReason,
    run: takeBack,
  }
  return [set, ...(endOfLife ? [end] : [])]
}
