'use client'

import { Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useChange } from '~/data/use-change'
import { DialogForm } from '~/shell/dialog-form'
import { ReasonField } from '~/ui/reason-field'

type Props = {
  user: { id: string; username: string; email: string | null }
  onDone: () => void
}

/** Sets the address of a person, which verifies it. */
export function SetEmailForm({ user: { id, username, email: present }, onDone }: Props) {
  const form = useForm({ initialValues: { email: present ?? '', reason: '' } })
  const change = useChange('userEmailSet')

  async function submit({ email, reason }: { email: string; reason: string }) {
    const input = { id, email: email.trim(), ...(reason.trim() !== '' && { reason: reason.trim() }) }
    const { userErrors } = await change.mutateAsync(input)
    if (userErrors.length > 0) return userErrors
    return { done: `The address of ${username} is ${input.email}, and verified.` }
  }

  return (
    <DialogForm form={form} submitLabel="Set address" noValidate onClose={onDone} onSubmit={submit}>
      <Text size="sm">
        The address is marked as verified: make sure that it belongs to {username}. The previous address is
        notified by mail if it was verified.
      </Text>
      <TextInput
        label="E-mail"
        type="email"
        autoComplete="off"
        data-autofocus
        {...form.getInputProps('email')}
      />
      <ReasonField {...form.getInputProps('reason')} />
    </DialogForm>
  )
}
