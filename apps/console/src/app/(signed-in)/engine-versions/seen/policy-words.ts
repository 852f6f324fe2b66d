import type { EnginePolicy } from '~/data/generated/graphql'

export const policyNames: Readonly<Record<EnginePolicy, string>> = {
  OBSERVE: 'observe',
  WARN: 'warn',
  REFUSE: 'refuse',
}

/** What a policy does to versions that are disabled, deprecated or unknown. */
export const policyMeans: Readonly<Record<EnginePolicy, string>> = {
  OBSERVE: 'Observe: count who runs them',
  WARN: 'Warn: print a warning where providers are installed',
  REFUSE: 'Refuse: also refuse downloads of modules and providers',
}
