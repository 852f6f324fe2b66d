'use client'

import { Text } from '@mantine/core'
import { useEffect, useState } from 'react'
import { endpoints, paths } from '../../../../paths'
import type { InvitationKind } from '../../../../session/invitations'
import { AccountForm } from '../../account-form'
import { LinkNotGood } from '../link-not-good'

/**
 * What the holder of a good link fills in. The token leaves the address bar at once, so that it stays neither in the
 * history nor on a screen that somebody shares.
 */
export function Accept({ token, kind }: { token: string; kind: InvitationKind }) {
  const [refused, setRefused] = useState(false)
  useEffect(() => window.history.replaceState(null, '', paths.invitation()), [])
  if (refused) return <LinkNotGood />
  return (
    <>
      <Text size="sm" c="dimmed" mb="md">
        {kind === 'account'
          ? 'You are invited. Choose a user name and a password; you sign in with them from now on.'
          : 'It holds at once, and you are signed out everywhere else.'}
      </Text>
      <AccountForm
        endpoint={endpoints.invitation}
        token={token}
        ask={kind === 'account' ? ['username'] : []}
        submitLabel={kind === 'account' ? 'Create account' : 'Set password'}
        onRefused={() => setRefused(true)}
      />
    </>
  )
}
