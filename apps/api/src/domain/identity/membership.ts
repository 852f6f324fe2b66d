import { emailMaximumLength, isEmail } from '@engine/shared'
import { text } from '../../kernel/input.js'
import type { User } from './user.js'

export interface Membership {
  readonly id: string
  readonly organization: { readonly id: string; readonly name: string }
  /** `invited` until the person behind the address has set a password. */
  readonly status: 'invited' | 'active'
  readonly email: string
  /** Null as long as the membership is an invitation. */
  readonly user: Pick<User, 'id' | 'username' | 'email'> | null
  /** The teams that the person is in, or will be. */
  readonly teamIds: readonly string[]
  readonly createdAt: Date
  /** Until when the link of an invitation is good, or was; null for a member. */
  readonly invitationExpiresAt: Date | null
}

export interface MembershipFilter {
  readonly status?: Membership['status'] | undefined
  /** Whole addresses, in any case. */
  readonly emails?: readonly string[] | undefined
  /** A part of the address or the user name. */
  readonly search?: string | undefined
}

/** By user name or, while somebody is invited, by the address; by state; by when it began. */
export type MembershipOrder = 'name' | 'status' | 'created'

export const membershipCreation = { email: text(emailMaximumLength, isEmail) }
