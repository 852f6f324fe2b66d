import type { Organization } from '../organizations/organization.js'

/** Of another organization no more than what a module's address says. */
export type ModuleProducer = Pick<Organization, 'id' | 'name'>

/** Which modules a caller may use: none, all of them as a site administrator, or its own and those shared with it. */
export type ModuleVisibility = 'none' | 'all' | 'own and shared'

/** Why a caller may use the modules of an organization that it does not belong to. */
export interface ModuleShare {
  readonly producerId: string
  readonly withAll: boolean
  /** The first names of those of the caller's organizations that are on the list; none where it is shared with all. */
  readonly consumers: readonly string[]
  readonly consumerCount: number
}

/** With whom modules are shared: with all, with those on the list as it is now, or with those of these names. */
export type Sharing = 'all' | 'present' | readonly string[]

/** A change of sharing that is only thought of; what is absent stays. Consumers win over sharing with all. */
export interface SharingProposal {
  readonly globalModuleSharing?: boolean | undefined
  /** Names of organizations; those that there are not count for nothing. */
  readonly consumers?: readonly string[] | undefined
}

/** How an organization shares by now, and how it would: the same rules as those of the changes themselves. */
export function sharingBeforeAndAfter(
  { globalModuleSharing }: Pick<Organization, 'globalModuleSharing'>,
  proposal: SharingProposal,
): { before: Sharing; after: Sharing } {
  const before = globalModuleSharing ? 'all' : 'present'
  if (proposal.consumers) return { before, after: proposal.consumers }
  if (proposal.globalModuleSharing === undefined) return { before, after: before }
  if (proposal.globalModuleSharing) return { before, after: 'all' }
  return { before, after: globalModuleSharing ? [] : before }
}
