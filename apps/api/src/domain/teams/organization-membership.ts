import { emailMaximumLength, isEmail } from '@engine/shared'
import { text } from '../../kernel/input.js'
import type { Member } from '../people/user.js'

export const membershipStatuses = ['invited', 'active'] as const

export interface Membership {
  readonly id: string
  readonly organization: { readonly id: string; readonly name: string }
  /** `invited` until a person accepts it. */
  readonly status: (typeof membershipStatuses)[number]
  /** The address of the user or the invitation; empty for a member who has none. */
  readonly email: string
  /** The member; null as long as the membership is an invitation, whether the address has an account or not. */
  readonly user: Member | null
  /** The teams that the person is in, or will be. */
  readonly teamIds: readonly string[]
  readonly createdAt: Date
  /** The time until which the link of an invitation is valid, or was; null for a member. */
  readonly invitationExpiresAt: Date | null
}

/** An invitation, as its addressee sees it. */
export interface PendingInvitation {
  /** The id of the membership to be. */
  readonly id: string
  readonly organization: string
  readonly email: string
  /** The names of the teams that the person will be in. */
  readonly teams: readonly string[]
  /** The user name of the inviter; null where that is no user, or no longer one. */
  readonly invitedBy: string | null
  readonly expiresAt: Date
}

export interface MembershipFilter {
  readonly status?: Membership['status'] | undefined
  /** Whole e-mail addresses, in any case. */
  readonly emails?: readonly string[] | undefined
  /** A part of the address or the user name. */
  readonly search?: string | undefined
  /** The id of a team that the members are in, or will be. */
  readonly teamId?: string | undefined
}

/** The order: by user name or, while invited, by the address; by status; by when it began. */
export type MembershipOrder = 'name' | 'status' | 'created'

export const membershipCreation = { email: text(emailMaximumLength, isEmail) }
