'use client'

import { MultiSelect, Switch, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { plainText } from '~/ui/plain-text'
import { triggerChoices } from './state'

export type WebhookValues = { name: string; url: string; triggers: string[]; enabled: boolean }

/** What people decide about a webhook. */
export function WebhookFields({ form }: { form: UseFormReturnType<WebhookValues> }) {
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
        {...form.getInputProps('triggers')}
      />
      <Switch
        label="Enabled"
        description="Events of the time while it is disabled are not sent later."
        {...form.getInputProps('enabled', { type: 'checkbox' })}
      />
    </>
  )
}
