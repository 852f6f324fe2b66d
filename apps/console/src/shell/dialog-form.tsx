'use client'

import { Button, Group, Stack } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import type { ReactNode } from 'react'
import { Problems } from '../ui/texts'
import { toastDone } from '../ui/feedback/toast'
import { useSubmission, type Outcome } from './submission'

type Props<Values extends object> = {
  form: UseFormReturnType<Values>
  submitLabel: string
  danger?: boolean
  /** The API alone says what is wrong, and not the browser. */
  noValidate?: boolean
  onClose: () => void
  children: ReactNode
  /** Resolves to what was refused, or to what to say once it is done. */
  onSubmit: (values: Values) => Promise<Outcome<{ done: string }>>
}

/** The form of a dialog, which closes once it is done. */
export function DialogForm<Values extends object>(props: Props<Values>) {
  const { form, submitLabel, danger = false, noValidate = false, onClose, children, onSubmit } = props
  const onSaved = ({ done }: { done: string }) => {
    toastDone(done)
    onClose()
  }
  const { element, send, pending, problems } = useSubmission(form, { onSubmit, onSaved })
  return (
    <form ref={element} onSubmit={send} noValidate={noValidate}>
      <Stack gap="md">
        <Problems texts={problems} />
        {children}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={pending} {...(danger && { color: 'red' })}>
            {submitLabel}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
