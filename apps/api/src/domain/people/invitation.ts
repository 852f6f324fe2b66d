/** The purpose: into an organization, to a new password of a user, or to confirm the address that a user wants. */
export type InvitationPurpose =
  | { readonly membershipId: string }
  | { readonly userId: string }
  | { readonly userId: string; readonly email: string }

/** A one-time link, for a membership to be or for a user. */
export interface Invitation {
  readonly id: string
  readonly userId: string | null
  /** The user whose password it sets; null for an invitation. */
  readonly username: string | null
  /** The membership to be; the address is the one that was invited. */
  readonly membership: {
    readonly id: string
    readonly organizationId: string
    readonly organization: string
    readonly email: string
    readonly teamIds: readonly string[]
  } | null
  /** The user name of the maker of the link; null where it is no user, or a deleted one. */
  readonly invitedBy: string | null
  readonly expiresAt: Date
}

export interface StoredInvitation extends Invitation {
  readonly isUsed: boolean
}

/** The state of a link as its holder sees it; a link that is no longer good shows only why. */
export type InvitationState =
  | { readonly state: 'good'; readonly invitation: Invitation; readonly teams: readonly string[] }
  | { readonly state: 'used' | 'expired' }
