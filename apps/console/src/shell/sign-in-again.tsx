'use client'

import { Anchor, Modal, Text } from '@mantine/core'
import { type GateReason, signedInAgain } from '../data/gates'
import { paths } from '../paths'
import { SignInForm } from './sign-in-form'
import { useViewer } from './viewer'

const reasons: Record<GateReason, string> = {
  ended: 'Your session has ended.',
  'signed-out': 'You signed out in another tab.',
  'other-user': 'Another user signed in here, in another tab.',
}

/**
 * Dialog over the page when the session has ended, here or in another tab, so that typed input is not lost.
 * Another user who signs in here gets the page loaded again, since its content was not theirs.
 */
export function SignInAgain({ opened, reason }: { opened: boolean; reason: GateReason | undefined }) {
  const { user, singleSignOn, hasPasswords } = useViewer()
  const onSignedIn = (userId: string) => (userId === user.id ? signedInAgain() : window.location.reload())
  return (
    <Modal
      opened={opened}
      onClose={() => undefined}
      title="Sign in again"
      withCloseButton={false}
      closeOnClickOutside={false}
      closeOnEscape={false}
      size="sm"
      zIndex={1000}
    >
      <Text size="sm" mb="sm">
        {reason && reasons[reason]} Sign in as {user.username} to continue. What you typed is kept.
      </Text>
      {hasPasswords && <SignInForm login={user.username} onSignedIn={onSignedIn} />}
      {singleSignOn && (
        <Text size="xs" mt="md">
          {hasPasswords && 'No password? '}
          <Anchor inherit underline="always" href={paths.signIn()} target="_blank">
            Sign in with {singleSignOn.name} in a new tab
          </Anchor>
          , and continue here.
        </Text>
      )}
      <Text size="xs" mt="xs">
        <Leave reason={reason} />
      </Text>
    </Modal>
  )
}

function Leave({ reason }: { reason: GateReason | undefined }) {
  const isOtherUser = reason === 'other-user'
  const leave = () => window.location.assign(isOtherUser ? paths.overview() : paths.signIn())
  return (
    <>
      <Anchor component="button" inherit onClick={leave}>
        Leave this page
      </Anchor>{' '}
      {isOtherUser ? 'and continue as the user who signed in there.' : 'and sign in as another user.'}
    </>
  )
}
