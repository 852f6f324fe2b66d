'use client'

import { Modal, Text, Textarea } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useChange } from '~/data/use-change'
import { DialogForm } from '~/shell/dialog-form'
import { Dependents } from './dependents'

type Target = { id: string; version: string; usage: number }

type Props = { opened: boolean; target: Target | undefined; onClose: () => void }

/** Asks why a version should no longer be used, and deprecates it. */
export function DeprecateDialog({ opened, target, onClose }: Props) {
  return (
    <Modal opened={opened} onClose={onClose} title={`Deprecate ${target?.version ?? ''}`}>
      {target && <DeprecateForm target={target} onClose={onClose} />}
    </Modal>
  )
}

function DeprecateForm({ target: { id, version, usage }, onClose }: { target: Target; onClose: () => void }) {
  const form = useForm({ initialValues: { deprecatedReason: '' } })
  const update = useChange('engineVersionUpdate')

  async function submit({ deprecatedReason }: { deprecatedReason: string }) {
    const input = { id, deprecated: true, deprecatedReason: deprecatedReason.trim() }
    const { userErrors } = await update.mutateAsync(input)
    return userErrors.length > 0 ? userErrors : { done: `${version} is deprecated.` }
  }

  return (
    <DialogForm form={form} submitLabel={`Deprecate ${version}`} onClose={onClose} onSubmit={submit}>
      <Text size="sm">A deprecated version keeps working; users are asked to upgrade. You can undo it.</Text>
      {usage > 0 && <Dependents ids={[id]} />}
      <Textarea
        label="Reason"
        description="Shown to all who use this version."
        placeholder="What is wrong with it, and what to use instead"
        autosize
        minRows={3}
        required
        data-autofocus
        {...form.getInputProps('deprecatedReason')}
      />
    </DialogForm>
  )
}
