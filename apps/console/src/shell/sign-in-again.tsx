'use client'

import { Anchor, Modal, Text } from '@mantine/core'
import { signedInAgain } from '../data/sign-in-gate'
import { paths } from '../paths'
import { SignInForm } from './sign-in-form'
import { useViewer } from './viewer'

/**
 * Lies over the page when the session has ended, so that nothing typed below is lost. Somebody else who
 * signs in here gets the page anew, since what is on it was somebody's own.
 */
export function SignInAgain({ opened }: { opened: boolean }) {
  const { user } = useViewer()
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
        Your session has ended. Sign in to go on; what you typed is still here.
      </Text>
      <SignInForm login={user.username} onSignedIn={onSignedIn} />
      <Text size="xs" mt="md">
        <Anchor component="button" inherit onClick={() => window.location.assign(paths.signIn())}>
          Leave this page
        </Anchor>{' '}
        and sign in as somebody else.
      </Text>
    </Modal>
  )
}
