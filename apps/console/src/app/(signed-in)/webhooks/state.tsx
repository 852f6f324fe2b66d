import { type WebhookEventType, webhookEventTypes } from '@engine/shared'
import type { WebhookRowFragment } from '~/data/generated/graphql'
import { StateDot } from '~/ui/feedback/state-dot'

const words = {
  failing: 'Disabled: it failed for days',
  gone: 'Disabled: its receiver wants no further events',
} as const

/** Label of each event in a list of choices. */
const labels: Record<WebhookEventType, string> = {
  'engine-policy.refused': 'Engine policy refused a request',
  'engine-version.changed': 'Engine version changed',
  'engine-version.created': 'Engine version created',
  'engine-version.deleted': 'Engine version deleted',
  'module-upgrade.due': 'Module upgrade due',
  'module-version.deprecated': 'Module version deprecated',
  'module-version.interface-broken': 'Module version broke its callers',
  'module-version.published': 'Module version published',
  'module-version.restored': 'Module version restored',
  'module-version.revoked': 'Module version revoked',
  'organization-membership.invited': 'Member invited',
  'public-provider.wanted': 'Public provider requested',
  'public-provider-version.altered': 'Public provider version changed at its origin',
  'public-provider-version.blocked': 'Public provider version blocked',
  'public-provider-version.held': 'Public provider version held',
  'public-provider-version.released': 'Public provider version released',
  'registry-provider.deprecated': 'Provider deprecated',
  'registry-provider.restored': 'Provider restored',
  'registry-provider.revoked': 'Provider revoked',
  'registry-provider-version.deprecated': 'Provider version deprecated',
  'registry-provider-version.documented': 'Provider version documented',
  'registry-provider-version.published': 'Provider version published',
  'registry-provider-version.restored': 'Provider version restored',
  'registry-provider-version.revoked': 'Provider version revoked',
  'sharing.changed': 'Sharing changed',
}

export const triggerChoices = webhookEventTypes.map((type) => ({
  value: type as string,
  label: labels[type],
}))

/** The label of a type; the type itself where there is none, as of the test event. */
export const triggerLabel = (type: string): string =>
  triggerChoices.find(({ value }) => value === type)?.label ?? (type === 'webhook.test' ? 'Test event' : type)

/** Status of a webhook by its last attempts; `quiet` in a list, where most work. */
export function WebhookState({ webhook, quiet }: { webhook: WebhookRowFragment; quiet?: boolean }) {
  const { enabled, disabledReason, failingSince } = webhook
  if (!enabled)
    return (
      <StateDot tone={disabledReason === null ? 'idle' : 'bad'}>
        {disabledReason === 'failing' || disabledReason === 'gone' ? words[disabledReason] : 'Disabled'}
      </StateDot>
    )
  if (failingSince !== null) return <StateDot tone="warning">Failing</StateDot>
  return (
    <StateDot tone="good" quiet={quiet}>
      Enabled
    </StateDot>
  )
}
