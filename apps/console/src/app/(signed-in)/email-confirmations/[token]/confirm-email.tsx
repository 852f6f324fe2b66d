'use client'

import { Alert, Button, Stack, Text } from '@mantine/core'
import { useRouter } from 'next/navigation'
import { graphql } from '~/data/generated'
import { useChange } from '~/data/use-change'
import { paths } from '~/paths'
import { useViewer } from '~/shell/viewer'
import { toastDone } from '~/ui/toast'

const EmailConfirm = graphql(`
  mutation EmailConfirm($input: AccountEmailConfirmInput!) {
    accountEmailConfirm(input: $input) {
      account {
        email
      }
      userErrors {
        ...UserErrorFacts
      }
    }
  }
`)

export function ConfirmEmail({ token, email }: { token: string; email: string }) {
  const { user } = useViewer()
  const router = useRouter()
  const confirm = useChange(EmailConfirm)
  const problems = confirm.data?.userErrors ?? []

  async function run() {
    const { userErrors } = await confirm.mutateAsync({ token })
    if (userErrors.length > 0) return
    toastDone(`${email} is verified.`)
    router.replace(paths.email())
  }

  return (
    <Stack gap="sm" align="flex-start">
      {problems.length > 0 && (
        <Alert color="red" role="alert">
          {problems.map(({ message }) => message).join('. ')}
        </Alert>
      )}
      <Text size="sm">This becomes the address of your account {user.username}.</Text>
      <Button loading={confirm.isPending} onClick={() => void run().catch(() => undefined)}>
        Confirm address
      </Button>
    </Stack>
  )
}
