import type { Visibility } from '../organizations/organization.js'
import type { ModuleMatch } from '../registry-modules/module-matches.js'

export type SearchHitKind =
  | 'engine-version'
  | 'organization'
  | 'user'
  | 'member'
  | 'module'
  | 'provider'
  | 'shared-provider'
  | 'team'
  | 'workspace'
  | 'signing-key'

/** A thing that a search of the whole site found, and what its page is found by. */
export interface SearchHit {
  readonly kind: SearchHitKind
  readonly id: string
  readonly name: string
  /** The name of the organization that it belongs to. */
  readonly organization: string | null
  /** Tells it apart from others of its name: an e-mail address, the provider of a module, the namespace of a provider. */
  readonly detail: string | null
}

/** With what was found inside of a module. */
export interface SearchHitWithMatches extends SearchHit {
  readonly matches: readonly ModuleMatch[]
}

/** What the caller may find by name: of the site as a whole, and in which organizations. */
export interface SearchScope {
  readonly engineVersions: boolean
  readonly users: boolean
  readonly siteOrganizations: boolean
  readonly organizations: Visibility
  readonly memberships: Visibility
  readonly teams: Visibility
  readonly workspaces: Visibility
  readonly providers: Visibility
  /** Those of others that are shared with the caller; who sees all of them has none. */
  readonly sharedProviders: boolean
}

/** Of each kind: as many as a person looks through. */
export const mostOfKind = 6

/** Longer than any name. */
export const longestSearch = 255
