'use client'

import { IconArrowBackUp, IconDownload, IconFileDiff } from '@tabler/icons-react'
import { graphql } from '~/data/generated'
import type { StateFactsFragment } from '~/data/generated/graphql'
import { request } from '~/data/request'
import type { Action } from '~/ui/action'
import { toastFailure } from '~/ui/toast'
import type { FoundWorkspace } from './queries'

/** Asked for when it is needed, since the link is good for minutes. */
const StateDownload = graphql(`
  query StateDownload($id: ID!) {
    stateVersion(id: $id) {
      downloadUrl
    }
  }
`)

async function download({ id, serial }: Pick<StateFactsFragment, 'id' | 'serial'>): Promise<void> {
  const { stateVersion } = await request(StateDownload, { id })
  const url = stateVersion?.downloadUrl
  if (!url) throw new Error(`State ${serial} is no longer there`)
  const link = document.createElement('a')
  link.href = url
  link.download = ''
  link.click()
}

const unreadReasons = {
  UNKNOWN: 'The state has a format that is not read here.',
  ENCRYPTED: 'The client encrypted the state.',
}

type Dialogs = Readonly<Record<'showChanges' | 'rollBack', (state: StateFactsFragment) => void>>

/** What can be done with one state of the history. */
export function useStateActions(
  { locked, lockedBy, isLockedByCaller, canLock }: FoundWorkspace,
  dialogs: Dialogs,
): (state: StateFactsFragment) => Action[] {
  const lockedReason = `The workspace is locked by ${isLockedByCaller ? 'you' : (lockedBy ?? 'another run')}; unlock it first.`
  return (state) => [
    {
      label: 'Show changes',
      icon: IconFileDiff,
      disabledReason: state.form === 'COUNTED' ? undefined : unreadReasons[state.form],
      run: () => dialogs.showChanges(state),
    },
    { label: 'Download', icon: IconDownload, run: () => void download(state).catch(toastFailure) },
    ...(canLock
      ? [
          {
            label: 'Roll back to this state',
            icon: IconArrowBackUp,
            disabledReason: state.isCurrent
              ? 'It is the current state.'
              : state.form === 'ENCRYPTED'
                ? 'The client encrypted it; it can only be pushed again.'
                : locked
                  ? lockedReason
                  : undefined,
            run: () => dialogs.rollBack(state),
          },
        ]
      : []),
  ]
}
