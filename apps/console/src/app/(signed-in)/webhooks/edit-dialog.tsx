'use client'

import { Modal } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { WebhookRowFragment } from '~/data/generated/graphql'
import { useChange } from '~/data/use-change'
import { DialogForm } from '~/shell/dialog-form'
import { WebhookFields, type WebhookValues } from './fields'

type Props = { webhook: WebhookRowFragment; opened: boolean; onClose: () => void }

export function EditWebhookDialog({ webhook, opened, onClose }: Props) {
  return (
    <Modal opened={opened} onClose={onClose} title={`Edit ${webhook.name}`}>
      <EditForm webhook={webhook} onClose={onClose} />
    </Modal>
  )
}

function EditForm({ webhook, onClose }: Omit<Props, 'opened'>) {
  const { id, name, url, triggers, enabled, updatedAt } = webhook
  const form = useForm<WebhookValues>({ initialValues: { name, url, triggers: [...triggers], enabled } })
  const update = useChange('webhookUpdate')

  async function submit(values: WebhookValues) {
    const facts = { ...values, name: values.name.trim(), url: values.url.trim() }
    const { userErrors } = await update.mutateAsync({ id, ...facts, expectedUpdatedAt: updatedAt })
    return userErrors.length > 0 ? userErrors : { done: `${facts.name} is saved.` }
  }

  return (
    <DialogForm form={form} submitLabel="Save" onClose={onClose} onSubmit={submit}>
      <WebhookFields form={form} />
    </DialogForm>
  )
}
