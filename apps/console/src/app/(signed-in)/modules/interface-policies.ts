import type { ModuleInterfacePolicy } from '~/data/generated/graphql'

/** Policies from mildest to strictest, with the effect of each on versions that break their callers. */
export const interfacePolicies: Readonly<Record<ModuleInterfacePolicy, { label: string; does: string }>> = {
  OBSERVE: { label: 'Observe', does: 'is published, and its page says what it breaks' },
  WARN: { label: 'Warn', does: 'is published with a warning, and announced by webhooks' },
  REFUSE: { label: 'Refuse', does: 'is refused, unless those who manage modules say why it may break them' },
}
