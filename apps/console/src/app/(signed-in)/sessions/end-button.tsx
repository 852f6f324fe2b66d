'use client'

import { Button } from '@mantine/core'
import type { SessionRowFragment } from '~/data/generated/graphql'
import { useChange } from '~/data/use-change'
import { signOut } from '~/shell/sign-out'
import { showOutcome } from '~/shell/show-outcome'
import { useViewer } from '~/shell/viewer'
import { confirm } from '~/ui/confirm'
import { toastFailure } from '~/ui/toast'

type Session = Pick<SessionRowFragment, 'id' | 'browser' | 'isCurrent'>

/**
 * Ends a session at once, after asking; the one that asks by signing out. `username` is set for those of another user.
 */
export function EndButton({
  session: { id, browser, isCurrent },
  username,
}: {
  session: Session
  username?: string
}) {
  const { user } = useViewer()
  const end = useChange('sessionDelete')
  const ask = () =>
    confirm({
      title:
        username === undefined
          ? `End the session in ${browser}?`
          : `End ${username}’s session in ${browser}?`,
      children: 'It ends at once, and its user has to sign in again. Tokens stay.',
      action: 'End session',
      danger: true,
      ...(username !== undefined && { askReason: true as const }),
      run: async (reason) => showOutcome(await end.mutateAsync({ id, reason }), 'The session has ended.'),
    })
  if (isCurrent)
    return (
      <Button size="compact-xs" variant="default" onClick={() => void signOut(user.id).catch(toastFailure)}>
        Sign out
      </Button>
    )
  return (
    <Button size="compact-xs" variant="default" onClick={ask} aria-label={`End the session in ${browser}`}>
      End
    </Button>
  )
}
