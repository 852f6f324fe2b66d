/** Into an organization, to a new password of a user, or to confirm the address that a user wants. */
export type InvitationPurpose =
  | { readonly membershipId: string }
  | { readonly userId: string }
  | { readonly userId: string; readonly email: string }

/** A one-time link. It has either a membership to be, or a user. */
export interface Invitation {
  readonly id: string
  readonly userId: string | null
  /** The user whose password it sets; null for an invitation. */
  readonly username: string | null
  /** Where the person is invited to, and at which address. */
  readonly membership: {
    readonly id: string
    readonly organizationId: string
    readonly organization: string
    readonly email: string
    readonly teamIds: readonly string[]
  } | null
  /** The user name of the maker of the link; null where that is no user, or none any more. */
  readonly invitedBy: string | null
  readonly expiresAt: Date
}

export interface StoredInvitation extends Invitation {
  readonly isUsed: boolean
}

/** What a link shows to its holder; one that is no longer good shows only why. */
export type InvitationState =
  | { readonly state: 'good'; readonly invitation: Invitation; readonly teams: readonly string[] }
  | { readonly state: 'used' | 'expired' }
