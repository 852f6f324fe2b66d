'use client'

import { IconEdit, IconKey, IconSend, IconTrash } from '@tabler/icons-react'
import { graphql } from '~/data/generated'
import type { WebhookRowFragment } from '~/data/generated/graphql'
import { change } from '~/data/use-change'
import { useAct } from '~/shell/act'
import type { Action } from '~/ui/action'
import { openDialog } from '~/ui/dialogs'

const WebhookRotateSecret = graphql(`
  mutation WebhookRotateSecret($input: WebhookActInput!) {
    webhookRotateSecret(input: $input) {
      secret
      userErrors {
        ...UserErrorFacts
      }
    }
  }
`)

/** What can be done with a webhook. */
export function useWebhookActions(onEdit: () => void, onDeleted: () => void) {
  const act = useAct()
  return ({ id, name, enabled }: WebhookRowFragment): Action[] => [
    act({
      label: 'Send test event',
      icon: IconSend,
      disabledReason: enabled ? undefined : 'The webhook is disabled',
      change: change('webhookTest', { id }),
      done: 'The test event is on its way.',
    }),
    { label: 'Edit', icon: IconEdit, run: onEdit },
    act({
      label: 'Rotate secret',
      icon: IconKey,
      change: change(WebhookRotateSecret, { id }),
      question: {
        title: `Rotate the secret of ${name}?`,
        body: 'A new secret is shown once. For a day, events are signed with the present one too.',
        confirm: 'Rotate secret',
        reason: true,
      },
      done: ({ secret }) => void showSecret(name, secret ?? ''),
    }),
    act({
      label: 'Delete',
      icon: IconTrash,
      danger: true,
      change: change('webhookDelete', { id }),
      question: {
        title: `Delete ${name}?`,
        body: 'Its deliveries are deleted too. Events that wait are not sent.',
        confirm: 'Delete webhook',
        danger: true,
        reason: true,
      },
      done: `${name} is deleted.`,
      after: onDeleted,
    }),
  ]
}

async function showSecret(name: string, secret: string): Promise<void> {
  const { ShownOnce } = await import('~/ui/shown-once')
  await openDialog({
    title: `The new secret of ${name}`,
    closeOnClickOutside: false,
    content: (close) => (
      <ShownOnce label="Secret" value={secret} copyLabel="Copy secret" onDone={close}>
        It is shown only once. The receiver verifies by it that an event comes from here.
      </ShownOnce>
    ),
  })
}
