'use client'

import { Anchor, Stack, Text } from '@mantine/core'
import { useEffect, useState } from 'react'
import type { InvitationFactsFragment } from '~/data/generated/graphql'
import { endpoints, paths } from '~/paths'
import { AccountForm } from '~/app/(signed-out)/account-form'
import { SignOnButton } from '~/app/(signed-out)/sign-on-button'
import { LinkNotGood } from '../link-not-good'
import { InvitationSummary } from './invitation-summary'
import { Join } from './join'

type Props = {
  token: string
  invitation: InvitationFactsFragment
  /** The user name of the signed-in user. */
  viewer: string | undefined
  /** Without them neither an account is made here nor a password set. */
  hasPasswords: boolean
  /** By which people sign in beside a password, or in its place. */
  provider: string | undefined
}

const endTokens = {
  name: 'endTokens',
  label: 'End my tokens too',
  description: 'Scripts and the engine’s CLI have to sign in again with new ones.',
}

/**
 * What the holder of a good link fills in. The token leaves the address bar at once, so that it stays neither in the
 * history nor on a shared screen.
 */
export function Accept({ token, invitation, viewer, hasPasswords, provider }: Props) {
  const [refused, setRefused] = useState(false)
  const [hasAccount, setHasAccount] = useState(viewer !== undefined)
  useEffect(() => window.history.replaceState(null, '', paths.invitation()), [])
  if (refused) return <LinkNotGood reason="UNKNOWN" />
  const isAccount = invitation.purpose === 'ACCOUNT'
  const refuse = () => setRefused(true)
  if (!hasPasswords && (viewer === undefined || !isAccount))
    return (
      <Stack gap="sm">
        <InvitationSummary invitation={invitation} />
        <Text size="sm">
          {isAccount
            ? `Sign in with ${provider}, and you come back here to join.`
            : 'Password sign-in is disabled on this site.'}
        </Text>
        <SignOnButton name={provider ?? ''} next={isAccount ? paths.invitation(token) : paths.overview()} />
      </Stack>
    )
  if (isAccount && hasAccount)
    return (
      <>
        <InvitationSummary invitation={invitation} />
        <Join
          token={token}
          username={viewer}
          provider={provider}
          onRefused={refuse}
          {...(viewer === undefined && { onInstead: () => setHasAccount(false) })}
        />
      </>
    )
  return (
    <>
      <InvitationSummary invitation={invitation} />
      <AccountForm
        endpoint={endpoints.invitation}
        token={token}
        ask={isAccount ? ['username'] : []}
        choice={isAccount ? undefined : endTokens}
        submitLabel={isAccount ? 'Create account' : 'Set password'}
        onRefused={refuse}
      />
      {isAccount && (
        <Anchor component="button" type="button" size="sm" mt="md" onClick={() => setHasAccount(true)}>
          I have an account
        </Anchor>
      )}
    </>
  )
}
