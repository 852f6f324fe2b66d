import type { Paged } from '../../kernel/page.js'
import type { Organization } from './organization.js'

/** An organization as site administrators see it. */
export interface AdminOrganization extends Organization {
  /** Users in the team of owners, by user name. */
  readonly ownerIds: readonly string[]
}

export interface AdminOrganizationFilter {
  /** A part of the name or of the e-mail address, in any case; wins over `name` and `email`. */
  readonly search?: string | undefined
  readonly name?: string | undefined
  readonly email?: string | undefined
  /** Shares its modules globally or with at least one organization. */
  readonly isModuleProducer?: boolean | undefined
  /** Shares anything like that: modules or providers. */
  readonly isProducer?: boolean | undefined
  readonly isDisabled?: boolean | undefined
  /** True if it has as many workspaces as it may, or reached a limit of the site. */
  readonly isAtLimit?: boolean | undefined
  /** True if its audit log has no event of the last 90 days. */
  readonly isIdle?: boolean | undefined
  readonly isWithoutOwner?: boolean | undefined
  /** True if it has workspaces on deprecated or disabled engine versions. */
  readonly isOutdated?: boolean | undefined
}

/** Order by name, by creation, or by one of its figures. */
export type AdminOrganizationOrder =
  | 'name'
  | 'workspaces'
  | 'outdated'
  | 'modules'
  | 'members'
  | 'stored'
  | 'activity'
  | 'created'

/** Counts over the whole filtered set, not only the page. */
export interface StatusCounts {
  readonly total: number
  readonly active: number
  readonly disabled: number
}

export interface AdminOrganizationList extends Paged<AdminOrganization> {
  readonly statusCounts: StatusCounts
}

/** Numbers of things that become unavailable with an organization. */
export interface DisableConsequences {
  readonly workspaces: number
  readonly teams: number
  /** Members, without invited users. */
  readonly members: number
  readonly modules: number
  readonly providers: number
  /** Other organizations in use that can no longer use its modules or its providers. */
  readonly consumersLosing: number
}

/** The defaults of organizations: the settings `APPLY_TIMEOUT` and `PLAN_TIMEOUT`. */
export interface TimeoutDefaults {
  readonly applyTimeout: string
  readonly planTimeout: string
}
