import type { Deprecation } from '../lifecycle/deprecation.js'
import type { Visibility } from '../organizations/organization.js'
import type { ModuleMatch } from '../registry-modules/module-matches.js'

export const searchHitKinds = [
  'engine-version',
  'organization',
  'user',
  'member',
  'module',
  'provider',
  'shared-provider',
  'team',
  'workspace',
  'signing-key',
] as const

export type SearchHitKind = (typeof searchHitKinds)[number]

/** A thing that a search of the whole site found, and what its page is found by. */
export interface SearchHit {
  readonly kind: SearchHitKind
  readonly id: string
  readonly name: string
  /** The name of the organization that it belongs to. */
  readonly organization: string | null
  /** The organization that it belongs to or is. */
  readonly organizationId: string | null
  /** Tells it apart from others of its name: an e-mail address, the provider of a module, the namespace of a provider. */
  readonly detail: string | null
  /** Deprecation of an engine version or of a whole provider; null for all else, and without one. */
  readonly deprecationStatus: Deprecation['status'] | null
  /** True for a disabled engine version or organization, and for a suspended user. */
  readonly isDisabled: boolean
  /** Number of all things of its kind that the text finds. */
  readonly total: number
}

/** A hit with the matches inside a module. */
export interface SearchHitWithMatches extends SearchHit {
  readonly matches: readonly ModuleMatch[]
}

/** Scope of a search by name: the site as a whole, or some organizations. */
export interface SearchScope {
  readonly engineVersions: boolean
  readonly users: boolean
  readonly siteOrganizations: boolean
  readonly organizations: Visibility
  readonly memberships: Visibility
  readonly teams: Visibility
  readonly workspaces: Visibility
  readonly providers: Visibility
  /** True if providers that others share with the caller are searched; false for a caller who sees all. */
  readonly sharedProviders: boolean
}

/** Limit of the hits of each kind: as many as a person looks through. */
export const mostOfKind = 6

/** Longer than any name. */
export const longestSearch = 255
