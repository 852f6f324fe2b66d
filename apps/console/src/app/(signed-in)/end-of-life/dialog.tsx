'use client'

import { Text, Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import type { EndOfLifeInput } from '~/data/generated/graphql'
import { errorsWithin, type UserError } from '~/data/user-errors'
import { DialogForm } from '~/shell/dialog-form'
import { openDialog } from '~/ui/dialogs/dialogs'
import { dateOf, momentOf, tomorrow } from './ahead'
import type { EndOfLife } from './badge'

type Values = { date: string; reason: string }

export type Question = {
  label: string
  endOfLife: EndOfLife | null
  save: (endOfLife: EndOfLifeInput) => Promise<{ userErrors: readonly UserError[] }>
}

/** Asks when a version becomes deprecated by itself, and why. */
export function askEndOfLife(question: Question): void {
  void openDialog({
    title: `End of life of ${question.label}`,
    content: (close) => <EndOfLifeForm {...question} close={close} />,
  })
}

function EndOfLifeForm({ label, endOfLife, save, close }: Question & { close: () => void }) {
  const [first] = useState(() => tomorrow(new Date()))
  const form = useForm<Values>({
    initialValues: { date: endOfLife ? dateOf(endOfLife.date) : '', reason: endOfLife?.reason ?? '' },
    validate: { date: (date) => (date === '' ? 'Choose a date.' : null) },
  })

  async function submit({ date, reason }: Values) {
    const { userErrors } = await save({ date: momentOf(date), reason: reason.trim() })
    return userErrors.length > 0
      ? errorsWithin('endOfLife', userErrors)
      : { done: `${label} ends on ${date}.` }
  }

  return (
    <DialogForm form={form} submitLabel="Save end of life" onClose={close} onSubmit={submit}>
      <Text size="sm">
        At this date {label} becomes deprecated by itself. Until then it works as before, and its users see
        how many days are left.
      </Text>
      <TextInput
        type="date"
        label="Date"
        description="It begins at midnight UTC."
        min={first}
        required
        data-autofocus
        {...form.getInputProps('date')}
      />
      <Textarea
        label="Reason"
        description="Shown to its users, now and when it is deprecated."
        placeholder="What to use instead"
        autosize
        minRows={3}
        maxLength={1000}
        {...form.getInputProps('reason')}
      />
    </DialogForm>
  )
}
