import { faults, invalid, type DomainError } from '../../kernel/errors.js'

/** Kinds of things that an owner may have a limited number of, so that no owner fills the host. */
export const quotaKinds = ['organizations', 'webhooks', 'ciIdentities', 'teams', 'tokens', 'storage'] as const

/** Kinds of organizations, in the order in which they are shown. */
export const shownQuotas = ['teams', 'tokens', 'webhooks', 'ciIdentities', 'storage'] as const

export type QuotaKind = (typeof quotaKinds)[number]

/** 0 is no limit. */
export type QuotaLimits = Readonly<Record<QuotaKind, number>>

/** The owner of counted things; the site without an id. */
export interface QuotaOwner {
  readonly type: 'user' | 'organization' | 'site'
  readonly id: string | null
}

/** Number of things of each kind that an organization has; storage in bytes. */
export type OrganizationCounts = Readonly<Record<Exclude<QuotaKind, 'organizations'>, number>>

export interface Quota {
  readonly kind: keyof OrganizationCounts
  readonly used: number
  /** Limit; null where there is none. */
  readonly limit: number | null
}

const settingNames: Readonly<Record<QuotaKind, string>> = {
  organizations: 'ORG_LIMIT',
  webhooks: 'WEBHOOK_LIMIT',
  ciIdentities: 'CI_IDENTITY_LIMIT',
  teams: 'TEAM_LIMIT',
  tokens: 'TOKEN_LIMIT',
  storage: 'STORAGE_LIMIT',
}

const kindNames: Partial<Record<QuotaKind, string>> = {
  ciIdentities: 'CI identities',
  storage: 'bytes of stored files',
}

/** Makes the error of a reached quota, in the form of the workspace limit; it names the setting for the operator. */
export function overQuota(kind: QuotaKind, { type }: QuotaOwner, limit: number, advice = ''): DomainError {
  const message = `The ${type} has reached its limit of ${limit} ${kindNames[kind] ?? kind} (${settingNames[kind]})`
  return invalid(faults.denied(message + advice))
}
