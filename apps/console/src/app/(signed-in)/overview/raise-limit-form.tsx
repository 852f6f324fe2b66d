'use client'

import { NumberInput, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useChange } from '~/data/use-change'
import { DialogForm } from '~/shell/dialog-form'
import { ReasonField } from '~/ui/reason-field'
import { count, numberText } from '~/ui/text'

type Props = { id: string; name: string; used: number; limit: number; onClose: () => void }

/** Asks for a higher limit of workspaces. */
export function RaiseLimitForm({ id, name, used, limit, onClose }: Props) {
  const update = useChange('siteOrganizationUpdate')
  const form = useForm({
    initialValues: { workspaceLimit: limit + Math.max(1, Math.ceil(limit / 4)), reason: '' },
    validate: {
      workspaceLimit: (value) => (value > limit ? null : `Enter a number above ${numberText(limit)}.`),
    },
  })

  async function submit({ workspaceLimit, reason }: { workspaceLimit: number; reason: string }) {
    const { userErrors } = await update.mutateAsync({ id, workspaceLimit, reason: reason.trim() || null })
    return userErrors.length > 0
      ? userErrors
      : { done: `${name} may have ${count(workspaceLimit, 'workspace')}.` }
  }

  return (
    <DialogForm form={form} submitLabel="Raise limit" onClose={onClose} onSubmit={submit}>
      <Text size="sm">
        It has {numberText(used)} of {count(limit, 'workspace')}.
      </Text>
      <NumberInput
        label="Workspace limit"
        min={limit + 1}
        allowDecimal={false}
        allowNegative={false}
        thousandSeparator=" "
        data-autofocus
        {...form.getInputProps('workspaceLimit')}
      />
      <ReasonField maxLength={1000} {...form.getInputProps('reason')} />
    </DialogForm>
  )
}
