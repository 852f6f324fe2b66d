import { List } from '@mantine/core'
import type { Entitlement } from '~/data/generated/graphql'
import { Section } from '~/ui/section'

const words: Readonly<Record<Entitlement, string>> = {
  AGENTS: 'Agents',
  AUDIT_LOGGING: 'Audit log',
  COST_ESTIMATION: 'Cost estimation',
  GLOBAL_RUN_TASKS: 'Run tasks for all workspaces',
  OPERATIONS: 'Remote runs',
  PRIVATE_MODULE_REGISTRY: 'Private registry',
  PRIVATE_RUN_TASKS: 'Its own run tasks',
  RUN_TASKS: 'Run tasks',
  SENTINEL: 'Policies as code',
  SSO: 'Single sign-on',
  STATE_STORAGE: 'State storage',
  TEAMS: 'Teams',
  VCS_INTEGRATIONS: 'Version control',
}

export function Entitlements({ entitlements }: { entitlements: readonly Entitlement[] }) {
  return (
    <Section title="Features">
      <List size="sm" spacing={2}>
        {entitlements.map((entitlement) => (
          <List.Item key={entitlement}>{words[entitlement]}</List.Item>
        ))}
      </List>
    </Section>
  )
}
