import { z } from 'zod'
import { momentText, note } from '../../kernel/input.js'
import type { OrganizationRole, Permission } from '../../kernel/permissions.js'
import type { AdminOrganization, AdminOrganizationList } from '../organizations/admin-organization.js'
import type { Organization } from '../organizations/organization.js'
import { sharedKinds, type SharedKind } from '../organizations/shares.js'

/** Permission that belonging to a consumer gives, and the role that gives it. */
export const sharedUse = {
  modules: { permission: 'modules:use', role: 'module-consumer' },
  providers: { permission: 'providers:use', role: 'provider-consumer' },
} as const satisfies Record<SharedKind, { permission: Permission; role: OrganizationRole }>

/** Kind of thing that this permission is about; undefined if it does not concern shared things. */
export const kindUsedBy = (permission: Permission): SharedKind | undefined =>
  sharedKinds.find((kind) => sharedUse[kind].permission === permission)

/** The attribute that says whether a kind is shared with all. */
export const flagOf = { modules: 'globalModuleSharing', providers: 'globalProviderSharing' } as const

type SharingFlags = Pick<Organization, (typeof flagOf)[SharedKind]>

/** Producer as others see it: no more than the address of a shared thing says. */
export type RegistryProducer = Pick<Organization, 'id' | 'name'>

/**
 * Parts of a registry that a caller may use: none, all of it as a site administrator, or its own and what is
 * shared with it.
 */
export type RegistryVisibility = 'none' | 'all' | 'own and shared'

/** Reason why a caller may use what an organization shares that it does not belong to. */
export interface RegistryShare {
  readonly producerId: string
  readonly withAll: boolean
  /** The first names of those of the caller's organizations that are on the list; none where it is shared with all. */
  readonly consumers: readonly string[]
  readonly consumerCount: number
  /** Time when the last of these shares ends by itself; null if one has no end. */
  readonly endsAt: Date | null
}

/** An organization on a list, until its share ends. */
export interface Consumer extends AdminOrganization {
  readonly sharingEndsAt: Date | null
}

export interface ConsumerList extends AdminOrganizationList {
  readonly items: readonly Consumer[]
}

/** An organization that goes on the list, unchecked. An end that is absent stays what it is; null takes it away. */
export interface NewConsumer {
  readonly name: unknown
  readonly endsAt?: Date | null | undefined
}

/** A consumer on a list, as the audit log has it. */
export interface NamedConsumer {
  readonly id: string
  readonly name: string
  readonly endsAt: Date | null
}

/** One that goes on is its name, as in events that were written before shares could end. */
export const consumersForAudit = (consumers: readonly NamedConsumer[]): readonly unknown[] =>
  consumers.map(({ name, endsAt }) => (endsAt === null ? name : { name, endsAt }))

const item = z.union([
  z.string().transform((name): NewConsumer => ({ name })),
  z
    .object({ name: note(255), 'ends-at': momentText.nullish() })
    .transform(({ name, 'ends-at': endsAt }): NewConsumer => {
      return { name, ...(endsAt !== undefined && { endsAt: endsAt === null ? null : new Date(endsAt) }) }
    }),
])

const list = z.array(item).max(10_000).optional()

/** The attributes of contract §12: names, or objects with a name and when its share ends. */
export const partnershipsChange = { moduleConsumers: list, providerConsumers: list }

/** Consumers of something shared: all, those on the list as it is now, or those of these names. */
export type Sharing = 'all' | 'present' | readonly string[]

/** A change of sharing that is only thought of; what is absent stays. Consumers win over sharing with all. */
export interface SharingProposal {
  readonly withAll?: boolean | undefined
  /** Names of organizations; those that there are not count for nothing. */
  readonly consumers?: readonly string[] | undefined
}

/** Compares how an organization shares by now and how it would: by the rules of the changes themselves. */
export function sharingBeforeAndAfter(
  organization: SharingFlags,
  kind: SharedKind,
  { withAll, consumers }: SharingProposal,
): { before: Sharing; after: Sharing } {
  const isGlobal = organization[flagOf[kind]]
  const before = isGlobal ? 'all' : 'present'
  if (consumers) return { before, after: consumers }
  if (withAll === undefined) return { before, after: before }
  if (withAll) return { before, after: 'all' }
  return { before, after: isGlobal ? [] : before }
}
