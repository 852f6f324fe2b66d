'use client'

import { Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { ReactNode } from 'react'
import type { DeprecationStatus } from '~/data/generated/graphql'
import { errorsWithin, type UserError } from '~/data/user-errors'
import { DialogForm } from '~/shell/dialog-form'
import { openDialog } from '~/ui/dialogs/dialogs'
import { ReasonField } from '~/ui/reason-field'
import type { Deprecatable } from './badge'

type Values = { reason: string; link: string }

export type Question = {
  thing: Deprecatable
  status: DeprecationStatus
  impact: string
  hits: ReactNode
  save: (values: Values) => Promise<{ userErrors: readonly UserError[] }>
}

const texts = {
  DEPRECATED: {
    verb: 'Deprecate',
    done: 'is deprecated',
    placeholder: 'What is wrong with it, and what to use instead',
  },
  REVOKED: {
    verb: 'Revoke',
    done: 'is revoked',
    placeholder: 'Why it must not be used, and what to use instead',
  },
} as const

/** Asks why something should no longer be used, and for a link to more information. */
export function askDeprecation(question: Question): void {
  void openDialog({
    title: `${texts[question.status].verb} ${question.thing.label}?`,
    content: (close) => <DeprecationForm {...question} close={close} />,
  })
}

function DeprecationForm({ thing, status, impact, hits, save, close }: Question & { close: () => void }) {
  const { label, deprecation } = thing
  const { verb, done, placeholder } = texts[status]
  const form = useForm<Values>({
    initialValues: { reason: deprecation?.reason ?? '', link: deprecation?.link ?? '' },
  })

  async function submit({ reason, link }: Values) {
    const { userErrors } = await save({ reason: reason.trim(), link: link.trim() })
    return userErrors.length > 0 ? errorsWithin('deprecation', userErrors) : { done: `${label} ${done}.` }
  }

  return (
    <DialogForm
      form={form}
      submitLabel={`${verb} ${label}`}
      danger={status === 'REVOKED'}
      onClose={close}
      onSubmit={submit}
    >
      <Text size="sm">{impact}</Text>
      {hits}
      <ReasonField
        required
        description="Shown to its users, and recorded in the audit log."
        placeholder={placeholder}
        minRows={3}
        maxLength={1000}
        data-autofocus
        {...form.getInputProps('reason')}
      />
      <TextInput
        label="Where to read more (optional)"
        placeholder="https://…"
        inputMode="url"
        {...form.getInputProps('link')}
      />
    </DialogForm>
  )
}
