'use client'

import { Button, Stack, Text } from '@mantine/core'
import { useChange } from '~/data/use-change'
import { paths } from '~/paths'
import { useViewer } from '~/shell/viewer'
import { useRouter } from '~/ui/navigation'
import { Problems } from '~/ui/texts'
import { toastDone } from '~/ui/feedback/toast'

export function ConfirmEmail({ token, email }: { token: string; email: string }) {
  const { user } = useViewer()
  const router = useRouter()
  const confirm = useChange('accountEmailConfirm')
  const problems = confirm.data?.userErrors ?? []

  async function run() {
    const { userErrors } = await confirm.mutateAsync({ token })
    if (userErrors.length > 0) return
    toastDone(`${email} is verified.`)
    router.replace(paths.email())
  }

  return (
    <Stack gap="sm" align="flex-start">
      <Problems texts={problems.map(({ message }) => message)} />
      <Text size="sm">This becomes the address of your account {user.username}.</Text>
      <Button loading={confirm.isPending} onClick={() => void run().catch(() => undefined)}>
        Confirm address
      </Button>
    </Stack>
  )
}
