/** The last activity of a user; null where no record of it is left. */
export interface UserActivity {
  /** The last sign-in by password or single sign-on, in a browser. */
  readonly lastSignedInAt: Date | null
  /** The last use of a session or a token of the user's own. */
  readonly lastActiveAt: Date | null
}

/** An organization that a user is a member of, and the user's teams there. */
export interface UserOrganization {
  readonly id: string
  readonly name: string
  readonly isDisabled: boolean
  readonly isOwner: boolean
  /** The teams, by name; empty where the caller may not look into the organization. */
  readonly teams: readonly { readonly id: string; readonly name: string }[]
}
