import { Alert, Stack, Text } from '@mantine/core'
import { paths } from '~/paths'
import { LinkButton } from '~/ui/links'

const reasons = {
  USED: {
    title: 'This link was used already',
    why: 'It works once. The one who used it can sign in with the password that was chosen then.',
    what: 'If that was not you, tell the sender at once.',
  },
  EXPIRED: {
    title: 'This link has expired',
    why: 'A link works for seven days, and these are over.',
    what: 'Ask the sender for a new one. If you have a password already, sign in with it.',
  },
  UNKNOWN: {
    title: 'This link is not good any more',
    why: 'A newer one was made since, it was taken back, or it was not copied as a whole.',
    what: 'Look for a newer one, or ask the sender. If you have a password already, sign in with it.',
  },
} as const

/** Why a link is invalid, and what to do about it. It reveals nothing about its recipient. */
export function LinkNotGood({ reason }: { reason: keyof typeof reasons }) {
  const { title, why, what } = reasons[reason]
  return (
    <Stack gap="sm">
      <Alert color="red" role="alert" title={title}>
        {why}
      </Alert>
      <Text size="sm">{what}</Text>
      <LinkButton href={paths.signIn()} variant="default">
        To the sign-in
      </LinkButton>
    </Stack>
  )
}
