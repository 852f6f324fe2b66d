'use client'

import { IconEdit, IconKey, IconSend, IconTrash } from '@tabler/icons-react'
import { graphql } from '~/data/generated'
import type { WebhookRowFragment } from '~/data/generated/graphql'
import { useChange } from '~/data/use-change'
import { messageOf } from '~/data/user-errors'
import { showOutcome } from '~/shell/show-outcome'
import type { Action } from '~/ui/action'
import { confirm } from '~/ui/confirm'
import { openDialog } from '~/ui/dialogs'
import { toastFailure } from '~/ui/toast'

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
  const test = useChange('webhookTest')
  const rotate = useChange(WebhookRotateSecret)
  const remove = useChange('webhookDelete')
  return ({ id, name, enabled }: WebhookRowFragment): Action[] => [
    {
      label: 'Send test event',
      icon: IconSend,
      disabledReason: enabled ? undefined : 'The webhook is disabled',
      run: () =>
        void test
          .mutateAsync({ id })
          .then((outcome) => showOutcome(outcome, 'The test event is on its way.'))
          .catch(toastFailure),
    },
    { label: 'Edit', icon: IconEdit, run: onEdit },
    {
      label: 'Rotate secret',
      icon: IconKey,
      run: () =>
        confirm({
          title: `Rotate the secret of ${name}?`,
          children: 'A new secret is shown once. For a day, events are signed with the present one too.',
          action: 'Rotate secret',
          askReason: true,
          run: async (reason) => {
            const { secret, userErrors } = await rotate.mutateAsync({ id, reason })
            if (secret !== null) void showSecret(name, secret)
            return userErrors.map(messageOf)
          },
        }),
    },
    {
      label: 'Delete',
      icon: IconTrash,
      danger: true,
      run: () =>
        confirm({
          title: `Delete ${name}?`,
          children: 'Its deliveries are deleted too. Events that wait are not sent.',
          action: 'Delete webhook',
          danger: true,
          askReason: true,
          run: async (reason) =>
            showOutcome(await remove.mutateAsync({ id, reason }), `${name} is deleted.`, onDeleted),
        }),
    },
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
