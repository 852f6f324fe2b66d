/** When a user was here; null where no record of it is left. */
export interface UserActivity {
  /** By password or single sign-on, in a browser. */
  readonly lastSignedInAt: Date | null
  /** By a session or a token of the user's own. */
  readonly lastActiveAt: Date | null
}

/** An organization that a user is a member of, and the user's teams there. */
export interface UserOrganization {
  readonly id: string
  readonly name: string
  readonly isDisabled: boolean
  readonly isOwner: boolean
  /** By name; empty where the caller may not look into the organization. */
  readonly teams: readonly { readonly id: string; readonly name: string }[]
}
