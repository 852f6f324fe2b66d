'use client'

import { IconLock, IconLockOpen } from '@tabler/icons-react'
import { change } from '~/data/use-change'
import { useAct } from '~/shell/act'
import type { Action } from '~/ui/action'
import type { FoundWorkspace } from './queries'

/** What the caller can do about the lock of a workspace: one action, or none. */
export function useLockActions(workspace: FoundWorkspace): Action[] {
  const act = useAct()
  const { id, name, locked, lockedBy, isLockedByCaller, canLock, canUpdate } = workspace
  const holder = lockedBy ?? 'another run'
  const lock = act({
    label: 'Lock',
    icon: IconLock,
    change: change('workspaceLock', { id }),
    question: {
      title: `Lock ${name}?`,
      body: 'Only you can write its state until you unlock it. Others see your name and the reason.',
      confirm: `Lock ${name}`,
      reason: true,
    },
    done: `${name} is locked.`,
  })
  if (!locked) return canLock ? [lock] : []
  const mayUnlock = isLockedByCaller || canUpdate
  if (!mayUnlock && !canLock) return []
  const unlock = act({
    label: 'Unlock',
    icon: IconLockOpen,
    disabledReason: mayUnlock ? undefined : `Only ${holder} and those who manage workspaces can unlock it.`,
    change: isLockedByCaller ? change('workspaceUnlock', { id }) : change('workspaceForceUnlock', { id }),
    question: {
      title: `Unlock ${name}?`,
      body: isLockedByCaller
        ? 'Others can write its state again. If a run of yours has not ended, it can no longer save what it did.'
        : `${holder} may still be writing its state. Unlock it only if that run has ended: otherwise it can no longer save what it did.`,
      confirm: `Unlock ${name}`,
      danger: !isLockedByCaller,
      reason: isLockedByCaller ? true : 'required',
    },
    done: `${name} is unlocked.`,
  })
  return [unlock]
}
