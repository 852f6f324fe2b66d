'use client'

import { Anchor, Button, Divider, Stack, Text } from '@mantine/core'
import { useEffect, useState } from 'react'
import { AccountForm } from '~/app/(signed-out)/account-form'
import { SignOnButton } from '~/app/(signed-out)/sign-on-button'
import { ApiError } from '~/data/answer'
import type { InvitationFactsFragment } from '~/data/generated/graphql'
import { InvitationAccept } from '~/data/invitation-accept'
import { request } from '~/data/request'
import { endpoints, paths } from '~/paths'
import { SignInForm } from '~/shell/sign-in-form'
import { FactList, type Facts } from '~/ui/fact-list'
import { Moment } from '~/ui/moment'
import { Problems } from '~/ui/texts'
import { InvalidLink } from '../invalid-link'

type Props = {
  token: string
  invitation: InvitationFactsFragment
  /** The user name of the signed-in user. */
  viewer: string | undefined
  /** True if people sign in with passwords; else no account is created here and no password set. */
  hasPasswords: boolean
  /** Name of the provider that people sign in with, in addition to a password or instead of one. */
  provider: string | undefined
}

const endTokens = {
  name: 'endTokens',
  label: 'End my tokens too',
  description: 'Scripts and the engine’s CLI have to sign in again with new ones.',
}

/**
 * Form for the holder of a valid link. The token leaves the address bar at once, so that it stays neither in
 * the history nor on a shared screen.
 */
export function Accept({ token, invitation, viewer, hasPasswords, provider }: Props) {
  const [refused, setRefused] = useState(false)
  const [hasAccount, setHasAccount] = useState(viewer !== undefined)
  useEffect(() => window.history.replaceState(null, '', paths.invitation()), [])
  if (refused) return <InvalidLink reason="UNKNOWN" />
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

/** Summary of the invitation, shown before the form asks for anything. */
function InvitationSummary({ invitation }: { invitation: InvitationFactsFragment }) {
  return (
    <Stack gap="sm" mb="md">
      <Text size="sm">
        {invitation.purpose === 'ACCOUNT' ? (
          <Account invitation={invitation} />
        ) : (
          <>
            For the account <Name>{invitation.username}</Name>. The new password applies at once, and you are
            signed out everywhere else.
          </>
        )}
      </Text>
      <FactList facts={factsOf(invitation)} labelWidth="6rem" />
    </Stack>
  )
}

const Name = ({ children }: { children: string | null }) => (
  <Text span inherit fw={600} style={{ overflowWrap: 'anywhere' }}>
    {children}
  </Text>
)

const Account = ({ invitation: { invitedBy, organization } }: { invitation: InvitationFactsFragment }) => (
  <>
    {invitedBy === null ? (
      <>You are invited to the organization </>
    ) : (
      <>
        <Name>{invitedBy}</Name> invites you to the organization{' '}
      </>
    )}
    <Name>{organization}</Name>.
  </>
)

const factsOf = ({ purpose, email, teams, invitedBy, expiresAt }: InvitationFactsFragment): Facts => [
  email !== null && ['E-mail', email],
  teams !== null && teams.length > 0 && [teams.length === 1 ? 'Team' : 'Teams', teams.join(', ')],
  purpose === 'PASSWORD' && invitedBy !== null && ['Created by', invitedBy],
  expiresAt !== null && ['Expires', <Moment key="until" at={expiresAt} />],
]

type JoinProps = {
  token: string
  /** Name of the signed-in user; if undefined, the form asks to sign in first. */
  username: string | undefined
  /** Name of the provider that people may sign in with too. */
  provider: string | undefined
  /** Alternative action, if there is one. */
  onInstead?: () => void
  onRefused: () => void
}

/** Joins as who one is already; the link's secret stays on this page. */
function Join({ token, username: found, provider, onInstead, onRefused }: JoinProps) {
  const [username, setUsername] = useState(found)
  const [pending, setPending] = useState(false)
  const [problem, setProblem] = useState<string>()

  async function join() {
    setPending(true)
    setProblem(undefined)
    try {
      const { user, userErrors } = (await request(InvitationAccept, { input: { token } })).invitationAccept
      if (user) return window.location.assign(paths.overview())
      if (userErrors.some(({ code }) => code === 'NOT_FOUND')) return onRefused()
      setProblem(userErrors.map(({ message }) => message).join('. '))
    } catch (error) {
      // Signed out in another tab: the link is still good.
      if (error instanceof ApiError && error.code === 'UNAUTHENTICATED') setUsername(undefined)
      else setProblem(error instanceof Error ? error.message : String(error))
    }
    setPending(false)
  }

  return (
    <Stack gap="sm">
      <Problems texts={problem === undefined ? [] : [problem]} />
      {username === undefined ? (
        <>
          <Text size="sm">Sign in, and you join with your account.</Text>
          {provider !== undefined && (
            <>
              <SignOnButton name={provider} next={paths.invitation(token)} />
              <Divider label="or with a password" />
            </>
          )}
          <SignInForm isSecond={provider !== undefined} onSignedIn={() => void join()} />
        </>
      ) : (
        <Button loading={pending} onClick={() => void join()}>
          Join as {username}
        </Button>
      )}
      {onInstead && (
        <Anchor component="button" type="button" size="sm" onClick={onInstead}>
          Create an account instead
        </Anchor>
      )}
    </Stack>
  )
}
