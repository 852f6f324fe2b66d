import { Alert, Stack, Text } from '@mantine/core'
import { paths } from '../../../paths'
import { LinkButton } from '../../../ui/link-button'

/** What to do with a link that leads nowhere. */
export function LinkNotGood() {
  return (
    <Stack gap="sm">
      <Alert color="red" role="alert" title="This link is not good any more">
        It was used, is older than seven days, or a newer one was made since.
      </Alert>
      <Text size="sm">
        Ask whoever sent it for a new one. If you have a password already, sign in with it.
      </Text>
      <LinkButton href={paths.signIn()} variant="default">
        To the sign-in
      </LinkButton>
    </Stack>
  )
}
