import { Badge } from '@mantine/core'
import type { WebhookRowFragment } from '~/data/generated/graphql'

const words = {
  failing: 'Disabled: it failed for days',
  gone: 'Disabled: its receiver wants no more',
} as const

/** Whether it works, as far as the last attempts say. */
export function WebhookState({
  webhook: { enabled, disabledReason, failingSince },
}: {
  webhook: Pick<WebhookRowFragment, 'enabled' | 'disabledReason' | 'failingSince'>
}) {
  if (!enabled)
    return (
      <Badge color={disabledReason === null ? 'gray' : 'red'}>
        {disabledReason === 'failing' || disabledReason === 'gone' ? words[disabledReason] : 'Disabled'}
      </Badge>
    )
  return failingSince === null ? <Badge color="green">Enabled</Badge> : <Badge color="orange">Failing</Badge>
}
