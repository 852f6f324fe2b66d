'use client'

import { Button, Group, Modal, Stack } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { useChange } from '~/data/use-change'
import { useSubmission } from '~/shell/submission'
import { ShownOnce } from '~/ui/shown-once'
import { Problems } from '~/ui/texts'
import { WebhookFields, type WebhookValues } from './fields'

type Props = { organization?: string | undefined; opened: boolean; onClose: () => void }

/** Makes a webhook and shows its secret, once. */
export function CreateWebhookDialog({ organization, opened, onClose }: Props) {
  const [secret, setSecret] = useState<string>()
  const close = () => {
    setSecret(undefined)
    onClose()
  }
  return (
    <Modal
      opened={opened}
      onClose={close}
      title={secret === undefined ? 'New webhook' : 'Copy the secret now'}
      closeOnClickOutside={secret === undefined}
    >
      {secret === undefined ? (
        <CreateForm organization={organization} onClose={close} onCreated={setSecret} />
      ) : (
        <ShownOnce label="Secret" value={secret} copyLabel="Copy secret" onDone={close}>
          It is shown only once. The receiver verifies by it that an event comes from here.
        </ShownOnce>
      )}
    </Modal>
  )
}

const empty: WebhookValues = { name: '', url: '', triggers: [], enabled: true }

type FormProps = Omit<Props, 'opened'> & { onCreated: (secret: string) => void }

function CreateForm({ organization, onClose, onCreated }: FormProps) {
  const form = useForm({ initialValues: empty })
  const create = useChange('webhookCreate')

  async function save(values: WebhookValues) {
    const facts = { ...values, name: values.name.trim(), url: values.url.trim() }
    const { secret, userErrors } = await create.mutateAsync({
      ...facts,
      ...(organization !== undefined && { organization }),
    })
    return secret === null ? userErrors : { secret }
  }

  const onSaved = ({ secret }: { secret: string }) => onCreated(secret)
  const { element, send, pending, problems } = useSubmission(form, { onSubmit: save, onSaved })
  return (
    <form ref={element} onSubmit={send}>
      <Stack gap="md">
        <Problems texts={problems} />
        <WebhookFields form={form} />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={pending}>
            Create webhook
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
