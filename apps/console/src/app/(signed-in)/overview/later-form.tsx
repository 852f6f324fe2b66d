'use client'

import { Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { momentOf, tomorrow } from '~/app/(signed-in)/end-of-life/ahead'
import { useChange } from '~/data/use-change'
import { DialogForm } from '~/shell/dialog-form'
import { dayText } from '~/ui/moment'

type Props = { id: string; label: string; onClose: () => void }

/** Asks for the day on which an item is back in the queue. */
export function LaterForm({ id, label, onClose }: Props) {
  const postpone = useChange('attentionItemPostpone')
  const [first] = useState(() => tomorrow(new Date()))
  const form = useForm({
    initialValues: { date: '' },
    validate: { date: (date) => (date === '' ? 'Choose a day.' : null) },
  })

  async function submit({ date }: { date: string }) {
    const { userErrors } = await postpone.mutateAsync({ id, until: momentOf(date) })
    return userErrors.length > 0
      ? userErrors.map((error) => ({ ...error, field: ['date'] }))
      : { done: `${label} is back on ${dayText(momentOf(date))}.` }
  }

  return (
    <DialogForm form={form} submitLabel="Put off" onClose={onClose} onSubmit={submit}>
      <Text size="sm">You do not see it until then. Others go on seeing it.</Text>
      <TextInput
        type="date"
        label="Day"
        description="It begins at midnight UTC."
        min={first}
        required
        data-autofocus
        {...form.getInputProps('date')}
      />
    </DialogForm>
  )
}
