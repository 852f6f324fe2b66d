import type { ModuleInterfacePolicy } from '~/data/generated/graphql'

/** From the mildest to the strictest: what is said of each, and what becomes of a version that breaks its callers. */
export const interfacePolicies: Readonly<Record<ModuleInterfacePolicy, { label: string; does: string }>> = {
  OBSERVE: { label: 'Observe', does: 'is published, and its page says what it breaks' },
  WARN: { label: 'Warn', does: 'is published with a warning, and announced by webhooks' },
  REFUSE: { label: 'Refuse', does: 'is refused, unless those who manage modules say why it may break them' },
}
