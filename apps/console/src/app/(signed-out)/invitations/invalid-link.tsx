import { Alert, Stack, Text } from '@mantine/core'
import { paths } from '~/paths'
import { LinkButton } from '~/ui/links'

const reasons = {
  USED: {
    title: 'This link was already used',
    why: 'A link works once. Sign in with the password that was chosen then.',
    what: 'If that was not you, tell the sender at once.',
  },
  EXPIRED: {
    title: 'This link has expired',
    why: 'Links work for seven days.',
    what: 'Ask the sender for a new one. If you have a password already, sign in with it.',
  },
  UNKNOWN: {
    title: 'This link has expired or is invalid',
    why: 'There is a newer link, this one was revoked, or it was not copied completely.',
    what: 'Look for a newer one, or ask the sender. If you have a password already, sign in with it.',
  },
} as const

/** Page that says why a link is invalid, and what to do next. It reveals nothing about its recipient. */
export function InvalidLink({ reason }: { reason: keyof typeof reasons }) {
  const { title, why, what } = reasons[reason]
  return (
    <Stack gap="sm">
      <Alert color="red" role="alert" title={title}>
        {why}
      </Alert>
      <Text size="sm">{what}</Text>
      <LinkButton href={paths.signIn()} variant="default">
        Go to sign-in
      </LinkButton>
    </Stack>
  )
}
