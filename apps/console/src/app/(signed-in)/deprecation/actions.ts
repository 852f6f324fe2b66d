import { IconArchive, IconArchiveOff, IconBan } from '@tabler/icons-react'
import type { DeprecationInput, DeprecationStatus } from '~/data/generated/graphql'
import type { UserError } from '~/data/user-errors'
import { showOutcome } from '~/shell/show-outcome'
import type { Action } from '~/ui/action'
import { confirm } from '~/ui/confirm'
import type { Deprecatable } from './facts'

type Change = { id: string; deprecation: DeprecationInput | null; reason?: string | undefined }

type Means = {
  /** What deprecating and revoking lead to. */
  impact: Readonly<Record<DeprecationStatus, string>>
  update: (change: Change) => Promise<{ userErrors: readonly UserError[] }>
  /** Why the caller may not change it. */
  disabledReason?: string | undefined
  /** Why it cannot be deprecated or revoked, though it could be restored. */
  unpublished?: string | undefined
}

/** Deprecate, revoke and restore, as far as they apply. */
export function deprecationActions(
  thing: Deprecatable,
  { impact, update, disabledReason, unpublished }: Means,
): Action[] {
  const { id, label, deprecation } = thing
  const ask = async (status: DeprecationStatus) => {
    const { askDeprecation } = await import('./dialog')
    const save = ({ reason, link }: { reason: string; link: string }) =>
      update({ id, deprecation: { status, reason, link: link === '' ? null : link }, reason })
    askDeprecation({ thing, status, impact: impact[status], save })
  }
  const askAndRestore = () =>
    confirm({
      title: `Restore ${label}?`,
      children: 'It can be installed as before, and no warning is shown any more.',
      action: `Restore ${label}`,
      askReason: true,
      run: async (reason) =>
        showOutcome(await update({ id, deprecation: null, reason }), `${label} is restored.`),
    })
  const deprecate: Action = {
    label: 'Deprecate',
    icon: IconArchive,
    disabledReason: disabledReason ?? unpublished,
    run: () => void ask('DEPRECATED'),
  }
  const revoke: Action = {
    label: 'Revoke',
    icon: IconBan,
    danger: true,
    disabledReason: disabledReason ?? unpublished,
    run: () => void ask('REVOKED'),
  }
  const restore: Action = { label: 'Restore', icon: IconArchiveOff, disabledReason, run: askAndRestore }
  return [
    ...(deprecation?.status === 'DEPRECATED' ? [] : [deprecate]),
    ...(deprecation?.status === 'REVOKED' ? [] : [revoke]),
    ...(deprecation ? [restore] : []),
  ]
}
