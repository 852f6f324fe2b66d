'use client'

import { Button } from '@mantine/core'
import type { SessionRowFragment } from '~/data/generated/graphql'
import { signOut } from '~/shell/sign-out'
import { told } from '~/shell/told'
import { confirm } from '~/ui/confirm'
import { toastFailure } from '~/ui/toast'
import { useEndSession } from './changes'

type Session = Pick<SessionRowFragment, 'id' | 'browser' | 'isCurrent'>

/** Ends a session at once, after asking; the one that asks by signing out. `whose` is set for those of somebody else. */
export function EndButton({
  session: { id, browser, isCurrent },
  whose,
}: {
  session: Session
  whose?: string
}) {
  const end = useEndSession()
  const ask = () =>
    confirm({
      title: whose === undefined ? `End the session in ${browser}?` : `End ${whose}’s session in ${browser}?`,
      children: 'Whoever uses it has to sign in again, at once. Tokens stay.',
      action: 'End session',
      danger: true,
      ...(whose !== undefined && { askReason: true as const }),
      run: async (reason) => told(await end.mutateAsync({ id, reason }), 'The session has ended.'),
    })
  if (isCurrent)
    return (
      <Button size="compact-xs" variant="default" onClick={() => void signOut().catch(toastFailure)}>
        Sign out
      </Button>
    )
  return (
    <Button size="compact-xs" variant="default" onClick={ask} aria-label={`End the session in ${browser}`}>
      End
    </Button>
  )
}
