import { Stack, Text, Title } from '@mantine/core'
import type { Metadata } from 'next'
import { paths } from '~/paths'
import { LinkButton } from '~/ui/links'

export const metadata: Metadata = { title: 'Invitation' }

/** Page that a reload of an invitation ends on, since the token has left the address bar. */
export default function InvitationWithoutLinkPage() {
  return (
    <>
      <Title order={1} mb="xs">
        Invitation
      </Title>
      <Stack gap="sm">
        <Text size="sm">This page was opened without the link of an invitation. Open the link again.</Text>
        <LinkButton href={paths.signIn()} variant="default">
          Go to sign-in
        </LinkButton>
      </Stack>
    </>
  )
}
