'use client'

import { IconLock, IconLockOpen } from '@tabler/icons-react'
import { useChange } from '~/data/use-change'
import { showOutcome } from '~/shell/show-outcome'
import type { Action } from '~/ui/action'
import { confirm } from '~/ui/confirm'
import type { FoundWorkspace } from './queries'

/** What the caller can do about the lock of a workspace: one action, or none. */
export function useLockActions(workspace: FoundWorkspace): Action[] {
  const lock = useChange('workspaceLock')
  const unlock = useChange('workspaceUnlock')
  const forceUnlock = useChange('workspaceForceUnlock')
  const { id, name, locked, lockedBy, isLockedByCaller, canLock, canUpdate } = workspace
  const holder = lockedBy ?? 'another run'

  const askAndLock = () =>
    confirm({
      title: `Lock ${name}?`,
      children: 'Only you can write its state until you unlock it. Others see your name and the reason.',
      action: `Lock ${name}`,
      askReason: true,
      run: async (reason) => showOutcome(await lock.mutateAsync({ id, reason }), `${name} is locked.`),
    })

  const askAndUnlock = () =>
    confirm({
      title: `Unlock ${name}?`,
      children: isLockedByCaller
        ? 'Others can write its state again. If a run of yours has not ended, it can no longer save what it did.'
        : `${holder} may still be writing its state. Unlock it only if that run has ended: otherwise it can no longer save what it did.`,
      action: `Unlock ${name}`,
      danger: !isLockedByCaller,
      askReason: isLockedByCaller ? true : 'required',
      run: async (reason) => {
        const change = isLockedByCaller ? unlock : forceUnlock
        return showOutcome(await change.mutateAsync({ id, reason }), `${name} is unlocked.`)
      },
    })

  if (!locked) return canLock ? [{ label: 'Lock', icon: IconLock, run: askAndLock }] : []
  const mayUnlock = isLockedByCaller || canUpdate
  if (!mayUnlock && !canLock) return []
  const disabledReason = mayUnlock
    ? undefined
    : `Only ${holder} and those who manage workspaces can unlock it.`
  return [{ label: 'Unlock', icon: IconLockOpen, disabledReason, run: askAndUnlock }]
}
