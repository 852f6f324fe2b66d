'use client'

import { useEffect, useState } from 'react'
import type { InvitationFactsFragment } from '../../../../data/generated/graphql'
import { endpoints, paths } from '../../../../paths'
import { AccountForm } from '../../account-form'
import { LinkNotGood } from '../link-not-good'
import { InvitationTold } from './invitation-told'

const endTokens = {
  name: 'endTokens',
  label: 'End my tokens too',
  description: 'Scripts and the engine’s CLI have to sign in again with new ones.',
}

/**
 * What the holder of a good link fills in. The token leaves the address bar at once, so that it stays neither in the
 * history nor on a screen that somebody shares.
 */
export function Accept({ token, invitation }: { token: string; invitation: InvitationFactsFragment }) {
  const [refused, setRefused] = useState(false)
  useEffect(() => window.history.replaceState(null, '', paths.invitation()), [])
  if (refused) return <LinkNotGood reason="UNKNOWN" />
  const isAccount = invitation.purpose === 'ACCOUNT'
  return (
    <>
      <InvitationTold invitation={invitation} />
      <AccountForm
        endpoint={endpoints.invitation}
        token={token}
        ask={isAccount ? ['username'] : []}
        choice={isAccount ? undefined : endTokens}
        submitLabel={isAccount ? 'Create account' : 'Set password'}
        onRefused={() => setRefused(true)}
      />
    </>
  )
}
