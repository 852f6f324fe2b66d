import { IconArchive, IconArchiveOff, IconBan } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { DeprecationInput, DeprecationStatus } from '~/data/generated/graphql'
import type { UserError } from '~/data/user-errors'
import type { useAct } from '~/shell/act'
import type { Action } from '~/ui/action-button'
import type { Deprecatable } from './badge'

type Change = { id: string; deprecation: DeprecationInput | null; reason?: string | undefined }

type Means = {
  act: ReturnType<typeof useAct>
  /** Effects of deprecating and of revoking. */
  impact: Readonly<Record<DeprecationStatus, string>>
  /** Users who are affected. */
  hits?: ReactNode
  update: (change: Change) => Promise<{ userErrors: readonly UserError[] }>
  /** Reason why the caller may not change it. */
  disabledReason?: string | undefined
  /** Reason why it cannot be deprecated or revoked, though it could be restored. */
  unpublished?: string | undefined
}

/** Returns the actions that apply: deprecate, revoke, restore. */
export function deprecationActions(
  thing: Deprecatable,
  { act, impact, hits, update, disabledReason, unpublished }: Means,
): Action[] {
  const { id, label, deprecation } = thing
  const ask = async (status: DeprecationStatus) => {
    const { askDeprecation } = await import('./dialog')
    const save = ({ reason, link }: { reason: string; link: string }) =>
      update({ id, deprecation: { status, reason, link: link === '' ? null : link }, reason })
    askDeprecation({ thing, status, impact: impact[status], hits, save })
  }
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
  const restore = act({
    label: 'Restore',
    icon: IconArchiveOff,
    disabledReason,
    change: (reason) => update({ id, deprecation: null, reason }),
    question: {
      title: `Restore ${label}?`,
      body: 'It installs as before, without a warning.',
      confirm: `Restore ${label}`,
      reason: true,
    },
    done: `${label} is restored.`,
  })
  return [
    ...(deprecation?.status === 'DEPRECATED' ? [] : [deprecate]),
    ...(deprecation?.status === 'REVOKED' ? [] : [revoke]),
    ...(deprecation ? [restore] : []),
  ]
}
