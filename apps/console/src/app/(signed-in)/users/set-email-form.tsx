'use client'

import { Alert, Button, Group, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { useState, type SubmitEvent } from 'react'
import { sortUserErrors } from '~/data/user-errors'
import { toastDone } from '~/ui/toast'
import { useSetEmail } from './changes'

type Props = {
  user: { id: string; username: string; email: string | null }
  onDone: () => void
}

/** Sets the address of a person, which verifies it. */
export function SetEmailForm({ user: { id, username, email: present }, onDone }: Props) {
  const [email, setEmail] = useState(present ?? '')
  const [reason, setReason] = useState('')
  const change = useSetEmail()
  const { fields, rest } = sortUserErrors(change.data?.userErrors ?? [], (path) => path === 'email')

  async function submit(event: SubmitEvent) {
    event.preventDefault()
    const input = { id, email: email.trim(), ...(reason.trim() !== '' && { reason: reason.trim() }) }
    const { userErrors } = await change.mutateAsync(input)
    if (userErrors.length > 0) return
    toastDone(`The address of ${username} is ${input.email}, and verified.`)
    onDone()
  }

  return (
    <form onSubmit={(event) => void submit(event).catch(() => undefined)} noValidate>
      <Stack gap="md">
        <Text size="sm">
          The address counts as verified, on your word: make sure that it is {username}’s. A verified address
          of before gets a mail.
        </Text>
        {rest.length > 0 && (
          <Alert color="red" role="alert">
            {rest.join('. ')}
          </Alert>
        )}
        <TextInput
          label="E-mail"
          type="email"
          autoComplete="off"
          data-autofocus
          value={email}
          onChange={(event) => setEmail(event.currentTarget.value)}
          error={fields['email']}
        />
        <Textarea
          label="Reason (optional)"
          description="Recorded in the audit log."
          autosize
          minRows={2}
          maxLength={500}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onDone}>
            Cancel
          </Button>
          <Button type="submit" loading={change.isPending}>
            Set address
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
