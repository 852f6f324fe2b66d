'use client'

import { Button } from '@mantine/core'
import type { SessionRowFragment } from '~/data/generated/graphql'
import { change } from '~/data/use-change'
import { signOut } from '~/shell/sign-out'
import { useAsk } from '~/shell/act'
import { useViewer } from '~/shell/viewer'
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
  const ask = useAsk()
  const end = () =>
    ask({
      change: change('sessionDelete', { id }),
      question: {
        title:
          username === undefined
            ? `End the session in ${browser}?`
            : `End ${username}’s session in ${browser}?`,
        body: 'It ends at once, and its user has to sign in again. Tokens stay.',
        confirm: 'End session',
        danger: true,
        ...(username !== undefined && { reason: true }),
      },
      done: 'The session has ended.',
    })
  if (isCurrent)
    return (
      <Button size="compact-xs" variant="default" onClick={() => void signOut(user.id).catch(toastFailure)}>
        Sign out
      </Button>
    )
  return (
    <Button size="compact-xs" variant="default" onClick={end} aria-label={`End the session in ${browser}`}>
      End
    </Button>
  )
}
