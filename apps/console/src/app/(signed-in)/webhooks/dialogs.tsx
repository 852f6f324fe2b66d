'use client'

import { Modal, MultiSelect, PasswordInput, Switch, TextInput } from '@mantine/core'
import { useForm, type UseFormReturnType } from '@mantine/form'
import { useState } from 'react'
import type { WebhookRowFragment } from '~/data/generated/graphql'
import { trimmed } from '~/data/update-input'
import { useChange } from '~/data/use-change'
import { DialogForm } from '~/shell/dialog-form'
import { openOnClick } from '~/ui/open-on-click'
import { plainText } from '~/ui/plain-text'
import { ShownOnce } from '~/ui/dialogs/shown-once'
import { useValueWhileOpen } from '~/ui/dialogs/use-value-while-open'
import { triggerChoices } from './state'

type Values = {
  name: string
  url: string
  triggers: string[]
  enabled: boolean
  headerName: string
  /** Empty where the one that is stored stays. */
  headerValue: string
}

const empty: Values = { name: '', url: '', triggers: [], enabled: true, headerName: '', headerValue: '' }

/** Returns the input for the API: an empty name means no header, an empty value keeps the stored one. */
function factsOf(values: Values) {
  const { headerName, headerValue, ...facts } = trimmed(values)
  return {
    ...facts,
    headerName: headerName === '' ? null : headerName,
    ...(headerName !== '' && headerValue !== '' && { headerValue }),
  }
}

type CreateProps = { organization?: string | undefined; opened: boolean; onClose: () => void }

/** Makes a webhook and shows its secret, once. */
export function CreateWebhookDialog({ organization, opened, onClose }: CreateProps) {
  const [secret, setSecret] = useValueWhileOpen<string>(opened)
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={secret === undefined ? 'New webhook' : 'Copy the secret now'}
      closeOnClickOutside={secret === undefined}
    >
      {secret === undefined ? (
        <CreateForm organization={organization} onClose={onClose} onCreated={setSecret} />
      ) : (
        <WebhookSecret secret={secret} onDone={onClose} />
      )}
    </Modal>
  )
}

export const WebhookSecret = ({ secret, onDone }: { secret: string; onDone: () => void }) => (
  <ShownOnce label="Secret" value={secret} copyLabel="Copy secret" onDone={onDone}>
    It is shown only once. The receiver uses it to verify that an event comes from here.
  </ShownOnce>
)

type CreateFormProps = Omit<CreateProps, 'opened'> & { onCreated: (secret: string) => void }

function CreateForm({ organization, onClose, onCreated }: CreateFormProps) {
  const form = useForm({ initialValues: empty })
  const create = useChange('webhookCreate')

  async function submit(values: Values) {
    const input = { ...factsOf(values), ...(organization !== undefined && { organization }) }
    const { secret, userErrors } = await create.mutateAsync(input)
    // The dialog stays, and shows the secret.
    if (secret !== null) onCreated(secret)
    return userErrors
  }

  return (
    <DialogForm form={form} submitLabel="Create webhook" onClose={onClose} onSubmit={submit}>
      <Fields form={form} />
    </DialogForm>
  )
}

type EditProps = { webhook: WebhookRowFragment; opened: boolean; onClose: () => void }

export function EditWebhookDialog({ webhook, opened, onClose }: EditProps) {
  return (
    <Modal opened={opened} onClose={onClose} title={`Edit ${webhook.name}`}>
      <EditForm webhook={webhook} onClose={onClose} />
    </Modal>
  )
}

function EditForm({ webhook, onClose }: Omit<EditProps, 'opened'>) {
  // Values that the form started with, since the page behind reloads the webhook.
  const [{ id, name, url, triggers, enabled, headerName, updatedAt }] = useState(webhook)
  const form = useForm<Values>({
    initialValues: {
      name,
      url,
      triggers: [...triggers],
      enabled,
      headerName: headerName ?? '',
      headerValue: '',
    },
  })
  const update = useChange('webhookUpdate')

  async function submit(values: Values) {
    const facts = factsOf(values)
    const { userErrors } = await update.mutateAsync({ id, ...facts, expectedUpdatedAt: updatedAt })
    return userErrors.length > 0 ? userErrors : { done: `${facts.name} is saved.` }
  }

  return (
    <DialogForm form={form} submitLabel="Save" onClose={onClose} onSubmit={submit}>
      <Fields form={form} storedHeader={webhook.headerName ?? undefined} />
    </DialogForm>
  )
}

/** Fields of a webhook. */
function Fields({
  form,
  storedHeader,
}: {
  form: UseFormReturnType<Values>
  storedHeader?: string | undefined
}) {
  return (
    <>
      <TextInput label="Name" maxLength={100} data-autofocus {...plainText} {...form.getInputProps('name')} />
      <TextInput
        label="Address"
        description="Receives a POST for each event. Addresses of private networks are refused."
        placeholder="https://"
        inputMode="url"
        {...plainText}
        {...form.getInputProps('url')}
      />
      <MultiSelect
        label="Events"
        data={triggerChoices}
        searchable
        clearable
        hidePickedOptions
        nothingFoundMessage="No such event"
        {...openOnClick(form.getInputProps('triggers'))}
      />
      <TextInput
        label="Header"
        description="If the receiver requires one, such as Authorization."
        maxLength={100}
        {...plainText}
        {...form.getInputProps('headerName')}
      />
      {form.values.headerName !== '' && (
        <PasswordInput
          label="Value of the header"
          description={
            storedHeader === undefined
              ? 'Such as "Basic …" or "Bearer …". It is not shown again.'
              : 'Leave it empty to keep the stored value. Enter it again for another header or host.'
          }
          autoComplete="off"
          {...form.getInputProps('headerValue')}
        />
      )}
      <Switch
        label="Enabled"
        description="Events while it is disabled are not sent later."
        {...form.getInputProps('enabled', { type: 'checkbox' })}
      />
    </>
  )
}
