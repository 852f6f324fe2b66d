import { faults, invalid, type DomainError } from '../../kernel/errors.js'

/** What an owner may have so much of, that one of them does not fill the host. */
export const quotaKinds = ['organizations', 'webhooks', 'ciIdentities', 'teams', 'tokens', 'storage'] as const

export type QuotaKind = (typeof quotaKinds)[number]

/** 0 is no limit. */
export type QuotaLimits = Readonly<Record<QuotaKind, number>>

/** Whose things are counted; without an id those of the site. */
export interface QuotaOwner {
  readonly type: 'user' | 'organization' | 'site'
  readonly id: string | null
}

/** What an organization has of each; of storage in bytes. */
export type OrganizationCounts = Readonly<Record<Exclude<QuotaKind, 'organizations'>, number>>

export interface Quota {
  readonly kind: keyof OrganizationCounts
  readonly used: number
  /** Null where there is none. */
  readonly limit: number | null
}

const settings: Readonly<Record<QuotaKind, string>> = {
  organizations: 'ORG_LIMIT',
  webhooks: 'WEBHOOK_LIMIT',
  ciIdentities: 'CI_IDENTITY_LIMIT',
  teams: 'TEAM_LIMIT',
  tokens: 'TOKEN_LIMIT',
  storage: 'STORAGE_LIMIT',
}

const words: Partial<Record<QuotaKind, string>> = {
  ciIdentities: 'CI identities',
  storage: 'bytes of stored files',
}

/** As the limit of workspaces is refused; who runs the site learns which setting it is. */
export function overQuota(kind: QuotaKind, { type }: QuotaOwner, limit: number, advice = ''): DomainError {
  const message = `The ${type} has reached its limit of ${limit} ${words[kind] ?? kind} (${settings[kind]})`
  return invalid(faults.denied(message + advice))
}
